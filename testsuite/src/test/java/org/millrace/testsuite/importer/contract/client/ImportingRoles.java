package org.millrace.testsuite.importer.contract.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Records of roles, and what is stored of them. */
interface ImportingRoles extends Importing {
    ObjectMapper JSON = new ObjectMapper();

    default ImportRealm roles() {
        return realm().into("roles");
    }

    static ObjectNode role(String name) {
        return JSON.createObjectNode().put("name", name);
    }

    static ObjectNode composed(String name, String... realmRoles) {
        ObjectNode role = role(name).put("composite", true);
        ArrayNode parts = role.putObject("composites").putArray("realm");
        Set.of(realmRoles).forEach(parts::add);
        return role;
    }

    default JsonNode stored(String name) {
        return realm().admin().get(realm().base() + "/roles/" + name).ok().json();
    }

    default boolean has(String name) {
        return realm().admin().get(realm().base() + "/roles/" + name).status() == 200;
    }

    default String client(String clientId) {
        realm().admin()
                .post(realm().base() + "/clients", JSON.createObjectNode().put("clientId", clientId))
                .ok();
        return realm().admin()
                .get(realm().base() + "/clients?clientId=" + clientId)
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
    }
}
