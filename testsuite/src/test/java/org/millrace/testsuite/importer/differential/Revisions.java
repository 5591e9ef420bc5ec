package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/**
 * Keycloak's own way to what a merge or a replacement does: {@code PUT /users/{id}}, and the endpoints below the user, call by
 * call.
 *
 * @see ManyShapes#realm what the realm gives new users
 */
final class Revisions {
    /** Fields of a record that {@code PUT /users/{id}} takes as they are. */
    private static final List<String> PUT =
            List.of("email", "firstName", "lastName", "enabled", "emailVerified", "requiredActions", "credentials");

    private static final List<String> PROVIDERS = List.of("acme", "other");
    private static final String DEFAULT_GROUP = "/newcomers";
    private static final String DEFAULT_ACTION = "TERMS_AND_CONDITIONS";

    private final ImportRealm realm;
    private final boolean replaces;
    private final AdminClient admin;
    private final OneByOne creation;
    private final Map<String, String> ids;
    private final Map<String, String> groups = new ConcurrentHashMap<>();

    Revisions(ImportRealm realm, boolean replaces) {
        this.realm = realm;
        this.replaces = replaces;
        this.admin = realm.admin();
        this.creation = new OneByOne(realm);
        this.ids = realm.ids();
    }

    /** Applies these records to users, with a limit of concurrent requests. */
    void all(List<ObjectNode> items, int inFlight) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(inFlight);
        try {
            List<Callable<Boolean>> calls = items.stream().map(this::call).toList();
            for (Future<Boolean> call : threads.invokeAll(calls)) {
                call.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private Callable<Boolean> call(ObjectNode item) {
        return () -> {
            String id = ids.getOrDefault(item.path("username").asText().toLowerCase(Locale.ROOT), "");
            String user = realm.base() + "/users/" + id;
            ObjectNode current = (ObjectNode) admin.get(user).ok().json();
            if (replaces) {
                removeCredentials(user, item);
                admin.put(user, replacement(item, current)).ok();
                removeWhatIsNotNamed(user, item);
            } else {
                admin.put(user, merged(item, current)).ok();
            }
            add(user, id, item);
            return true;
        };
    }

    /** Keeps of the user what the record does not name. */
    private static ObjectNode merged(ObjectNode item, ObjectNode current) {
        // Sending the list of actions back would write it again.
        current.remove(List.of("requiredActions", "federatedIdentities", "createdTimestamp", "access"));
        for (String field : PUT) {
            if (item.has(field)) {
                current.set(field, item.path(field));
            }
        }
        item.path("attributes")
                .properties()
                .forEach(attribute -> current.withObject("/attributes").set(attribute.getKey(), attribute.getValue()));
        return current;
    }

    /** Holds all fields that {@code PUT} would otherwise keep; with attributes present, {@code PUT} removes missing names. */
    private static ObjectNode replacement(ObjectNode item, ObjectNode current) {
        ObjectNode replacement = item.objectNode();
        replacement.set("username", current.path("username"));
        replacement.put("email", "").put("enabled", false).put("emailVerified", false);
        replacement.set("attributes", item.path("attributes").isObject() ? item.path("attributes") : item.objectNode());
        for (String field : PUT) {
            if (item.has(field)) {
                replacement.set(field, item.path(field));
            }
        }
        if (item.has("requiredActions")) {
            ArrayNode actions = item.arrayNode().addAll((ArrayNode) item.path("requiredActions"));
            current.path("requiredActions")
                    .valueStream()
                    .map(JsonNode::asText)
                    .filter(DEFAULT_ACTION::equals)
                    .forEach(actions::add);
            replacement.set("requiredActions", actions);
        }
        return replacement;
    }

    private void removeWhatIsNotNamed(String user, ObjectNode item) {
        removeRoles(user, item);
        Set<String> named = new HashSet<>(texts(item.path("groups")));
        named.add(DEFAULT_GROUP);
        for (JsonNode group : admin.get(user + "/groups?max=1000").ok().json()) {
            if (!named.contains(group.path("path").asText())) {
                admin.delete(user + "/groups/" + group.path("id").asText()).ok();
            }
        }
        // The list shows providers that the realm has; links to others are stored all the same.
        PROVIDERS.forEach(provider -> admin.delete(user + "/federated-identity/" + provider));
    }

    /** Before others are added: each one that goes moves those behind it, which counts as a change of theirs. */
    private void removeCredentials(String user, ObjectNode item) {
        if (item.has("credentials")) {
            // What these records name is a password, which takes the place of the password.
            for (JsonNode credential : admin.get(user + "/credentials").ok().json()) {
                if (!credential.path("type").asText().equals("password")) {
                    admin.delete(user + "/credentials/" + credential.path("id").asText())
                            .ok();
                }
            }
        }
    }

    private void removeRoles(String user, ObjectNode item) {
        JsonNode mappings = admin.get(user + "/role-mappings").ok().json();
        Set<String> named = new HashSet<>(texts(item.path("realmRoles")));
        named.add(realm.defaultRole());
        remove(user + "/role-mappings/realm", mappings.path("realmMappings"), named);
        for (Map.Entry<String, JsonNode> client :
                mappings.path("clientMappings").properties()) {
            remove(
                    user + "/role-mappings/clients/"
                            + client.getValue().path("id").asText(),
                    client.getValue().path("mappings"),
                    Set.copyOf(texts(item.path("clientRoles").path(client.getKey()))));
        }
    }

    private void remove(String path, JsonNode roles, Set<String> named) {
        List<JsonNode> surplus = new ArrayList<>();
        roles.forEach(role -> {
            if (!named.contains(role.path("name").asText())) {
                surplus.add(role);
            }
        });
        if (!surplus.isEmpty()) {
            admin.delete(path, surplus).ok();
        }
    }

    private void add(String user, String id, ObjectNode item) {
        creation.mapRoles(id, item);
        for (String path : texts(item.path("groups"))) {
            admin.put(user + "/groups/" + group(path), Map.of()).ok();
        }
        for (JsonNode link : item.path("federatedIdentities")) {
            String path = user + "/federated-identity/"
                    + link.path("identityProvider").asText();
            admin.delete(path);
            admin.post(path, link).ok();
        }
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
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
