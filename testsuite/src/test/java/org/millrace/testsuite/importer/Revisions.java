package org.millrace.testsuite.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;

/** Keycloak's own way to what a merge does: read the user, put it back changed, and call the endpoints below it. */
final class Revisions {
    /** Fields of a record that {@code PUT /users/{id}} takes as they are. */
    private static final List<String> PUT =
            List.of("email", "firstName", "lastName", "enabled", "emailVerified", "requiredActions", "credentials");

    private final ImportRealm realm;
    private final AdminClient admin;
    private final OneByOne creation;
    private final Map<String, String> ids;
    private final Map<String, String> groups = new HashMap<>();

    Revisions(ImportRealm realm) {
        this.realm = realm;
        this.admin = realm.admin();
        this.creation = new OneByOne(realm);
        this.ids = realm.ids();
    }

    void merge(ObjectNode item) {
        String id = ids.getOrDefault(item.path("username").asText().toLowerCase(Locale.ROOT), "");
        String user = realm.base() + "/users/" + id;
        ObjectNode representation = (ObjectNode) admin.get(user).ok().json();
        // What it does not name is left alone; read back and sent again, a list of actions would be made anew.
        representation.remove(List.of("requiredActions", "federatedIdentities", "createdTimestamp", "access"));
        for (String field : PUT) {
            if (item.has(field)) {
                representation.set(field, item.path(field));
            }
        }
        item.path("attributes")
                .properties()
                .forEach(attribute ->
                        representation.withObject("/attributes").set(attribute.getKey(), attribute.getValue()));
        admin.put(user, representation).ok();
        creation.mapRoles(id, item);
        for (JsonNode path : item.path("groups")) {
            admin.put(user + "/groups/" + group(path.asText()), Map.of()).ok();
        }
        for (JsonNode link : item.path("federatedIdentities")) {
            String path = user + "/federated-identity/"
                    + link.path("identityProvider").asText();
            admin.delete(path);
            admin.post(path, link).ok();
        }
    }

    private String group(String path) {
        return groups.computeIfAbsent(
                path,
                name -> admin.get(realm.base() + "/group-by-path" + name)
                        .ok()
                        .json()
                        .path("id")
                        .asText());
    }
}
