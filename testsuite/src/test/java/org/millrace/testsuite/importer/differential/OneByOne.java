package org.millrace.testsuite.importer.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Keycloak's own way to the same users: {@code POST /users}, and the role mappings that it leaves out. */
final class OneByOne {
    private static final int IN_FLIGHT = 4;

    private final ImportRealm realm;
    private final AdminClient admin;
    private final Map<String, JsonNode> roles = new ConcurrentHashMap<>();
    private final Map<String, String> clients = new ConcurrentHashMap<>();

    OneByOne(ImportRealm realm) {
        this.realm = realm;
        this.admin = realm.admin();
    }

    /** Writes a user, with its roles if Keycloak takes the user; the answer is that to the user. */
    Answer write(JsonNode user) {
        Answer answer = admin.post(realm.base() + "/users", user);
        if (answer.status() == 201) {
            mapRoles(answer.createdId(), user);
        }
        return answer;
    }

    /** Gives a user the roles of a record. */
    void mapRoles(String id, JsonNode user) {
        String mappings = realm.base() + "/users/" + id + "/role-mappings/";
        List<JsonNode> realmRoles = roles(realm.base() + "/roles/", user.path("realmRoles"));
        if (!realmRoles.isEmpty()) {
            admin.post(mappings + "realm", realmRoles).ok();
        }
        for (Map.Entry<String, JsonNode> client : user.path("clientRoles").properties()) {
            String uuid = client(client.getKey());
            String path = realm.base() + "/clients/" + uuid + "/roles/";
            admin.post(mappings + "clients/" + uuid, roles(path, client.getValue()))
                    .ok();
        }
    }

    /** Writes many users, several at a time. */
    void writeAll(List<JsonNode> users) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(IN_FLIGHT);
        try {
            for (Future<Answer> answer : threads.invokeAll(
                    users.stream().map(user -> callWrite(user)).toList())) {
                answer.get().ok();
            }
        } finally {
            threads.shutdown();
        }
    }

    private java.util.concurrent.Callable<Answer> callWrite(JsonNode user) {
        return () -> write(user);
    }

    private List<JsonNode> roles(String path, JsonNode names) {
        return Stream.of(names)
                .flatMap(list -> list.valueStream())
                .map(name -> roles.computeIfAbsent(
                        path + name.asText(), found -> admin.get(found).ok().json()))
                .toList();
    }

    private String client(String clientId) {
        return clients.computeIfAbsent(
                clientId,
                name -> admin.get(realm.base() + "/clients?clientId=" + name)
                        .ok()
                        .json()
                        .path(0)
                        .path("id")
                        .asText());
    }
}
