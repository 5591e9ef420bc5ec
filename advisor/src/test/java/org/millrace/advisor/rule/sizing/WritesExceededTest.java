package org.millrace.advisor.rule.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.WalSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class WritesExceededTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new WritesExceeded();
    }

    @Override
    protected Windows firing() {
        return writing(2400);
    }

    @Override
    protected Windows quiet() {
        return writing(2399);
    }

    private static Windows writing(double perSecond) {
        return Windows.of(120)
                .with(StatedSettings.DATABASE_WRITES, "3000")
                .with(PostgresSignals.COMMITS, 0, 10)
                .with(WalSignals.WRITES, 0, perSecond);
    }

    @Test
    void withoutCountsTheGuideIsAsked() {
        Finding finding = finding(writing(0)
                .without(WalSignals.WRITES)
                .with(LoadSignals.PASSWORD_VALIDATIONS, 0, 45)
                .with(LoadSignals.LOGOUTS, 0, 5)
                .with(LoadSignals.REFRESHES, 0, 360));

        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.why()).contains("5740 writes a second, by the guide");
    }

    @Test
    void sessionsInMemoryAreNotInTheGuidesFigure() {
        Windows inMemory = firing().with(KeycloakSettings.PERSISTENT_SESSIONS, "false");

        assertThat(finding(inMemory).confidence()).isEqualTo(Confidence.HIGH);
        assertSkipped(
                inMemory.without(WalSignals.WRITES)
                        .with(LoadSignals.PASSWORD_VALIDATIONS, 0, 450)
                        .with(LoadSignals.REFRESHES, 0, 3600),
                WalSignals.WRITES);
    }

    @Test
    void withoutCountsOfWritesOrLoadTheQuestionIsOpen() {
        Windows logins = quiet().without(WalSignals.WRITES).with(LoadSignals.PASSWORD_VALIDATIONS, 0, 1);

        assertSkipped(logins, LoadSignals.REFRESHES);
        assertQuiet(logins.with(LoadSignals.REFRESHES, 0, 1));
    }
}
