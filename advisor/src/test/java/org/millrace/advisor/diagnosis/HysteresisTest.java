package org.millrace.advisor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Verdict;

class HysteresisTest {

    private static final String RULE = "KC-POOL-001";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Hysteresis hysteresis = new Hysteresis(() -> now);

    @Test
    void numberThatWaversAroundItsThresholdIsOneFinding() {
        List<Boolean> found = new ArrayList<>();

        for (int i = 0; i < 100; i++) {
            found.add(steady(i % 2 == 0 ? finding(Severity.WARNING) : Verdict.healthy()) instanceof Finding);
        }

        assertThat(found).containsOnly(true);
    }

    @Test
    void aFindingIsClearedAfterTheWholeHealthyTime() {
        steady(finding(Severity.WARNING));
        pass(Hysteresis.HOLD.minusMillis(1));
        assertThat(hysteresis.steady(RULE, Verdict.healthy())).isInstanceOf(Finding.class);

        pass(Duration.ofMillis(1));

        assertThat(hysteresis.steady(RULE, Verdict.healthy())).isEqualTo(Verdict.healthy());
    }

    @Test
    void worseSeverityShowsAtOnceAndAMilderOneAfterAWhile() {
        steady(finding(Severity.WARNING));
        assertThat(severity(steady(finding(Severity.CRITICAL)))).isEqualTo(Severity.CRITICAL);
        assertThat(severity(steady(finding(Severity.WARNING)))).isEqualTo(Severity.CRITICAL);

        pass(Hysteresis.HOLD);

        assertThat(severity(steady(finding(Severity.WARNING)))).isEqualTo(Severity.WARNING);
    }

    @Test
    void ruleThatCannotAnswerAnyMoreIsSkippedAtOnce() {
        steady(finding(Severity.WARNING));

        assertThat(steady(new Verdict.Skipped(List.of()))).isInstanceOf(Verdict.Skipped.class);
        assertThat(steady(Verdict.healthy())).isEqualTo(Verdict.healthy());
    }

    @Test
    void rulesAreHeldApart() {
        steady(finding(Severity.WARNING));

        assertThat(hysteresis.steady("KC-PG-001", Verdict.healthy())).isEqualTo(Verdict.healthy());
    }

    /** Each five seconds, as the advisor does. */
    private Verdict steady(Verdict verdict) {
        pass(Duration.ofSeconds(5));
        return hysteresis.steady(RULE, verdict);
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private static Finding finding(Severity severity) {
        return new Finding(severity, List.of(), "Because.", Confidence.HIGH, null);
    }

    private static Severity severity(Verdict verdict) {
        return ((Finding) verdict).severity();
    }
}
