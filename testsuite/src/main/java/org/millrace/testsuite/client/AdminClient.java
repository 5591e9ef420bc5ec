package org.millrace.testsuite.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Keycloak's admin API as one user sees it, with a token that renews itself. Paths start with {@code /} and are relative
 * to the node's base URI. Safe for use by several threads.
 */
public final class AdminClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final URI baseUri;
    private final AccessToken token;

    private AdminClient(HttpClient http, URI baseUri, AccessToken token) {
        this.http = http;
        this.baseUri = baseUri;
        this.token = token;
    }

    /** The bootstrap administrator, who may do everything. */
    public static AdminClient of(Node node) {
        return login(node, "master", ServerUnderTest.ADMIN, ServerUnderTest.ADMIN);
    }

    /** A user of some realm. Nothing is sent before the first call. */
    public static AdminClient login(Node node, String realm, String username, String password) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new AdminClient(http, node.baseUri(), AccessToken.byPassword(node, realm, username, password));
    }

    /** The same user with the same token at another node. */
    public AdminClient at(Node other) {
        return new AdminClient(http, other.baseUri(), token);
    }

    public Answer get(String path) {
        return send(request(path).GET().build());
    }

    /** @param body anything that Jackson writes: a map, a list, a tree */
    public Answer post(String path, Object body) {
        return send(json(path).POST(BodyPublishers.ofString(write(body))).build());
    }

    /** @param body anything that Jackson writes: a map, a list, a tree */
    public Answer put(String path, Object body) {
        return send(json(path).PUT(BodyPublishers.ofString(write(body))).build());
    }

    public Answer delete(String path) {
        return send(request(path).DELETE().build());
    }

    /** @param body anything that Jackson writes: a map, a list, a tree */
    public Answer delete(String path, Object body) {
        return send(json(path)
                .method("DELETE", BodyPublishers.ofString(write(body)))
                .build());
    }

    /** Sends a body of any media type. */
    public Answer post(String path, String contentType, BodyPublisher body) {
        return send(request(path).header("Content-Type", contentType).POST(body).build());
    }

    /** An enabled realm with these fields of {@code RealmRepresentation}. */
    public void createRealm(String realm, Map<String, ?> more) {
        Map<String, Object> representation = new HashMap<>(more);
        representation.put("realm", realm);
        representation.put("enabled", true);
        post("/admin/realms", representation).ok();
    }

    public void createRealm(String realm) {
        createRealm(realm, Map.of());
    }

    public void deleteRealm(String realm) {
        delete("/admin/realms/" + realm).ok();
    }

    /** @return the id of the new user */
    public String createUser(String realm, Map<String, ?> representation) {
        return post("/admin/realms/" + realm + "/users", representation).createdId();
    }

    /** An enabled user who can log in; returns the id. */
    public String createUser(String realm, String username, String password) {
        return createUser(
                realm,
                Map.of(
                        "username",
                        username,
                        "enabled",
                        true,
                        "email",
                        username + "@example.org",
                        "emailVerified",
                        true,
                        "firstName",
                        username,
                        "lastName",
                        "Test",
                        "credentials",
                        List.of(Map.of("type", "password", "value", password))));
    }

    public void createRealmRole(String realm, String role) {
        post("/admin/realms/" + realm + "/roles", Map.of("name", role)).ok();
    }

    /** A group at the top; returns its id. */
    public String createGroup(String realm, String group) {
        return post("/admin/realms/" + realm + "/groups", Map.of("name", group)).createdId();
    }

    /** @return the UUID of the new client, which is not its {@code clientId} */
    public String createClient(String realm, Map<String, ?> representation) {
        return post("/admin/realms/" + realm + "/clients", representation).createdId();
    }

    public void createClientRole(String realm, String clientUuid, String role) {
        post("/admin/realms/" + realm + "/clients/" + clientUuid + "/roles", Map.of("name", role))
                .ok();
    }

    /** Gives a user a realm role. */
    public void grant(String realm, String userId, String role) {
        JsonNode found = get("/admin/realms/" + realm + "/roles/" + role).ok().json();
        post("/admin/realms/" + realm + "/users/" + userId + "/role-mappings/realm", List.of(found))
                .ok();
    }

    /** Gives a user a role of a client, for example {@code manage-users} of {@code realm-management}. */
    public void grant(String realm, String userId, String clientId, String role) {
        String client = clientUuid(realm, clientId);
        post(clientRoles(realm, userId, client), List.of(clientRole(realm, client, role)))
                .ok();
    }

    /** Takes a role of a client away from a user. */
    public void revoke(String realm, String userId, String clientId, String role) {
        String client = clientUuid(realm, clientId);
        delete(clientRoles(realm, userId, client), List.of(clientRole(realm, client, role)))
                .ok();
    }

    private String clientUuid(String realm, String clientId) {
        return get("/admin/realms/" + realm + "/clients?clientId=" + clientId)
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
    }

    private JsonNode clientRole(String realm, String client, String role) {
        return get("/admin/realms/" + realm + "/clients/" + client + "/roles/" + role)
                .ok()
                .json();
    }

    private static String clientRoles(String realm, String userId, String client) {
        return "/admin/realms/" + realm + "/users/" + userId + "/role-mappings/clients/" + client;
    }

    /** The token as it goes behind {@code Bearer}. */
    public String token() {
        return token.value();
    }

    public URI uri(String path) {
        return URI.create(baseUri + path);
    }

    /** A request with the token, for calls that the methods above do not cover. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + token());
    }

    /** @throws UncheckedIOException if the server does not answer */
    public Answer send(HttpRequest request) {
        try {
            return Answer.of(http.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(request.method() + " " + request.uri() + " got no answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
        }
    }

    private HttpRequest.Builder json(String path) {
        return request(path).header("Content-Type", "application/json");
    }

    private static String write(Object body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON: " + body, e);
        }
    }
}
