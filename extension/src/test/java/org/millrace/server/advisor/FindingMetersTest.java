package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private boolean current = true;

    @Test
    void findingIsOneSeriesWithItsSeverityAndTheLaneOfTheReport() {
        show(FINDING.withoutSymptom());

        Gauge gauge = gauge("FOUND");
        assertThat(gauge.value()).isEqualTo(1);
        assertThat(gauge.getId().getTag("severity")).isEqualTo("warning");
        assertThat(gauge.getId().getTag("lane")).isEqualTo("hygiene");
    }

    @Test
    void healthyRuleIsZeroAndHasNoSeverity() {
        show(FINDING);

        Gauge gauge = gauge("HEALTHY");
        assertThat(gauge.value()).isZero();
        assertThat(gauge.getId().getTag("severity")).isEqualTo("none");
    }

    @Test
    void ruleThatWasSkippedOrHeldBackHasNoSeries() {
        show(FINDING);

        assertThat(registry.find("keycloak.advisor.findings").gauges()).hasSize(2);
    }

    @Test
    void findingThatIsOverIsNoLongerShown() {
        FindingMeters meters = meters();
        meters.show(diagnosis(List.of(ranked(FINDING)), List.of("HEALTHY")));
        meters.show(diagnosis(List.of(), List.of("HEALTHY", "FOUND")));

        assertThat(gauge("FOUND").value()).isZero();
    }

    @Test
    void withoutARecentDiagnosisThereAreNoValues() {
        show(FINDING);
        current = false;

        assertThat(gauge("FOUND").value()).isNaN();
    }

    private Gauge gauge(String rule) {
        return registry.get("keycloak.advisor.findings").tag("rule", rule).gauge();
    }

    private void show(Finding finding) {
        meters().show(diagnosis(List.of(ranked(finding)), List.of("HEALTHY")));
    }

    private FindingMeters meters() {
        return new FindingMeters(registry, Rules.all(), () -> current);
    }

    private static RankedFinding ranked(Finding finding) {
        RuleCard card = new RuleCard("FOUND", "Found", Lane.SATURATION, "Because.", List.of(), List.of(), List.of());
        return new RankedFinding(card, finding, true, List.of());
    }

    private static Diagnosis diagnosis(List<RankedFinding> findings, List<String> healthy) {
        return new Diagnosis(
                Instant.parse("2026-01-01T00:00:00Z"),
                Duration.ofMinutes(5),
                findings,
                null,
                healthy,
                List.of(new Diagnosis.Unanswered("SKIPPED", List.of())),
                List.of(new Diagnosis.Suppressed("HELD", "FOUND")));
    }
}
