package org.millrace.testsuite.advisor;

import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The server that the advisor's tests may fill up, and in whose master realm they may make users. */
final class AdvisedServers {

    /** So few that a test can occupy them all. */
    static final int REQUEST_THREADS = 4;

    private static final String DISK = "spi-admin-realm-restapi-extension--advisor--database-disk";

    /** A password of nothing, to be found where none may be. */
    static final String SECRET = "m4rk3r-of-a-secret";

    /** Additional properties that an operator may set for Keycloak's connections. */
    private static final String OPTIONS = "-Dquarkus.datasource.jdbc.additional-jdbc-properties.options=-cwork_mem=5MB";

    private AdvisedServers() {}

    static ServerUnderTest small() {
        return SharedServers.get(ServerOptions.postgres()
                .with("http-pool-max-threads", Integer.toString(REQUEST_THREADS))
                .with("db-url-properties", "?sslpassword=" + SECRET)
                .with("https-key-store-password", SECRET)
                .with(DISK, "100")
                .withJavaOptions(OPTIONS));
    }
}
