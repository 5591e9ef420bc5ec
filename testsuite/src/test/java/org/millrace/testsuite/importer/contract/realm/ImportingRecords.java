package org.millrace.testsuite.importer.contract.realm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.millrace.testsuite.importer.fixture.Importing;

/** Records of roles and users for {@code records}. */
interface ImportingRecords extends Importing {
    ObjectMapper JSON = new ObjectMapper();

    static ObjectNode record(String type) {
        return JSON.createObjectNode().put("type", type);
    }

    static ObjectNode user(String username, String role) {
        ObjectNode user = record("user").put("username", username).put("enabled", true);
        user.putArray("realmRoles").add(role);
        return user;
    }
}
