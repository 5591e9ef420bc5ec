package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class DatabaseCoresFewTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new DatabaseCoresFew();
    }

    @Override
    protected Windows firing() {
        return database(3.1);
    }

    @Override
    protected Windows quiet() {
        return database(3.2);
    }

    /** The guide's example: 45 logins, 5 logouts, 360 refreshes. */
    private static Windows database(double cores) {
        return Windows.of(60)
                .with(PostgresSignals.CORES, cores)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, 45)
                .with(LoadSignals.LOGOUTS, 0, 5)
                .with(LoadSignals.REFRESHES, 0, 360);
    }

    @Test
    void refreshesThatAreNotCountedLeaveTheQuestionOpen() {
        assertSkipped(quiet().without(LoadSignals.REFRESHES), LoadSignals.REFRESHES);
        assertThat(finding(database(0.3).without(LoadSignals.REFRESHES)).severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void sessionsInMemoryCostTheDatabaseNothing() {
        assertQuiet(firing().with(KeycloakSettings.PERSISTENT_SESSIONS, "false"));
        finding(firing().with(KeycloakSettings.PERSISTENT_SESSIONS, "true"));
    }

    @Test
    void belowTheLowerEndIsAWarning() {
        assertThat(finding(database(1.8)).severity()).isEqualTo(Severity.INFO);
        assertThat(finding(database(1.7)).severity()).isEqualTo(Severity.WARNING);
    }
}
