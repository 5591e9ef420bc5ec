package org.millrace.testsuite.advisor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.millrace.testsuite.server.Node;

/** One answer of the advisor on the management port. */
public record Brief(int status, String body) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(50);

    static Brief of(Node node) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.managementUri() + "/advisor"))
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            return new Brief(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(request.uri() + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
        }
    }

    /** The first that matches; the last there was if none does in two minutes. */
    public static Brief await(Node node, Predicate<Brief> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Brief brief = of(node);
        while (!wanted.test(brief) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE.toNanos());
            brief = of(node);
        }
        return brief;
    }

    /** @throws UncheckedIOException if it is none */
    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + body, e);
        }
    }

    /** Id of the rule of the principal finding. */
    public String principal() {
        return json().path("principal").asText();
    }
}
