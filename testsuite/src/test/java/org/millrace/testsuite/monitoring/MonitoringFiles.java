package org.millrace.testsuite.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The dashboards and alerting rules of {@code docker/metrics}, and the metrics that they use. */
final class MonitoringFiles {
    static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
    static final Path METRICS = ROOT.resolve("docker/metrics");
    static final Path DASHBOARDS = METRICS.resolve("grafana/dashboards");
    static final Path ALERTS = METRICS.resolve("alerts.yaml");

    private static final Pattern EXPRESSION = Pattern.compile("^ +expr: (.+)$", Pattern.MULTILINE);
    private static final Pattern NO_METRIC = Pattern.compile(
            "\"[^\"]*\"" // values of labels
                    + "|\\[[^\\]]*\\]" // ranges
                    + "|\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
    private static final Pattern LABELS = Pattern.compile("\\{[^}]*\\}");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.$])[a-z_][a-z0-9_]*+(?!\\s*\\()");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

    private MonitoringFiles() {}

    /** By the names of the files. */
    static Map<String, JsonNode> dashboards() throws IOException {
        Map<String, JsonNode> dashboards = new TreeMap<>();
        try (Stream<Path> files = Files.list(DASHBOARDS)) {
            for (Path file : files.toList()) {
                dashboards.put(file.getFileName().toString(), new ObjectMapper().readTree(file.toFile()));
            }
        }
        return dashboards;
    }

    static List<String> alertExpressions() throws IOException {
        return EXPRESSION
                .matcher(Files.readString(ALERTS))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Of the panels. */
    static List<String> expressions(JsonNode dashboard) {
        return dashboard.path("panels").findValuesAsText("expr");
    }

    /** The names of the metrics in an expression. */
    static Set<String> metrics(String expression) {
        String names =
                LABELS.matcher(NO_METRIC.matcher(expression).replaceAll(" ")).replaceAll(" ");
        Set<String> metrics = new LinkedHashSet<>();
        NAME.matcher(names)
                .results()
                .map(found -> found.group())
                .filter(name -> !OPERATORS.contains(name))
                .forEach(metrics::add);
        return metrics;
    }

    /** Of all dashboards, their variables included, and of the alerts. */
    static Set<String> allMetrics() throws IOException {
        Set<String> metrics = new LinkedHashSet<>();
        for (JsonNode dashboard : dashboards().values()) {
            expressions(dashboard).forEach(expression -> metrics.addAll(metrics(expression)));
            for (JsonNode variable : dashboard.at("/templating/list")) {
                String query = variable.path("definition").asText();
                if (query.startsWith("label_values(")) {
                    metrics.add(query.substring("label_values(".length(), query.indexOf(',')));
                }
            }
        }
        for (String expression : alertExpressions()) {
            metrics.addAll(metrics(expression));
        }
        return metrics;
    }
}
