package org.millrace.testsuite.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** A realm with organizations, and what Keycloak's own API says of them. */
record OrganizedRealm(ImportRealm realm) {
    static final String ROLE = "mapped";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<Node, OrganizedRealm> SHARED = new ConcurrentHashMap<>();

    /** One that all tests of a server share: they take organizations of their own. */
    static OrganizedRealm shared(ServerUnderTest server) {
        return SHARED.computeIfAbsent(server.node(), node -> create(server));
    }

    static OrganizedRealm create(ServerUnderTest server) {
        OrganizedRealm organized = new OrganizedRealm(ImportRealm.create(server, Map.of("organizationsEnabled", true)));
        organized.realm().admin().createRealmRole(organized.realm().name(), ROLE);
        return organized;
    }

    /** A new organization, by Keycloak's own call. */
    String organization(String alias) {
        return realm.admin()
                .post(realm.base() + "/organizations", Map.of("name", alias, "alias", alias))
                .createdId();
    }

    /** A new user. */
    String user(String username) {
        return realm.admin().createUser(realm.name(), Map.of("username", username));
    }

    /** A new member of an organization, by Keycloak's own calls. */
    String member(String organizationId, String username) {
        String id = user(username);
        join(organizationId, id);
        return id;
    }

    void join(String organizationId, String userId) {
        realm.admin()
                .post(at(organizationId) + "/members", JSON.getNodeFactory().textNode(userId))
                .ok();
    }

    String at(String organizationId) {
        return realm.base() + "/organizations/" + organizationId;
    }

    Answer find(String organizationId, String path) {
        return realm.admin().get(at(organizationId) + "/groups/group-by-path" + path);
    }

    boolean has(String organizationId, String path) {
        return find(organizationId, path).status() == 200;
    }

    /** A group inside an organization, with all that the API shows of it. */
    JsonNode group(String organizationId, String path) {
        String id = find(organizationId, path).ok().json().path("id").asText();
        return realm.admin().get(at(organizationId) + "/groups/" + id).ok().json();
    }

    /** Names of those who are in a group. */
    Set<String> members(String organizationId, String path) {
        String id = find(organizationId, path).ok().json().path("id").asText();
        return usernames(at(organizationId) + "/groups/" + id + "/members");
    }

    Set<String> members(String organizationId) {
        return usernames(at(organizationId) + "/members");
    }

    private Set<String> usernames(String path) {
        return new TreeSet<>(realm.admin().get(path).ok().json().findValuesAsText("username"));
    }

    static ObjectNode object(Map<String, ?> fields) {
        return JSON.valueToTree(fields);
    }

    /** Operation, type and path of all admin events since the last call. */
    List<String> events() {
        JsonNode events =
                realm.admin().get(realm.base() + "/admin-events?max=100").ok().json();
        realm.admin().delete(realm.base() + "/admin-events").ok();
        return events.valueStream()
                .map(event -> event.path("operationType").asText() + " "
                        + event.path("resourceType").asText() + " "
                        + event.path("resourcePath").asText())
                .toList();
    }
}
