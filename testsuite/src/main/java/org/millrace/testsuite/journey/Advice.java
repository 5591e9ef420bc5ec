package org.millrace.testsuite.journey;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A report of all nodes, as far as a journey follows it: the findings above {@code info}, the principal first. */
record Advice(List<Finding> findings) {

    Advice {
        findings = List.copyOf(findings);
    }

    /**
     * A finding of one or more nodes.
     *
     * @param steps of its change; none if no setting cures it
     * @param restart whether what is changed has to be restarted
     */
    record Finding(String rule, String title, boolean principal, String why, List<Step> steps, boolean restart) {

        Finding {
            steps = List.copyOf(steps);
        }

        boolean hasChange() {
            return !steps.isEmpty();
        }

        /** For people. */
        String name() {
            return rule + " " + title;
        }
    }

    /**
     * A setting and its value to be.
     *
     * @param kind as in reports: {@code option}, {@code postgres-parameter} and so on
     * @param to empty to unset it
     */
    record Step(String kind, String name, Optional<String> from, Optional<String> to) {

        static Step of(JsonNode step) {
            return new Step(
                    step.path("kind").asText(),
                    step.path("name").asText(),
                    text(step.path("from")),
                    text(step.path("to")));
        }

        private static Optional<String> text(JsonNode value) {
            return value.isNull() || value.isMissingNode() ? Optional.empty() : Optional.of(value.asText());
        }

        /** For people: {@code db-pool-max-size 333 to 10}. */
        String text() {
            return name + from.map(value -> " " + value).orElse("") + " to " + to.orElse("unset");
        }
    }

    /** @param report with {@code scope=cluster}; the same finding of several nodes is one */
    static Advice of(JsonNode report) {
        Map<String, Finding> byRule = new LinkedHashMap<>();
        for (JsonNode finding : report.path("findings")) {
            if (!finding.path("severity").asText().equals("info")) {
                byRule.putIfAbsent(finding.path("rule").asText(), finding(finding));
            }
        }
        return new Advice(List.copyOf(byRule.values()));
    }

    private static Finding finding(JsonNode finding) {
        List<Step> steps = new ArrayList<>();
        finding.at("/change/apply").forEach(step -> steps.add(Step.of(step)));
        return new Finding(
                finding.path("rule").asText(),
                finding.path("title").asText(),
                finding.path("principal").asBoolean(),
                finding.path("why").asText(),
                steps,
                finding.at("/change/restart").asBoolean());
    }

    Optional<Finding> principal() {
        return findings.stream().filter(Finding::principal).findFirst();
    }

    /** The finding whose change is applied next: the principal one, or the first other one if no setting cures that. */
    Optional<Finding> next() {
        return findings.stream().filter(Finding::hasChange).findFirst();
    }

    /** For people: the principal finding, or that there is none. */
    String principalText() {
        return principal().map(Finding::name).orElse("none");
    }

    /** For people: all rules. */
    String rules() {
        return findings.isEmpty()
                ? "none"
                : findings.stream().map(Finding::rule).collect(Collectors.joining(", "));
    }
}
