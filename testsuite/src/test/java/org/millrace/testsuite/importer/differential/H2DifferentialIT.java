package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The model writer leaves Keycloak's rows. */
@Tag("h2")
class H2DifferentialIT extends DifferentialContract {
    @Override
    public ServerUnderTest server() {
        return SharedServers.h2();
    }

    @Override
    List<ObjectNode> users() {
        return ManyShapes.users(250);
    }
}
