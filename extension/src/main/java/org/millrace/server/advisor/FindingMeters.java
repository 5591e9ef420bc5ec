package org.millrace.server.advisor;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;

/**
 * The findings as meters: 1 while a rule finds something of a severity in a lane, 0 while it answers otherwise, and not a
 * number while nobody knows: without a recent diagnosis, or if the rule was skipped or held back.
 */
final class FindingMeters {

    private static final String NAME = "keycloak.advisor.findings";

    private FindingMeters() {}

    /** The meters read whichever advisor runs, so that a reload needs no new ones. */
    static void register(MeterRegistry registry, List<Rule> rules) {
        for (Rule rule : rules) {
            for (Lane lane : Finding.lanes(rule.card())) {
                for (Severity severity : Severity.values()) {
                    register(registry, rule.card(), lane, severity);
                }
            }
        }
    }

    private static void register(MeterRegistry registry, RuleCard rule, Lane lane, Severity severity) {
        Gauge.builder(NAME, () -> current(rule.id(), lane, severity))
                .description("Findings of the tuning advisor")
                .tag("rule", rule.id())
                .tag("severity", severity.name().toLowerCase(Locale.ROOT))
                .tag("lane", lane.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    /** What is published by an advisor that has stalled is not said of now. */
    private static double current(String rule, Lane lane, Severity severity) {
        return value(
                RunningAdvisor.find()
                        .filter(advisor -> advisor.stalledSince().isEmpty())
                        .flatMap(Advisor::published),
                rule,
                lane,
                severity);
    }

    static double value(Optional<Diagnosis> diagnosis, String rule, Lane lane, Severity severity) {
        if (diagnosis.isEmpty()) {
            return Double.NaN;
        }
        Optional<RankedFinding> found = diagnosis.get().findings().stream()
                .filter(ranked -> ranked.rule().id().equals(rule))
                .findFirst();
        if (found.isPresent()) {
            return found.get().lane() == lane && found.get().finding().severity() == severity ? 1 : 0;
        }
        return diagnosis.get().healthy().contains(rule) ? 0 : Double.NaN;
    }
}
