package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.millrace.testsuite.importer.fixture.Thorough;

/** More users than {@code mvn verify} has the time for. */
@Thorough
class ManyUsersDifferentialIT extends PostgresDifferentialIT {
    @Override
    List<ObjectNode> users() {
        return ManyShapes.users(2000);
    }
}
