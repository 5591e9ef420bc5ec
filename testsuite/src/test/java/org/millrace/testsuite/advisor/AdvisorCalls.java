package org.millrace.testsuite.advisor;

import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerUnderTest;

/** The server that the advisor's contract calls. */
interface AdvisorCalls {
    /** Called from every test; the same server each time. */
    ServerUnderTest server();

    default AdminClient admin() {
        return AdminClient.of(server().node());
    }
}
