package org.millrace.testsuite.importer.deletion;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.millrace.testsuite.importer.fixture.Importing;

/** Records that delete, and entities that refer to each other. */
interface Deleting extends Importing {
    ObjectMapper JSON = new ObjectMapper();
    String OPERATION = "$op";

    static ObjectNode delete(Object... fieldsAndValues) {
        ObjectNode record = JSON.createObjectNode().put(OPERATION, "delete");
        for (int i = 0; i < fieldsAndValues.length; i += 2) {
            record.put((String) fieldsAndValues[i], (String) fieldsAndValues[i + 1]);
        }
        return record;
    }
}
