package org.millrace.testsuite.importer.contract.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Writes groups by Keycloak's own calls, one after the other. */
record GroupsOneByOne(ImportRealm realm) {
    /** A group with those beneath it. */
    void create(JsonNode group, @Nullable String parent) {
        String path = realm.base() + "/groups" + (parent == null ? "" : "/" + parent + "/children");
        ObjectNode own = group.deepCopy();
        own.remove(List.of("subGroups", "realmRoles", "clientRoles"));
        var answer = realm.admin().post(path, own).ok();
        String id =
                parent == null ? answer.createdId() : answer.json().path("id").asText();
        map(group, id);
        group.path("subGroups").forEach(subGroup -> create(subGroup, id));
    }

    private void map(JsonNode group, String id) {
        List<JsonNode> ofRealm = new ArrayList<>();
        group.path("realmRoles").forEach(role -> ofRealm.add(role("/roles/" + role.asText())));
        String mappings = realm.base() + "/groups/" + id + "/role-mappings";
        if (!ofRealm.isEmpty()) {
            realm.admin().post(mappings + "/realm", ofRealm).ok();
        }
        group.path("clientRoles").properties().forEach(client -> {
            String uuid = realm.admin()
                    .get(realm.base() + "/clients?clientId=" + client.getKey())
                    .ok()
                    .json()
                    .path(0)
                    .path("id")
                    .asText();
            List<JsonNode> ofClient = new ArrayList<>();
            client.getValue().forEach(role -> ofClient.add(role("/clients/" + uuid + "/roles/" + role.asText())));
            realm.admin().post(mappings + "/clients/" + uuid, ofClient).ok();
        });
    }

    private JsonNode role(String path) {
        return realm.admin().get(realm.base() + path).ok().json();
    }

    /** Makes a group what a record says, and takes all roles from it that the record does not name. */
    void replace(ObjectNode group, String id) {
        ObjectNode own = group.deepCopy();
        own.remove(List.of("subGroups", "realmRoles", "clientRoles"));
        String path = realm.base() + "/groups/" + id;
        realm.admin().put(path, own).ok();
        JsonNode mapped = realm.admin().get(path + "/role-mappings").ok().json();
        if (!mapped.path("realmMappings").isEmpty()) {
            realm.admin()
                    .delete(path + "/role-mappings/realm", mapped.path("realmMappings"))
                    .ok();
        }
        for (Map.Entry<String, JsonNode> client : mapped.path("clientMappings").properties()) {
            String uuid = client.getValue().path("id").asText();
            realm.admin()
                    .delete(
                            path + "/role-mappings/clients/" + uuid,
                            client.getValue().path("mappings"))
                    .ok();
        }
        map(group, id);
    }
}
