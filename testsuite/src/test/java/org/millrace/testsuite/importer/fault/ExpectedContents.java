package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.RealmContents;
import org.millrace.testsuite.importer.fixture.RealmContents.Association;
import org.millrace.testsuite.importer.fixture.RealmContents.Holding;
import org.millrace.testsuite.server.database.Database;

/** What records of all types leave in a realm that had nothing of its own: names, ids, and what has what. */
final class ExpectedContents {
    /** What comes with each client that has authorization services. */
    private static final List<String> OF_CLIENT = List.of("role %s uma_protection", "user service-account-%s");

    /** Number of entities of a type that are read through each node. */
    private static final int ASKED = 6;

    /** By name, the place of its line; none for what comes with something else. */
    private final Map<String, Optional<Integer>> places = new TreeMap<>();

    private final Set<Association> associations = new HashSet<>();

    /**
     * Expects what a record makes.
     *
     * @param place of its line, from 0
     */
    void add(JsonNode item, int place) {
        String clientId = item.path("clientId").asText();
        String named = item.path("name").asText();
        switch (item.path("type").asText()) {
            case "client" -> {
                places.put("client " + clientId, Optional.of(place));
                OF_CLIENT.forEach(with -> places.put(with.formatted(clientId), Optional.empty()));
            }
            case "authorization" -> {
                places.put("resource " + clientId + " documents", Optional.empty());
                for (String policy : List.of("by role", "by group", "of documents")) {
                    places.put("policy " + clientId + " " + policy, Optional.empty());
                }
            }
            case "role" -> expectRole("role " + (clientId.isEmpty() ? "" : clientId + " ") + named, item, place);
            case "group" -> {
                String group = "group " + item.path("path").asText();
                places.put(group, Optional.of(place));
                item.path("realmRoles").forEach(role -> association(group, "role " + role.asText()));
            }
            case "resource" -> places.put("resource " + clientId + " " + named, Optional.of(place));
            case "organization" -> places.put("organization " + named, Optional.of(place));
            case "department" -> {
                String department = "department " + item.path("organization").asText()
                        + item.path("path").asText();
                places.put(department, Optional.of(place));
                item.path("members").forEach(user -> association("user " + user.asText(), department));
            }
            default -> expectUser("user " + item.path("username").asText(), item, place);
        }
    }

    private void expectRole(String role, JsonNode item, int place) {
        places.put(role, Optional.of(place));
        item.path("composites").path("realm").forEach(part -> association(role, "role " + part.asText()));
        item.path("composites")
                .path("client")
                .properties()
                .forEach(client -> client.getValue()
                        .forEach(part -> association(role, "role " + client.getKey() + " " + part.asText())));
    }

    private void expectUser(String user, JsonNode item, int place) {
        places.put(user, Optional.of(place));
        item.path("realmRoles").forEach(role -> association(user, "role " + role.asText()));
        item.path("groups").forEach(group -> association(user, "group " + group.asText()));
        for (JsonNode organization : item.path("organizations")) {
            String alias = organization.path("alias").asText();
            association(user, "organization " + alias);
            organization.path("groups").forEach(path -> association(user, "department " + alias + path.asText()));
        }
    }

    private void association(String one, String other) {
        associations.add(new Association(one, other));
    }

    /**
     * Holds a realm against what was expected.
     *
     * @param before what it held before
     * @param ids of what the records came to, in their order
     * @throws AssertionError if it does not hold that, or more
     */
    void check(Database database, ImportRealm realm, Map<String, Holding> before, List<String> ids)
            throws SQLException {
        Map<String, Holding> contents = RealmContents.of(database, realm.name());
        assertThat(contents).containsAllEntriesOf(before);
        contents.keySet().removeAll(before.keySet());
        assertThat(contents.keySet()).isEqualTo(places.keySet());
        Map<String, String> stored = ids(contents);
        places.forEach((name, place) -> place.ifPresent(at -> assertThat(stored).containsEntry(name, ids.get(at))));
        Set<Association> found = RealmContents.associations(database, realm.name());
        found.removeIf(association -> before.containsKey(association.of()));
        assertThat(found).isEqualTo(with(associations, realm.defaultRole()));
    }

    /** Each user has the realm's default role, too. */
    private Set<Association> with(Set<Association> given, String defaultRole) {
        Set<Association> all = new HashSet<>(given);
        places.forEach((name, place) -> {
            if (name.startsWith("user ") && place.isPresent()) {
                all.add(new Association(name, "role " + defaultRole));
            }
        });
        return all;
    }

    /** Asks a node for some of each type; what is not there yet has no answer. */
    void look(ImportRealm realm) {
        asked().forEach(name -> id(realm, name));
    }

    /** @throws AssertionError if a node cannot name some of what there is, or has it by another id */
    void checkAnswers(Database database, ImportRealm realm) throws SQLException {
        Map<String, String> stored = ids(RealmContents.of(database, realm.name()));
        for (String name : asked()) {
            assertThat(stored).containsEntry(name, id(realm, name));
        }
    }

    private static Map<String, String> ids(Map<String, Holding> contents) {
        Map<String, String> ids = new HashMap<>();
        contents.forEach((name, holding) -> ids.put(name, holding.id()));
        return ids;
    }

    private List<String> asked() {
        List<String> asked = new ArrayList<>();
        Map<String, Integer> ofType = new HashMap<>();
        places.forEach((name, place) -> {
            String type = name.substring(0, name.indexOf(' '));
            if (place.isPresent() && !type.equals("department") && ofType.merge(type, 1, Integer::sum) <= ASKED) {
                asked.add(name);
            }
        });
        return asked;
    }

    /** As Keycloak's API has it; empty for none. */
    private static String id(ImportRealm realm, String name) {
        String[] words = name.split(" ");
        String path = switch (words[0]) {
            case "client" -> "/clients?clientId=" + words[1];
            case "role" -> roles(realm, words);
            case "group" -> "/group-by-path" + words[1];
            case "resource" ->
                "/clients/" + id(realm, "client " + words[1]) + "/authz/resource-server/resource?exactName=true&name="
                        + words[2];
            case "organization" -> "/organizations?exact=true&search=" + words[1];
            default -> "/users?exact=true&username=" + words[1];
        };
        Answer answer = realm.admin().get(realm.base() + path);
        if (answer.status() != 200) {
            return "";
        }
        JsonNode found = answer.json().isArray() ? answer.json().path(0) : answer.json();
        return found.path("id").asText(found.path("_id").asText());
    }

    private static String roles(ImportRealm realm, String... words) {
        return words.length == 2
                ? "/roles/" + words[1]
                : "/clients/" + id(realm, "client " + words[1]) + "/roles/" + words[2];
    }
}
