package org.millrace.advisor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.Rules;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;

/** The principal follows the time of requests. */
class TimeRankingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");

    private final Diagnostician diagnostician = new Diagnostician(Rules.all(), CausalGraph.of(Rules.all()));

    @Test
    void mostOfTheTimeDecides() {
        Diagnosis diagnosis = diagnose(slowLdap(Windows.of(60)));

        assertThat(diagnosis.principal()).contains("KC-EXT-001");
        assertThat(diagnosis.timeModel().share(TimeCategory.LDAP)).isEqualTo(0.75, within(1e-9));
    }

    @Test
    void requestsInTheQueueWaitForWhatHoldsTheThreads() {
        Diagnosis diagnosis =
                diagnose(slowLdap(Windows.of(60)).requests(TimeCategory.REQUEST_THREAD, RequestKind.OTHER, "", 90, 0));

        assertThat(diagnosis.principal()).contains("KC-EXT-001");
    }

    @Test
    void categoryWithoutARuleIsNamedWithItsCause() {
        Diagnosis diagnosis =
                diagnose(Windows.of(60).requests(TimeCategory.EXTENSION, RequestKind.TOKEN, "slow-listener.jar", 6, 6));

        assertThat(diagnosis.principal()).contains("KC-TIME-EXTENSION");
        RankedFinding principal = diagnosis.principalFinding().orElseThrow();
        assertThat(principal.rule().title()).isEqualTo("Requests run or wait in an extension");
        assertThat(principal.finding().why()).contains("slow-listener.jar");
    }

    @Test
    void fastRequestsAreNoBottleneck() {
        assertThat(diagnose(fast()).principal()).isEmpty();
    }

    @Test
    void categoryThatIsOverForHalfAMinuteIsNoPrincipal() {
        Windows windows = slowLdap(Windows.of(60)).requestsUntil(28, TimeCategory.CLIENT, 9);

        assertThat(diagnose(windows).principal()).contains("KC-EXT-001");
    }

    @Test
    void outageIsThePrincipalAlthoughNothingWaits() {
        Diagnosis diagnosis = diagnose(slowLdap(Windows.of(60))
                .during(50, TimeSignals.DATABASE_REACHABLE, 1, 0)
                .with(StatementFacts.REFUSAL, "08001"));

        assertThat(diagnosis.principal()).contains("KC-PG-020");
    }

    @Test
    void connectionSlotsThatOthersHoldArePrincipalAlthoughNothingWaitsYet() {
        Diagnosis diagnosis = diagnose(fast().with(TimeSignals.DATABASE_REACHABLE, 1)
                .with(TimeSignals.SLOTS_USED, 97)
                .with(PostgresSignals.MAX_CONNECTIONS, 100)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3)
                .with(PoolSignals.ACTIVE, 1)
                .with(PoolSignals.AVAILABLE, 4));

        assertThat(diagnosis.principal()).contains("KC-PG-021");
    }

    private static Windows fast() {
        return Windows.of(60)
                .requests(TimeCategory.DATABASE, RequestKind.TOKEN, "select ...", 8, 0.2)
                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 400);
    }

    /** Two nodes and their database on two processors, most of whose requests wait for each other. */
    private static Windows saturated() {
        return Windows.of(60)
                .requests(TimeCategory.CLUSTER, RequestKind.ADMIN, "", 30, 20)
                .requests(TimeCategory.DATABASE, RequestKind.ADMIN, "insert into user_entity ...", 10, 2)
                .requests(TimeCategory.SERVER, RequestKind.ADMIN, "", 15, 0)
                .with(TimeSignals.answered(RequestKind.ADMIN), 0, 30)
                .with(ThreadSignals.MAX, 80)
                .with(ThreadSignals.BUSY, 58)
                .with(TimeSignals.WAITING_FOR_PROCESSOR, 20)
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 0.7)
                .with(ClusterSignals.SIZE, 2)
                .with(ClusterSignals.NODES_HERE, 2)
                .with(ClusterSignals.OTHER_NODES_CPU, 0.7)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.5)
                .with(PostgresSignals.CORES, 2)
                .with(PostgresSignals.RUNNING, 3)
                .with(PoolSignals.MAX, 332);
    }

    @Test
    void saturatedProcessorsOfTheInstallationExplainWaitsForClusterAndDatabase() {
        Diagnosis diagnosis = diagnose(saturated());

        assertThat(diagnosis.principal()).contains("KC-THR-001");
        assertThat(diagnosis.findings())
                .extracting(ranked -> ranked.rule().id())
                .contains("KC-PG-003")
                .doesNotContain("KC-CPU-002", "KC-TIME-CLUSTER");
        assertThat(diagnosis
                        .principalFinding()
                        .orElseThrow()
                        .finding()
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::name)
                .containsExactly("http-pool-max-threads", "db-pool-max-size");
    }

    @Test
    void responsesWaitForEventLoopsWithoutAProcessor() {
        assertThat(diagnose(saturated().requests(TimeCategory.CLIENT, RequestKind.OTHER, "", 90, 0))
                        .principal())
                .contains("KC-THR-001");
    }

    @Test
    void withoutTooManyThreadsTheWaitForTheClusterNamesItsProcessors() {
        Diagnosis diagnosis = diagnose(saturated().with(ThreadSignals.MAX, 16).without(PostgresSignals.RUNNING));

        assertThat(diagnosis.principal()).contains("KC-TIME-CLUSTER");
        assertThat(diagnosis.principalFinding().orElseThrow().finding().why())
                .contains("this node 0.7, other nodes on this machine 0.7, PostgreSQL 0.5");
    }

    @Test
    void connectionsThatTimeOutOnSaturatedProcessorsAreASymptom() {
        Windows timeouts = saturated().during(50, TimeSignals.DATABASE_REACHABLE, 1, 0);

        assertThat(diagnose(timeouts.with(StatementFacts.REFUSAL, "08006").with(StatementFacts.TIMED_OUT, "true"))
                        .principal())
                .contains("KC-THR-001");
        assertThat(diagnose(saturated()
                                .during(50, TimeSignals.DATABASE_REACHABLE, 1, 0)
                                .with(StatementFacts.REFUSAL, "08001"))
                        .principal())
                .as("a refused connection is an outage")
                .contains("KC-PG-020");
    }

    @Test
    void outageAfterSaturatedProcessorsIsThePrincipal() {
        Diagnosis diagnosis = diagnose(saturated()
                .during(50, TimeSignals.DATABASE_REACHABLE, 1, 0)
                .during(49, TimeSignals.DATABASE_PROCESSORS, 0.5, 0)
                .with(StatementFacts.REFUSAL, "08006")
                .with(StatementFacts.TIMED_OUT, "true"));

        assertThat(diagnosis.principal()).contains("KC-PG-020");
        assertThat(diagnosis.principalFinding().orElseThrow().finding().severity())
                .isEqualTo(Severity.CRITICAL);
    }

    /** Two nodes that use up their processors, and a database on another machine, which is slow on its own. */
    @Test
    void processorsOfTheNodesDoNotExplainARemoteDatabase() {
        Diagnosis diagnosis = diagnose(saturated()
                .without(TimeSignals.DATABASE_PROCESSORS)
                .with(ClusterSignals.OTHER_NODES_CPU, 1.2)
                .requests(TimeCategory.DATABASE, RequestKind.ADMIN, "insert into user_entity ...", 200, 100));

        assertThat(diagnosis.findings())
                .extracting(ranked -> ranked.rule().id())
                .contains("KC-THR-001");
        assertThat(diagnosis.principal()).contains("KC-PG-003");
    }

    @Test
    void missingIndexIsTheCauseOfSaturatedProcessors() {
        TableSignals users = new TableSignals("user_entity");
        Diagnosis diagnosis = diagnose(saturated()
                .with(PostgresSignals.LIVE_TUPLES, 500_000)
                .with(PostgresSignals.ROWS_WITHOUT_INDEX, 500_000)
                .with(PostgresSettings.MISSING_INDEXES, "idx_user_email ON user_entity (email)")
                .with(users.live(), 500_000)
                .with(users.scans(), 0, 2)
                .with(users.scannedRows(), 0, 1_000_000));

        assertThat(diagnosis.principal()).contains("KC-PG-010");
    }

    @Test
    void whatIsOverIsNoPrincipalAndIsListedWithItsTimeSpan() {
        FindingHistory history = new FindingHistory();
        diagnostician.diagnose(slowLdap(Windows.of(60)).build(), NOW, new Hysteresis(() -> NOW), history);
        Instant later = NOW.plusSeconds(100);

        Diagnosis diagnosis = diagnostician.diagnose(
                Windows.of(300).with(TimeCategory.LDAP.signal(), 0).build(),
                later,
                new Hysteresis(() -> later),
                history);

        assertThat(diagnosis.principal()).isEmpty();
        assertThat(diagnosis.recent())
                .extracting(ranked -> ranked.rule().id(), RankedFinding::since, RankedFinding::until)
                .containsExactly(tuple("KC-EXT-001", NOW, later));
    }

    @Test
    void principalIsNeverAnInfo() {
        for (RankedFinding ranked : diagnose(slowLdap(Windows.of(60))).findings()) {
            assertThat(ranked.principal() && ranked.finding().severity() == Severity.INFO)
                    .isFalse();
        }
    }

    @Test
    void everyRuleOnTheWayOfARequestHasACategory() {
        Set<Station> outside = Set.of(
                Station.LOAD_GENERATOR,
                Station.ROUTER,
                Station.USERS,
                Station.EVENT_LOOPS,
                Station.DATABASE_REACHABILITY);

        assertThat(Rules.all())
                .extracting(rule -> rule.card().causality())
                .filteredOn(causality -> causality
                        .station()
                        .filter(station -> !outside.contains(station))
                        .isPresent())
                .allMatch(causality -> !causality.categories().isEmpty());
    }

    private Diagnosis diagnose(Windows windows) {
        return diagnostician.diagnose(windows.build(), NOW);
    }

    private static Windows slowLdap(Windows windows) {
        return windows.requests(TimeCategory.LDAP, 6)
                .requests(TimeCategory.DATABASE, RequestKind.TOKEN, "select ...", 2, 0)
                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 20);
    }
}
