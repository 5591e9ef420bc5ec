package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.effect.Advice;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Effects.Period;
import org.millrace.advisor.effect.Effects.Sides;
import org.millrace.advisor.effect.Effects.Totals;
import org.millrace.advisor.effect.Measure;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.advisor.effect.ObservedChange.Kind;

class ChangeDocumentsTest {

    private static final Step STEP = new Step(Step.Kind.OPTION, "db-pool-max-size", null, "20");

    @Test
    void changesHaveTheMeasurementsOfBothSides() {
        ObservedChange followed = new ObservedChange(
                "3",
                Reports.AT,
                "kc-1",
                Kind.SETTING,
                "db-pool-max-size",
                null,
                "20",
                new Advice(
                        "KC-POOL-001", "Requests wait for a database connection", STEP, Reports.AT.minusSeconds(60)));
        Map<String, Sides> kinds = new TreeMap<>();
        kinds.put("token", new Sides(totals(0.080, 50), totals(0.020, 50)));
        kinds.put("admin", new Sides(Totals.NONE, totals(0.010, 2)));
        Effect measured = new Effect(
                followed,
                List.of("kc-1", "kc-2"),
                2,
                new Period(Reports.AT.minus(Duration.ofMinutes(5)), Reports.AT),
                new Period(Reports.AT, Reports.AT.plus(Duration.ofMinutes(5))),
                kinds);
        Effect restart = new Effect(
                new ObservedChange("2", Reports.AT.minusSeconds(20), "kc-1", Kind.RESTART, "kc-1", null, null),
                List.of("kc-1"),
                2,
                new Period(null, null),
                new Period(null, null),
                Map.of());

        assertThat(ChangeDocuments.changes(List.of(measured, restart))).isEqualTo(Fixture.document("changes.json"));
    }

    @Test
    void markHasALabel() {
        ObservedChange mark = new ObservedChange("1", Reports.AT, "kc-1", Kind.MARK, "new \"index\"", null, null);

        assertThat(ChangeDocuments.change(mark))
                .isEqualTo("{\"id\":\"1\",\"kind\":\"mark\",\"at\":\"2026-01-01T00:00:00Z\","
                        + "\"label\":\"new \\\"index\\\"\",\"node\":\"kc-1\"}");
    }

    @Test
    void versionHasBothValues() {
        ObservedChange version =
                new ObservedChange("4", Reports.AT, "kc-1", Kind.VERSION, "keycloak", "26.4.7", "26.7.4");

        assertThat(ChangeDocuments.change(version))
                .isEqualTo("{\"id\":\"4\",\"kind\":\"version\",\"at\":\"2026-01-01T00:00:00Z\","
                        + "\"name\":\"keycloak\",\"from\":\"26.4.7\",\"to\":\"26.7.4\",\"node\":\"kc-1\"}");
    }

    private static Totals totals(double latency, double throughput) {
        Measure latencies = Measure.NONE;
        Measure rates = Measure.NONE;
        for (int i = 0; i < 30; i++) {
            latencies = latencies.with(latency * (i % 2 == 0 ? 0.75 : 1.25));
            rates = rates.with(throughput);
        }
        return new Totals(300, rates, latencies, Measure.NONE);
    }
}
