package org.millrace.testsuite.server.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.testsuite.server.process.HarnessSettings;

/** What Keycloak keeps its data in, and how it gets there. */
public enum DatabaseKind {
    POSTGRES("postgres"),
    /** PostgreSQL behind PgBouncer in session mode. */
    POSTGRES_BEHIND_PGBOUNCER("postgres"),
    /** PostgreSQL with the JDBC wrapper of Amazon, which Keycloak recommends for Aurora. */
    POSTGRES_BY_AWS_WRAPPER("postgres"),
    /** Stands for every database that is not PostgreSQL: the one that Keycloak's {@code start-dev} brings along. */
    H2("dev-file"),
    /** A server that is not PostgreSQL, with other locks, other types and another idea of what is equal. */
    MARIADB("mariadb");

    private static final String WRAPPER = "millrace.aws-wrapper";

    private final String vendor;

    DatabaseKind(String vendor) {
        this.vendor = vendor;
    }

    /** The value of Keycloak's build option {@code db}. */
    public String vendor() {
        return vendor;
    }

    /** Build options of Keycloak in addition to {@code db}. */
    public Map<String, String> buildOptions() {
        return this == POSTGRES_BY_AWS_WRAPPER ? Map.of("db-driver", "software.amazon.jdbc.Driver") : Map.of();
    }

    /** JARs that have to be among Keycloak's providers. */
    public List<Path> drivers() {
        return this == POSTGRES_BY_AWS_WRAPPER ? List.of(HarnessSettings.path(WRAPPER)) : List.of();
    }

    /** What is missing on this machine, and where it can be had; empty if the database can be started. */
    public Optional<String> missing() {
        return switch (this) {
            case POSTGRES, H2 -> Optional.empty();
            case POSTGRES_BEHIND_PGBOUNCER ->
                PgBouncer.executable().isPresent()
                        ? Optional.empty()
                        : Optional.of("PgBouncer is not installed: 'apt-get install pgbouncer', or its path as"
                                + " -Dmillrace.pgbouncer");
            case POSTGRES_BY_AWS_WRAPPER ->
                HarnessSettings.find(WRAPPER)
                                .map(Path::of)
                                .filter(Files::isRegularFile)
                                .isPresent()
                        ? Optional.empty()
                        : Optional.of("The JDBC wrapper was not fetched: run with -Pfaults, or name its JAR with -D"
                                + WRAPPER);
            case MARIADB ->
                MariaDbProcess.isAvailable()
                        ? Optional.empty()
                        : Optional.of("MariaDB has no binaries for this platform");
        };
    }
}
