package org.millrace.testsuite.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.millrace.testsuite.client.AdminClient;

/** Clients of a realm as Keycloak's own API shows them. */
record ClientRealm(ImportRealm realm) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What two equal clients have to differ in. */
    private static final List<String> DIFFERENT = List.of("id", "_id", "access", "client.secret.creation.time");

    static String line(Map<String, ?> record) {
        return JSON.valueToTree(record).toString();
    }

    AdminClient admin() {
        return realm.admin();
    }

    String post(Map<String, ?> client) {
        return admin().createClient(realm.name(), client);
    }

    Optional<JsonNode> find(String clientId) {
        return StreamSupport.stream(
                        admin().get(realm.base() + "/clients?clientId=" + clientId)
                                .ok()
                                .json()
                                .spliterator(),
                        false)
                .findFirst();
    }

    JsonNode client(String clientId) {
        return find(clientId).orElseThrow(() -> new AssertionError("there is no client " + clientId));
    }

    String id(String clientId) {
        return client(clientId).path("id").asText();
    }

    /** What is below a client, such as {@code authz/resource-server/settings}. */
    JsonNode of(String clientId, String what) {
        return admin().get(realm.base() + "/clients/" + id(clientId) + "/" + what)
                .ok()
                .json();
    }

    /** A client with all that the API shows of it and below it, without what two equal ones have to differ in. */
    JsonNode portrait(String clientId) {
        ObjectNode portrait = JSON.createObjectNode();
        JsonNode client = client(clientId);
        portrait.set("client", client);
        portrait.set("roles", of(clientId, "roles"));
        if (client.path("serviceAccountsEnabled").asBoolean()) {
            JsonNode account = of(clientId, "service-account-user");
            portrait.put("account", account.path("username").asText());
            portrait.set(
                    "account roles",
                    admin().get(realm.base() + "/users/" + account.path("id").asText() + "/role-mappings")
                            .ok()
                            .json());
        }
        if (client.path("authorizationServicesEnabled").asBoolean()) {
            portrait.set("settings", of(clientId, "authz/resource-server/settings"));
        }
        return neutral(portrait, client.path("id").asText());
    }

    JsonNode neutral(JsonNode json, String clientUuid) {
        JsonNode neutral = tree(json.toString().replace(clientUuid, "CLIENT").replace(realm.name(), "REALM"));
        strip(neutral);
        return neutral;
    }

    static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void strip(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.remove(DIFFERENT);
            if (object.path("containerId").isTextual()) {
                object.put("containerId", "a container");
            }
        }
        json.forEach(ClientRealm::strip);
        if (json instanceof ArrayNode array) {
            List<JsonNode> sorted = StreamSupport.stream(array.spliterator(), false)
                    .sorted(Comparator.comparing(JsonNode::toString))
                    .toList();
            array.removeAll();
            array.addAll(sorted);
        }
    }
}
