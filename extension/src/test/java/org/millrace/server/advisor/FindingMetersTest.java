package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.Rules;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;

class FindingMetersTest {

    private static final Finding FINDING = new Finding(Severity.WARNING, List.of(), "Because.", Confidence.HIGH, null);

    @Test
    void findingIsOneAtItsSeverityAlone() {
        assertThat(value("FOUND", Severity.WARNING)).isEqualTo(1);
        assertThat(value("FOUND", Severity.CRITICAL)).isZero();
    }

    @Test
    void findingIsInTheLaneOfTheReport() {
        Finding nobodySuffers = FINDING.withoutSymptom();

        assertThat(value(nobodySuffers, "FOUND", Lane.SATURATION, Severity.WARNING))
                .isZero();
        assertThat(value(nobodySuffers, "FOUND", Lane.HYGIENE, Severity.WARNING))
                .isEqualTo(1);
    }

    @Test
    void healthyRuleIsZero() {
        assertThat(value("HEALTHY", Severity.WARNING)).isZero();
    }

    @Test
    void ruleThatWasSkippedOrHeldBackHasNoValue() {
        assertThat(value("SKIPPED", Severity.WARNING)).isNaN();
        assertThat(value("HELD", Severity.WARNING)).isNaN();
    }

    @Test
    void withoutAnAdvisorThereAreNoValues() {
        MeterRegistry registry = new SimpleMeterRegistry();

        FindingMeters.register(registry, Rules.all());

        assertThat(registry.get("keycloak.advisor.findings").gauges())
                .hasSize(Severity.values().length
                        * Rules.all().stream()
                                .mapToInt(rule -> Finding.lanes(rule.card()).size())
                                .sum())
                .allSatisfy(gauge -> assertThat(gauge.value()).isNaN());
    }

    @Test
    void whatMayWaitOrNotIsInBothLanes() {
        MeterRegistry registry = new SimpleMeterRegistry();

        FindingMeters.register(registry, Rules.all());

        for (String lane : List.of("saturation", "hygiene")) {
            assertThat(registry.get("keycloak.advisor.findings")
                            .tags("rule", "KC-POOL-001", "lane", lane)
                            .gauges())
                    .hasSize(Severity.values().length);
        }
    }

    private static double value(String rule, Severity severity) {
        return value(FINDING, rule, Lane.SATURATION, severity);
    }

    private static double value(Finding finding, String rule, Lane lane, Severity severity) {
        RuleCard card = new RuleCard("FOUND", "Found", Lane.SATURATION, "Because.", List.of(), List.of(), List.of());
        Diagnosis diagnosis = new Diagnosis(
                Instant.parse("2026-01-01T00:00:00Z"),
                Duration.ofMinutes(5),
                List.of(new RankedFinding(card, finding, true, List.of())),
                null,
                List.of("HEALTHY"),
                List.of(new Diagnosis.Unanswered("SKIPPED", List.of())),
                List.of(new Diagnosis.Suppressed("HELD", "FOUND")));
        return FindingMeters.value(Optional.of(diagnosis), rule, lane, severity);
    }
}
