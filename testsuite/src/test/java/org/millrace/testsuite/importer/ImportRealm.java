package org.millrace.testsuite.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** A realm, the import into it, and what Keycloak's own API says of it afterwards. Safe for use by several threads. */
record ImportRealm(Node node, AdminClient admin, String name, String entity, String query) {
    private static final Map<Node, ImportRealm> SHARED = new ConcurrentHashMap<>();

    /** A {@link SampleRealm} that all tests of a server share: they take users of their own, and leave its settings. */
    static ImportRealm shared(ServerUnderTest server) {
        return SHARED.computeIfAbsent(server.node(), node -> sample(server));
    }

    /** A {@link SampleRealm} of one's own. */
    static ImportRealm sample(ServerUnderTest server) {
        Node node = server.node();
        ImportRealm realm = new ImportRealm(node, AdminClient.of(node), newName(), "users", "");
        SampleRealm.create(realm.admin(), realm.name());
        return realm;
    }

    /** A new realm with these fields of {@code RealmRepresentation}, and nothing else in it. */
    static ImportRealm create(ServerUnderTest server, Map<String, ?> settings) {
        Node node = server.node();
        ImportRealm realm = new ImportRealm(node, AdminClient.of(node), newName(), "users", "");
        realm.admin().createRealm(realm.name(), settings);
        return realm;
    }

    private static String newName() {
        return "import-" + UUID.randomUUID();
    }

    /** A realm that does not exist yet. */
    ImportRealm renamed() {
        return new ImportRealm(node, admin, newName(), "users", "");
    }

    /** The same realm, with query parameters for its imports. */
    ImportRealm with(String parameters) {
        return new ImportRealm(node, admin, name, entity, "?" + parameters);
    }

    /** The same realm, for imports of something else than users. */
    ImportRealm into(String other) {
        return new ImportRealm(node, admin, name, other, query);
    }

    /** The same realm in somebody else's hands. */
    ImportRealm as(AdminClient somebody) {
        return new ImportRealm(node, somebody, name, entity, query);
    }

    /** Imports lines: what {@code toString} makes of each record, each with a line feed behind it. */
    ImportAnswer take(Object... lines) {
        return take(List.of(lines));
    }

    ImportAnswer take(List<?> lines) {
        String body = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        return ImportAnswer.of(post(body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Imports a body byte by byte, whatever the answer. */
    Answer post(byte[] body) {
        return post("application/x-ndjson", BodyPublishers.ofByteArray(body));
    }

    Answer post(String contentType, BodyPublisher body) {
        return admin.post(path(), contentType, body);
    }

    /** Starts a request of its own; the media type is that of NDJSON. */
    HttpRequest.Builder request() {
        return admin.request(path()).header("Content-Type", "application/x-ndjson");
    }

    String path() {
        return base() + "/bulk-import/" + entity + query;
    }

    String base() {
        return "/admin/realms/" + name;
    }

    /** The user with this very name, with all that the API shows; empty if there is none. */
    Optional<JsonNode> find(String username) {
        JsonNode found = admin.get(base() + "/users?exact=true&username=" + encoded(username))
                .ok()
                .json();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        admin.get(base() + "/users/" + found.path(0).path("id").asText())
                                .ok()
                                .json());
    }

    JsonNode user(String username) {
        return find(username).orElseThrow(() -> new AssertionError("there is no user " + username));
    }

    boolean has(String username) {
        return find(username).isPresent();
    }

    /** Ids of all users by their names. */
    Map<String, String> ids() {
        return found("");
    }

    /** Ids of the users whose names begin so, by their names. */
    Map<String, String> ids(String prefix) {
        Map<String, String> ids = found("&search=" + encoded(prefix + "*"));
        // Keycloak looks for it in other fields, too.
        ids.keySet().removeIf(username -> !username.startsWith(prefix));
        return ids;
    }

    /** Briefly, as Keycloak looks through all users it has shown for each one that it shows whole. */
    private Map<String, String> found(String search) {
        Map<String, String> ids = new TreeMap<>();
        admin.get(base() + "/users?briefRepresentation=true&max=-1" + search)
                .ok()
                .json()
                .forEach(user ->
                        ids.put(user.path("username").asText(), user.path("id").asText()));
        return ids;
    }

    long count() {
        return Long.parseLong(admin.get(base() + "/users/count").ok().body());
    }

    /** What is below a user: {@code groups}, {@code credentials}, {@code role-mappings} and so on. */
    JsonNode of(String username, String what) {
        return admin.get(base() + "/users/" + user(username).path("id").asText() + "/" + what)
                .ok()
                .json();
    }

    /** Paths of the groups that a user is in. */
    List<String> groups(String username) {
        return of(username, "groups").findValuesAsText("path");
    }

    /** Names of the realm roles that a user has by name, not by way of others. */
    List<String> realmRoles(String username) {
        return names(of(username, "role-mappings").path("realmMappings"));
    }

    List<String> clientRoles(String username, String clientId) {
        return names(of(username, "role-mappings")
                .path("clientMappings")
                .path(clientId)
                .path("mappings"));
    }

    /** The role that every user has. */
    String defaultRole() {
        return "default-roles-" + name;
    }

    /** Asks for a token by password, whatever the answer. */
    Answer login(String username, String password) {
        return AccessToken.byPassword(node, name, username, password).request();
    }

    /** Somebody of this realm with these roles of {@code realm-management}, and no others. */
    AdminClient newAdmin(String... roles) {
        String username = "admin-" + UUID.randomUUID();
        String id = admin.createUser(name, username, username);
        Stream.of(roles).forEach(role -> admin.grant(name, id, "realm-management", role));
        return AdminClient.login(node, name, username, username);
    }

    private static List<String> names(JsonNode roles) {
        List<String> names = new ArrayList<>();
        roles.forEach(role -> names.add(role.path("name").asText()));
        return names;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
