package org.millrace.testsuite.client;

import io.restassured.http.Method;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.millrace.testsuite.server.Node;

/** One reading of a node's {@code /metrics}, in Prometheus' text format. */
public record Metrics(String text) {
    /** @throws IllegalStateException if the answer is not 200 */
    public static Metrics of(Node node) {
        return new Metrics(Answer.of(RestRequests.to(node.managementUri()), Method.GET, "/metrics")
                .ok()
                .body());
    }

    /** The value of the first sample of this name, with any labels; empty if there is none. */
    public OptionalDouble value(String name) {
        return Pattern.compile("^" + Pattern.quote(name) + "(\\{.*\\})? (\\S+)$", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .mapToDouble(sample -> Double.parseDouble(sample.group(2)))
                .findFirst();
    }

    /** The sum of all samples of this name that have these labels. @param labels such as {@code entity="users"} */
    public double sum(String name, String... labels) {
        return text.lines()
                .filter(line -> line.startsWith(name + "{") && Stream.of(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
