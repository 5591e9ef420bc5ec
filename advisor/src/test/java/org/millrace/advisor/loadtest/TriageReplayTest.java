package org.millrace.advisor.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.diagnosis.Diagnosis;

/** The runs of the OpenShift article, from its own tables: each measured the generator or the router. */
class TriageReplayTest {

    @Test
    void firstRunWasLimitedByTheOneProcessOfTheRouter() {
        Triage.Judged run = Triage.judge(openShift("1", 50, 0.15, 350, 4, 0.25).with(RunFigure.ROUTER_PROCESSES, 1.0));

        assertThat(run.limit()).isEqualTo(Triage.Limit.ROUTER);
        assertThat(run.diagnosis().principal()).contains("KC-LT-003");
    }

    @Test
    void secondRunWasLimitedByItsGenerator() {
        Triage.Judged run = Triage.judge(openShift("2", 50, 0.02, 600, 8, 0.8)
                .with(RunFigure.ROUTER_PROCESSES, 6.0)
                .with(RunFigure.GENERATOR_CPU, 0.85)
                .with(RunFigure.GENERATOR_ERRORS, 0.05));

        assertThat(run.limit()).isEqualTo(Triage.Limit.GENERATOR);
        assertThat(run.diagnosis().findings().get(0).finding().why())
                .contains("could have made 2500 requests a second, and made 600")
                .contains("85 % of its processors")
                .contains("5 % of the requests failed, and the server saw none");
    }

    @Test
    void thirdRunWasLimitedByItsGenerators() {
        Triage.Judged run =
                Triage.judge(openShift("3", 100, 0.02, 1000, 16, 0.3).with(RunFigure.GENERATOR_ERRORS, 0.01));

        assertThat(run.limit()).isEqualTo(Triage.Limit.GENERATOR);
        assertThat(run.diagnosis().principal()).contains("KC-LT-002");
    }

    /** Its users made seven tenths of what their answers allowed, before a router and servers that idled. */
    @Test
    void fourthRunsOtherRowWasLimitedByItsGenerator() {
        Triage.Judged run = Triage.judge(
                openShift("4, add and update", 100, 0.02, 3500, 16, 0.3).with(RunFigure.ROUTER_PROCESSES, 15));

        assertThat(run.limit()).isEqualTo(Triage.Limit.GENERATOR);
        assertThat(run.diagnosis().principal()).contains("KC-LT-002");
        assertThat(run.diagnosis().findings().get(0).finding().why())
                .contains("could have made 5000 requests a second, and made 3500")
                .contains("nothing behind it was used to more than 32 %");
    }

    @Test
    void fourthRunWasLimitedByTheNumberOfItsThreads() {
        Triage.Judged run = Triage.judge(openShift("4, select", 100, 0.02, 5000, 16, 0.3));

        assertThat(run.limit()).isEqualTo(Triage.Limit.GENERATOR);
        assertThat(run.diagnosis().principal()).contains("KC-LT-001");
        assertThat(run.diagnosis().findings().get(0).finding().why()).contains("make 5000 requests a second at most");
    }

    @Test
    void fifthRunWasLimitedByItsGenerators() {
        assertThat(Triage.judge(openShift("5", 250, 0.02, 5800, 16, 0.3)).limit())
                .isEqualTo(Triage.Limit.GENERATOR);
    }

    @Test
    void saturatedDatabaseIsFoundBehindATrustedGenerator() {
        assertThat(Triage.judge(behindASaturatedDatabase()).limit()).isEqualTo(Triage.Limit.DATABASE);
    }

    @Test
    void threadsAndConnectionsThatWaitForTheDatabaseAreNotTheLimit() {
        Run run = behindASaturatedDatabase()
                .with(RunFigure.THREADS, 1.0)
                .with(RunFigure.POOL, 1.0)
                .with(RunFigure.SERVER_CPU, 0.3);

        assertThat(Triage.judge(run).limit()).isEqualTo(Triage.Limit.DATABASE);
        assertThat(Triage.judge(run.with(RunFigure.SERVER_CPU, 0.95).with(RunFigure.DATABASE_CPU, 0.3))
                        .limit())
                .isEqualTo(Triage.Limit.SERVER);
    }

    @Test
    void handshakesOfAnIdleServerAreNotWhatLimitsTooFewUsers() {
        Run run = new Run(
                "own",
                new EnumMap<>(Map.of(
                        RunFigure.VIRTUAL_USERS, 50.0,
                        RunFigure.RESPONSE_SECONDS, 0.02,
                        RunFigure.THROUGHPUT, 2500.0,
                        RunFigure.SERVER_CPU, 0.2,
                        RunFigure.CONNECTIONS_PER_REQUEST, 0.6)));

        Triage.Judged judged = Triage.judge(run);

        assertThat(judged.limit()).isEqualTo(Triage.Limit.GENERATOR);
        assertThat(judged.diagnosis().principal()).contains("KC-LT-001");
        assertThat(judged.diagnosis().suppressed())
                .extracting(Diagnosis.Suppressed::rule)
                .containsExactly("KC-LT-004");
    }

    @Test
    void handshakesAreTheLimitOfTheBusyProcessors() {
        Run run = new Run("own", Map.of(RunFigure.CONNECTIONS_PER_REQUEST, 0.6));

        assertThat(Triage.judge(run).limit()).isEqualTo(Triage.Limit.UNKNOWN);
        assertThat(Triage.judge(run.with(RunFigure.SERVER_CPU, 0.75)).limit()).isEqualTo(Triage.Limit.SERVER);
        assertThat(Triage.judge(run.with(RunFigure.ROUTER_CPU, 0.75)).limit()).isEqualTo(Triage.Limit.ROUTER);
    }

    @Test
    void withNothingKnownNothingIsSaid() {
        assertThat(Triage.judge(new Run("?", Map.of(RunFigure.THROUGHPUT, 5.0))).limit())
                .isEqualTo(Triage.Limit.UNKNOWN);
    }

    private static Run behindASaturatedDatabase() {
        return new Run(
                "own",
                new EnumMap<>(Map.of(
                        RunFigure.VIRTUAL_USERS, 200.0,
                        RunFigure.THINK_SECONDS, 1.0,
                        RunFigure.RESPONSE_SECONDS, 0.25,
                        RunFigure.THROUGHPUT, 158.0,
                        RunFigure.SERVER_SECONDS, 0.24,
                        RunFigure.SERVER_CPU, 0.5,
                        RunFigure.DATABASE_CPU, 0.95)));
    }

    private static Run openShift(
            String name, double users, double response, double throughput, double cores, double cpu) {
        return new Run(
                name,
                new EnumMap<>(Map.of(
                        RunFigure.VIRTUAL_USERS, users,
                        RunFigure.RESPONSE_SECONDS, response,
                        RunFigure.THROUGHPUT, throughput,
                        RunFigure.SERVER_SECONDS, 0.001,
                        RunFigure.ROUTER_CORES, cores,
                        RunFigure.ROUTER_CPU, cpu)));
    }
}
