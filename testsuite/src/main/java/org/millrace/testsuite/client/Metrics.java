package org.millrace.testsuite.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.millrace.testsuite.server.Node;

/** One reading of a node's {@code /metrics}, in Prometheus' text format. */
public record Metrics(String text) {
    /** @throws IllegalStateException if the answer is not 200 */
    public static Metrics of(Node node) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.managementUri() + "/metrics"))
                .build();
        try {
            return new Metrics(Answer.of(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()))
                    .ok()
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(request.uri() + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
        }
    }

    /** The value of the first sample of this name, with any labels; empty if there is none. */
    public OptionalDouble value(String name) {
        return Pattern.compile("^" + Pattern.quote(name) + "(\\{.*\\})? (\\S+)$", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .mapToDouble(sample -> Double.parseDouble(sample.group(2)))
                .findFirst();
    }
}
