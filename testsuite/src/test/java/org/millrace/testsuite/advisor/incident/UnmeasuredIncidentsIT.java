package org.millrace.testsuite.advisor.incident;

import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Without metrics, which is Keycloak's default. */
class UnmeasuredIncidentsIT extends IncidentsContract {

    UnmeasuredIncidentsIT() {
        super(unmeasured());
    }

    static ServerUnderTest unmeasured() {
        return SharedServers.get(limited(ServerOptions.postgres().withBuildOption("metrics-enabled", "false")));
    }
}
