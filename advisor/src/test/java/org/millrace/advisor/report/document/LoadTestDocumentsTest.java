package org.millrace.advisor.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.loadtest.Run;
import org.millrace.advisor.loadtest.RunFigure;
import org.millrace.advisor.report.Fixture;

class LoadTestDocumentsTest {

    @Test
    void triageOfASeriesOfRuns() {
        List<Run> runs = List.of(
                run("2 users", 2, 30, 0.30, 0.06),
                run("4 users", 4, 50, 0.55, 0.08),
                run("8 users", 8, 60, 0.85, 0.13),
                run("12 users", 12, 61, 0.96, 0.19));

        assertThat(LoadTestDocuments.write(runs)).isEqualTo(Fixture.document("load-test.json"));
    }

    @Test
    void triageWithoutRuns() {
        assertThat(LoadTestDocuments.write(List.of()))
                .isEqualTo("{\"runs\":[],\"remarks\":[],\"kneeCpu\":null,\"concurrency\":null}");
    }

    private static Run run(String name, double users, double throughput, double cpu, double response) {
        return new Run(
                name,
                Map.of(
                        RunFigure.VIRTUAL_USERS, users,
                        RunFigure.THROUGHPUT, throughput,
                        RunFigure.SERVER_CPU, cpu,
                        RunFigure.RESPONSE_SECONDS, response));
    }
}
