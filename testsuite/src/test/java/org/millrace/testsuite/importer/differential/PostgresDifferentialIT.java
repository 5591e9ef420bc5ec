package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The bulk writer leaves Keycloak's rows; {@link ManyUsersDifferentialIT} compares those of more users. */
class PostgresDifferentialIT extends DifferentialContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @Override
    List<ObjectNode> users() {
        return ManyShapes.users(300);
    }
}
