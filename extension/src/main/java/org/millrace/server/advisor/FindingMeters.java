package org.millrace.server.advisor;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;

/** The findings as meters: 1 while a rule finds something of a severity, else 0. */
final class FindingMeters {

    private static final String NAME = "keycloak.advisor.findings";

    private FindingMeters() {}

    /** The meters read whichever advisor runs, so that a reload needs no new ones. */
    static void register(MeterRegistry registry, List<Rule> rules) {
        for (Rule rule : rules) {
            for (Severity severity : Severity.values()) {
                register(registry, rule.card(), severity);
            }
        }
    }

    private static void register(MeterRegistry registry, RuleCard rule, Severity severity) {
        Gauge.builder(NAME, () -> count(rule.id(), severity))
                .description("Findings of the tuning advisor")
                .tag("rule", rule.id())
                .tag("severity", severity.name().toLowerCase(Locale.ROOT))
                .tag("lane", rule.lane().name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private static long count(String rule, Severity severity) {
        return RunningAdvisor.find()
                .flatMap(Advisor::published)
                .map(diagnosis -> diagnosis.findings().stream()
                        .filter(ranked -> ranked.rule().id().equals(rule)
                                && ranked.finding().severity() == severity)
                        .count())
                .orElse(0L);
    }
}
