package org.millrace.testsuite.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.testsuite.server.Node;

/**
 * An access token, by password or another grant, fetched when first needed and again before it expires. Requested again instead
 * of refreshed, which also works after the loss of the node that holds the session. Thread-safe.
 */
public final class AccessToken {
    /** A call that takes as long as this still ends within the token's life. */
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private final HttpClient http;
    private final URI endpoint;
    private final Map<String, String> form;
    private final InstantSource clock;
    private @Nullable String value;
    private long renewAtMillis;

    private AccessToken(HttpClient http, URI endpoint, Map<String, String> form, InstantSource clock) {
        this.http = http;
        this.endpoint = endpoint;
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
        URI endpoint = URI.create(node.baseUri() + "/realms/" + realm + "/protocol/openid-connect/token");
        return new AccessToken(HttpClient.newHttpClient(), endpoint, form, InstantSource.system());
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
        String body = form.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return Answer.of(http.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(endpoint + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + endpoint, e);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
