package org.millrace.advisor.rule.observability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class ChangesConfoundedTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new ChangesConfounded();
    }

    @Override
    protected Windows firing() {
        return quiet().changed(PostgresSettings.WORK_MEM, "4096 kB", "16384 kB", 61);
    }

    @Override
    protected Windows quiet() {
        return Windows.of(120)
                .with(HttpSignals.REQUESTS, 0, 100)
                .with(HttpSignals.REQUEST_TIME, 0, 5)
                .unset(PostgresSettings.MIGRATION_UNTIL)
                .changed(PostgresSettings.MAX_WAL_SIZE, "1024 MB", "4096 MB", 60);
    }

    @Test
    void saysWhatWasChangedAndHowLongRequestsTookBeforeAndSince() {
        assertThat(finding().why()).contains("postgres.max_wal_size, postgres.work_mem");
        assertThat(finding().observed())
                .extracting(Observation::signal)
                .containsExactly(
                        "settings.changed", "http.server.requests.time.before", "http.server.requests.time.since");
        assertThat(finding().observed().get(1).value()).isEqualTo(0.05);
    }

    /** In the article a node went at the same time, and was taken for the cause. */
    @Test
    void nodeThatGoesMeanwhileConfoundsToo() {
        assertThat(finding(quiet().during(60, ClusterSignals.SIZE, 3, 2)).why()).contains("the number of nodes");
        assertQuiet(quiet().with(ClusterSignals.SIZE, 3));
    }

    @Test
    void sameSettingTwiceIsOneChange() {
        assertQuiet(quiet().changed(PostgresSettings.MAX_WAL_SIZE, "4096 MB", "2048 MB", 90));
    }

    @Test
    void earlierChangesAreNotOfThisWindow() {
        assertQuiet(quiet().changed(PostgresSettings.WORK_MEM, "4096 kB", "16384 kB", -1));
    }

    @Test
    void declarationOfAMigrationChangesNothingByItself() {
        assertQuiet(quiet().changed(PostgresSettings.MIGRATION_UNTIL, null, "2026-01-02T00:00:00Z", 60));
    }
}
