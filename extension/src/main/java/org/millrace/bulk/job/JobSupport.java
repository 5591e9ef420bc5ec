package org.millrace.bulk.job;

import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigProvider;
import org.keycloak.Config;
import org.millrace.server.Compatibility;

/** Whether this server keeps jobs: not on a database that jobs were not tested on, and not where the operator wants none. */
public enum JobSupport {
    /** Jobs are kept. */
    AVAILABLE("", ""),
    /** The operator wants no tables for jobs. */
    DISABLED(
            "jobs-disabled",
            "The setting jobs of bulk-import is false; imports in one request, POST .../bulk-import/{entity}, work without jobs"),
    /** The SQL of jobs was not tested on this database. */
    UNTESTED_DATABASE(
            "jobs-not-supported",
            "Jobs need PostgreSQL, MariaDB or H2; imports in one request, POST .../bulk-import/{entity}, work without jobs");

    /** Values of Keycloak's option {@code db}. */
    private static final Set<String> TESTED = Set.of("postgres", "mariadb", "dev-file", "dev-mem");

    private final String code;
    private final String detail;

    JobSupport(String code, String detail) {
        this.code = code;
        this.detail = detail;
    }

    /** Of the running server. */
    public static JobSupport ofServer() {
        boolean wanted = JobDeclarations.JOBS.read(Config.scope("admin-realm-restapi-extension", "bulk-import"));
        Optional<String> vendor = ConfigProvider.getConfig().getOptionalValue("kc.db", String.class);
        return of(wanted, vendor.orElse("dev-file"));
    }

    static JobSupport of(boolean wanted, String vendor) {
        if (!TESTED.contains(vendor)) {
            return UNTESTED_DATABASE;
        }
        return wanted ? AVAILABLE : DISABLED;
    }

    /** Whether Keycloak creates the tables of jobs. */
    static boolean needsTables() {
        return Compatibility.isSupported() && ofServer() == AVAILABLE;
    }

    /** The code of the problem that a call about jobs is answered with. */
    public String code() {
        return code;
    }

    /** The detail of the problem document. */
    public String detail() {
        return detail;
    }
}
