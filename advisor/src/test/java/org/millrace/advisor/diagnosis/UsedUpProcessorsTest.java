package org.millrace.advisor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.Rules;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.TimeSignals;

/** The principal where requests wait for processors that the installation, its database or other processes use. */
class UsedUpProcessorsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");

    private final Diagnostician diagnostician = new Diagnostician(Rules.all(), CausalGraph.of(Rules.all()));

    /** A node and its database on two processors: none of its requests does anything unusual. */
    private static Windows loaded() {
        return Windows.of(60)
                .requests(TimeCategory.PROCESSOR, RequestKind.TOKEN, "", 6, 1)
                .requests(TimeCategory.DATABASE, RequestKind.TOKEN, "select ...", 7, 1)
                .requests(TimeCategory.TOKENS, RequestKind.TOKEN, "", 1, 0)
                .requests(TimeCategory.SERVER, RequestKind.TOKEN, "", 5, 0)
                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 15)
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 1.3)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.6);
    }

    @Test
    void processorsThatTheInstallationUsesUpAreNamedWithTheirUse() {
        Diagnosis diagnosis = diagnose(loaded());

        assertThat(diagnosis.principal()).contains("KC-TIME-PROCESSOR");
        assertThat(diagnosis.principalFinding().orElseThrow().finding().why())
                .contains(
                        "this node 1.3, PostgreSQL 0.6", "sign tokens or process JSON (1.0)", "Add processors or nodes")
                .doesNotContain("pidstat");
    }

    @Test
    void databaseThatUsesMostOfTheProcessorsItselfIsNamed() {
        Windows busyDatabase = loaded().with(JvmSignals.CPU_TIME, 0, 0.4).with(TimeSignals.DATABASE_PROCESSORS, 1.5);

        assertThat(diagnose(busyDatabase.requests(TimeCategory.DATABASE, RequestKind.TOKEN, "select ...", 9, 1))
                        .principal())
                .contains("KC-TIME-DATABASE");
    }

    @Test
    void statementsAreNamedIfHardlyARequestWaitsForAProcessor() {
        Windows statements = Windows.of(60)
                .requests(TimeCategory.DATABASE, RequestKind.TOKEN, "select ...", 7, 1)
                .requests(TimeCategory.SERVER, RequestKind.TOKEN, "", 2, 0)
                .requests(TimeCategory.PROCESSOR, RequestKind.TOKEN, "", 0.5, 0)
                .with(TimeSignals.answered(RequestKind.TOKEN), 0, 8)
                .with(JvmSignals.PROCESSORS, 2)
                .with(JvmSignals.CPU_TIME, 0, 1.3)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.6);

        assertThat(diagnose(statements).principal()).contains("KC-TIME-DATABASE");
    }

    @Test
    void processorsThatOthersUseAreNotNamedAsUsedUp() {
        Diagnosis diagnosis = diagnose(loaded().requests(TimeCategory.PROCESSOR, RequestKind.TOKEN, "", 12, 1)
                .with(JvmSignals.CPU_TIME, 0, 0.3)
                .with(TimeSignals.DATABASE_PROCESSORS, 0.1));

        assertThat(diagnosis.principal()).contains("KC-TIME-PROCESSOR");
        assertThat(diagnosis.principalFinding().orElseThrow().finding().why())
                .contains("pidstat")
                .doesNotContain("uses up");
    }

    private Diagnosis diagnose(Windows windows) {
        return diagnostician.diagnose(windows.build(), NOW);
    }
}
