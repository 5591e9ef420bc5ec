package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.effect.Advice;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Effects.Period;
import org.millrace.advisor.effect.Effects.Sides;
import org.millrace.advisor.effect.Effects.Totals;
import org.millrace.advisor.effect.Measure;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.advisor.report.document.JsonReport;
import org.millrace.advisor.report.page.HtmlReport;
import org.millrace.advisor.report.page.MarkdownReport;

class AppliedSectionTest {

    private static final Step STEP = new Step(Step.Kind.OPTION, "db-pool-max-size", null, "20");

    @Test
    void everyFormatShowsTheGain() {
        Report report = report(0.080, 0.020);

        assertThat(new JsonReport().write(report))
                .contains("\"applied\":[", "\"gain\":\"improved\"", "\"significant\":true", "\"revert\":[]");
        assertThat(new MarkdownReport().write(report))
                .contains("Measured gain: lower token latency", "| token latency | 80 ms | 20 ms | -75 % |")
                .doesNotContain("unset option `db-pool-max-size`");
        assertThat(new HtmlReport(List.of()).write(report)).contains("Measured gain: lower token latency", "-75 %");
    }

    @Test
    void everyFormatOffersTheRevertWithoutAGain() {
        Report report = report(0.020, 0.020);

        assertThat(new JsonReport().write(report))
                .contains("\"gain\":\"none\"", "\"revert\":[{\"kind\":\"option\"", "\"to\":null");
        assertThat(new MarkdownReport().write(report)).contains("No measured gain", "unset option `db-pool-max-size`");
        assertThat(new HtmlReport(List.of()).write(report)).contains("No measured gain", "To revert: option");
    }

    @Test
    void reportWithoutAppliedAdviceDoesNotMentionAny() {
        Report report = Reports.calm("kc-1");

        assertThat(new JsonReport().write(report)).doesNotContain("applied");
        assertThat(new MarkdownReport().write(report)).doesNotContain("Applied");
    }

    private static Report report(double before, double after) {
        Advice advice = new Advice("KC-POOL-001", "Requests wait", STEP, Reports.AT);
        ObservedChange change = new ObservedChange(
                "1", Reports.AT, "kc-1", ObservedChange.Kind.SETTING, "db-pool-max-size", null, "20", advice);
        Period period = new Period(Reports.AT, Reports.AT.plus(Duration.ofMinutes(5)));
        Sides sides = new Sides(totals(before), totals(after));
        Effect effect = new Effect(change, List.of("kc-1"), 2, period, period, Map.of("token", sides));
        Report calm = Reports.calm("kc-1");
        return new Report(calm.node(), calm.diagnosis(), null, List.of(), List.of(effect), ServerContext.NONE);
    }

    private static Totals totals(double latency) {
        Measure measure = Measure.NONE;
        Measure throughput = Measure.NONE;
        for (int i = 0; i < 30; i++) {
            measure = measure.with(latency);
            throughput = throughput.with(50);
        }
        return new Totals(1500, throughput, measure, Measure.NONE);
    }
}
