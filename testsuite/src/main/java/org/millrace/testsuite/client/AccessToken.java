package org.millrace.testsuite.client;

import io.restassured.http.Method;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.testsuite.server.Node;

/**
 * An access token, by password or another grant, fetched when first needed and again before it expires. Requested again instead
 * of refreshed, which also works after the loss of the node that holds the session. Thread-safe.
 */
public final class AccessToken {
    /** A call that takes as long as this still ends within the token's life. */
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private final URI baseUri;
    private final String path;
    private final Map<String, String> form;
    private final InstantSource clock;
    private @Nullable String value;
    private long renewAtMillis;

    private AccessToken(URI baseUri, String path, Map<String, String> form, InstantSource clock) {
        this.baseUri = baseUri;
        this.path = path;
        this.form = form;
        this.clock = clock;
    }

    /** For a user of some realm, through {@code admin-cli}, the public client that every realm has. */
    public static AccessToken byPassword(Node node, String realm, String username, String password) {
        return by(
                Map.of("grant_type", "password", "client_id", "admin-cli", "username", username, "password", password),
                node,
                realm);
    }

    /** By any grant whose parameters are these. */
    public static AccessToken by(Map<String, String> form, Node node, String realm) {
        String path = "/realms/" + realm + "/protocol/openid-connect/token";
        return new AccessToken(node.baseUri(), path, form, InstantSource.system());
    }

    /** @throws IllegalStateException if the server refuses the login */
    public synchronized String value() {
        String known = value;
        if (known != null && clock.millis() < renewAtMillis) {
            return known;
        }
        long asked = clock.millis();
        Answer answer = request().ok();
        long lifeMillis = answer.json().path("expires_in").asLong() * 1000;
        renewAtMillis = asked + Math.max(0, lifeMillis - MARGIN.toMillis());
        String fresh = answer.json().path("access_token").asText();
        value = fresh;
        return fresh;
    }

    /** Requests a token; returns any response: 200 with a token, or an OAuth error. */
    public Answer request() {
        return Answer.of(RestRequests.to(baseUri).urlEncodingEnabled(true).formParams(form), Method.POST, path);
    }
}
