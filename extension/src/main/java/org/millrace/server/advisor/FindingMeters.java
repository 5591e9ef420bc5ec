package org.millrace.server.advisor;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Rule;

/**
 * The findings as meters, one series for each rule that can answer: 1 with the severity and the lane of a finding, 0 with the severity
 * {@code none} while there is none. A rule that is skipped or held back has no series, and none has a value without a recent diagnosis.
 */
final class FindingMeters {

    static final String NAME = "keycloak.advisor.findings";

    private static final String NONE = "none";

    private final MultiGauge findings;
    private final Map<String, Lane> lanes;
    private final BooleanSupplier current;

    FindingMeters(MeterRegistry registry, List<Rule> rules) {
        this(registry, rules, FindingMeters::isCurrent);
    }

    /** @param current whether the last diagnosis may be taken for that of now */
    FindingMeters(MeterRegistry registry, List<Rule> rules, BooleanSupplier current) {
        this.findings = MultiGauge.builder(NAME)
                .description("Findings of the tuning advisor")
                .register(registry);
        this.lanes = rules.stream()
                .collect(Collectors.toMap(
                        rule -> rule.card().id(), rule -> rule.card().lane()));
        this.current = current;
    }

    /** Replaces what was shown of the diagnosis before. */
    void show(Diagnosis diagnosis) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (RankedFinding ranked : diagnosis.findings()) {
            rows.add(row(ranked.rule().id(), label(ranked.finding().severity()), ranked.lane(), 1));
        }
        for (String rule : diagnosis.healthy()) {
            rows.add(row(rule, NONE, lanes.getOrDefault(rule, Lane.SATURATION), 0));
        }
        findings.register(rows, true);
    }

    private MultiGauge.Row<?> row(String rule, String severity, Lane lane, double value) {
        Tags tags = Tags.of("rule", rule, "severity", severity, "lane", label(lane));
        return MultiGauge.Row.of(tags, () -> current.getAsBoolean() ? value : Double.NaN);
    }

    /** What is published by an advisor that has stalled is not said of now. */
    private static boolean isCurrent() {
        return RunningAdvisor.find()
                .map(Advisor::stalledSince)
                .filter(stalled -> stalled.isEmpty())
                .isPresent();
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
