package org.millrace.testsuite.server;

@InContainers
class H2ServerIT extends ServerUnderTestContract {
    @Override
    ServerUnderTest server() {
        return SharedServers.h2();
    }
}
