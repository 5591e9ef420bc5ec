package org.millrace.advisor.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesTest {

    /** The AWS article: fine up to half of the processors, trouble from 60 % on. */
    @Test
    void kneeOfTheArticleIsAtSixtyPercent() {
        Series series = Series.of(List.of(
                step("idle", 0.08, 0.06),
                step("first ramp", 0.35, 0.06),
                step("higher", 0.5, 0.07),
                step("peak", 0.6, 0.6),
                step("trouble", 0.7, 5)));

        assertThat(series.kneeCpu()).contains(0.6);
        assertThat(series.remarks())
                .extracting(Series.Remark::rule, Series.Remark::title)
                .containsExactly(tuple("KC-HPA-001", "Nodes are overloaded at 60 % of their processors"));
        assertThat(series.remarks().get(0).why()).contains("Add nodes at 48 %");
    }

    /** The AWS article again: twelve nodes were taken away one by one, and the third removal hurt, with processors idle. */
    @Test
    void scaleInTroubleOfTheArticleIsNamed() {
        Series series = Series.of(List.of(
                nodes("12 nodes", 12, 0.06, 40, 0.2),
                nodes("11 nodes", 11, 0.06, 40, 0.2),
                nodes("10 nodes", 10, 0.07, 40, 0.2),
                nodes("9 nodes", 9, 5, 40, 0.0)));

        assertThat(series.remarks())
                .filteredOn(remark -> remark.rule().equals("KC-HPA-002"))
                .hasSize(1);
        assertThat(series.remarks().toString()).contains("between \"10 nodes\" and \"9 nodes\"", "idle processors");
    }

    @Test
    void retriesThatRunAwayAreNamedWithTheRunTheyBeginIn() {
        Series series = Series.of(List.of(logins("first", 8, 8), logins("second", 9, 8.5), logins("third", 14, 5)));

        assertThat(series.remarks()).extracting(Series.Remark::rule).containsExactly("KC-LT-007");
        assertThat(series.remarks().get(0).why()).contains("From \"third\" on");
    }

    /** Curves of the Satellite guide; their peaks by a fit of the same law with other means. */
    @ParameterizedTest
    @CsvSource({
        "'2=1.00,4=1.26,6=1.22,8=0.92', 4.0",
        "'2=1.00,4=1.51,8=1.52,12=1.52,16=1.42', 7.7",
        "'4=1.00,8=1.14,16=1.23,32=1.10', 13.9",
        // With 32 processors; what failed from 32 workers on is left out.
        "'4=1.00,8=1.37,16=1.44,24=1.52', 20.5"
    })
    void bestConcurrencyOfKnownCurvesIsFound(String points, double best) {
        Map<Double, Double> throughput = new TreeMap<>();
        for (String point : points.split(",")) {
            String[] pair = point.split("=");
            throughput.put(Double.parseDouble(pair[0]), Double.parseDouble(pair[1]));
        }

        assertThat(ScalabilityCurve.fit(throughput).orElseThrow().best()).isCloseTo(best, withinPercentage(15));
    }

    @Test
    void threePointsMakeNoCurve() {
        assertThat(ScalabilityCurve.fit(Map.of(1.0, 1.0, 2.0, 1.5, 4.0, 1.8))).isEmpty();
    }

    private static Run step(String name, double cpu, double response) {
        return new Run(name, Map.of(RunFigure.SERVER_CPU, cpu, RunFigure.RESPONSE_SECONDS, response));
    }

    private static Run nodes(String name, double nodes, double response, double throughput, double cpu) {
        return new Run(
                name,
                Map.of(
                        RunFigure.NODES, nodes,
                        RunFigure.RESPONSE_SECONDS, response,
                        RunFigure.THROUGHPUT, throughput,
                        RunFigure.SERVER_CPU, cpu));
    }

    private static Run logins(String name, double attempts, double successes) {
        return new Run(name, Map.of(RunFigure.ATTEMPTS, attempts, RunFigure.SUCCESSES, successes));
    }
}
