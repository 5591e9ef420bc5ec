package org.millrace.testsuite.server;

class H2ServerIT extends ServerUnderTestContract {
    @Override
    ServerUnderTest server() {
        return SharedServers.h2();
    }
}
