package org.millrace.testsuite.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.http.Method;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Keycloak's admin API as one user sees it, with a token that renews itself: requests of REST Assured, and of the JDK's client
 * where bodies are streamed. Paths start with {@code /}, are relative to the node's base URI, and are sent as they are. Thread-safe.
 */
public final class AdminClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JSON_TYPE = "application/json";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Until the response begins: a request that is never answered fails its test instead of hanging the build. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private static final Map<Node, AccessToken> ADMINISTRATORS = new ConcurrentHashMap<>();

    private final URI baseUri;
    private final AccessToken token;

    private AdminClient(URI baseUri, AccessToken token) {
        this.baseUri = baseUri;
        this.token = token;
    }

    /** The bootstrap administrator, who may do everything. All clients of a node share one token. */
    public static AdminClient of(Node node) {
        return new AdminClient(node.baseUri(), ADMINISTRATORS.computeIfAbsent(node, AdminClient::administrator));
    }

    private static AccessToken administrator(Node node) {
        return AccessToken.byPassword(node, "master", ServerUnderTest.ADMIN, ServerUnderTest.ADMIN);
    }

    /** A user of some realm. Nothing is sent before the first call. */
    public static AdminClient login(Node node, String realm, String username, String password) {
        return new AdminClient(node.baseUri(), AccessToken.byPassword(node, realm, username, password));
    }

    /** A client with a token of any grant. Nothing is sent before the first call. */
    public static AdminClient with(Node node, AccessToken token) {
        return new AdminClient(node.baseUri(), token);
    }

    /** The same user with the same token at another node. */
    public AdminClient at(Node other) {
        return new AdminClient(other.baseUri(), token);
    }

    /** A request with the token, for headers and bodies that the methods below do not cover. */
    public RequestSpecification given() {
        return RestRequests.to(baseUri).header("Authorization", "Bearer " + token());
    }

    public Answer get(String path) {
        return Answer.of(given(), Method.GET, path);
    }

    /** Sends no body. */
    public Answer post(String path) {
        return Answer.of(given().noContentType(), Method.POST, path);
    }

    /** @param body anything that Jackson writes: a map, a list, a tree */
    public Answer post(String path, Object body) {
        return post(path, JSON_TYPE, write(body));
    }

    /** Sends a body of any media type, in UTF-8. */
    public Answer post(String path, String contentType, String body) {
        return post(path, contentType, bytes(body));
    }

    public Answer post(String path, String contentType, byte[] body) {
        return Answer.of(given().contentType(contentType).body(body), Method.POST, path);
    }

    /** @param body anything that Jackson writes: a map, a list, a tree */
    public Answer put(String path, Object body) {
        return put(path, JSON_TYPE, bytes(write(body)));
    }

    public Answer put(String path, String contentType, byte[] body) {
        return Answer.of(given().contentType(contentType).body(body), Method.PUT, path);
    }

    public Answer delete(String path) {
        return Answer.of(given(), Method.DELETE, path);
    }

    /** @param body anything that Jackson writes: a map, a list, a tree */
    public Answer delete(String path, Object body) {
        return Answer.of(given().contentType(JSON_TYPE).body(bytes(write(body))), Method.DELETE, path);
    }

    /** An enabled realm with these fields of {@code RealmRepresentation}, and with the {@link RealmKeys} of all realms. */
    public void createRealm(String realm, Map<String, ?> more) {
        Map<String, Object> representation = new HashMap<>(Map.of("components", RealmKeys.components()));
        representation.putAll(more);
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

    /** A request of the JDK's client with the token; see {@link #stream}. */
    public HttpRequest.Builder streamed(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(PATIENCE).header("Authorization", "Bearer " + token());
    }

    /**
     * Sends a request by the JDK's client, which reads the response while it sends the body: for bodies of unknown length and long
     * ones, and for requests that are measured.
     *
     * @throws UncheckedIOException if the server does not answer
     */
    public Answer stream(HttpRequest request) {
        try {
            return Answer.of(HTTP.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(request.method() + " " + request.uri() + " got no answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String write(Object body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON: " + body, e);
        }
    }
}
