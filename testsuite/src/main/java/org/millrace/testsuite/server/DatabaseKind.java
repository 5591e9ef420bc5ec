package org.millrace.testsuite.server;

/** What Keycloak keeps its data in. */
public enum DatabaseKind {
    POSTGRES("postgres"),
    /** Stands for every database that is not PostgreSQL: the one that Keycloak's {@code start-dev} brings along. */
    H2("dev-file"),
    /** A server that is not PostgreSQL, with other locks, other types and another idea of what is equal. */
    MARIADB("mariadb");

    private final String vendor;

    DatabaseKind(String vendor) {
        this.vendor = vendor;
    }

    /** The value of Keycloak's build option {@code db}. */
    String vendor() {
        return vendor;
    }
}
