package org.millrace.advisor.rule.postgres.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class LargeTableScannedTest extends RuleContract {

    private static final TableSignals USERS = new TableSignals("user_entity");

    @Override
    protected Rule rule() {
        return new LargeTableScanned();
    }

    @Override
    protected Windows firing() {
        return scanned(1);
    }

    @Override
    protected Windows quiet() {
        return scanned(0.9);
    }

    private static Windows scanned(double perSecond) {
        return Windows.of(120)
                .with(PostgresSignals.LIVE_TUPLES, 50_000)
                .with(USERS.live(), 50_000)
                .with(USERS.scans(), 7, perSecond)
                .with(USERS.scannedRows(), 7, perSecond * 50_000);
    }

    @Test
    void aMillionRowsASecondAreCritical() {
        assertThat(finding(scanned(19)).severity()).isEqualTo(Severity.WARNING);
        assertThat(finding(scanned(20)).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding(scanned(20)).why()).contains("user_entity").contains("1000000 rows a second");
    }

    @Test
    void aScanThatEndsEarlyIsHarmless() {
        assertQuiet(firing().with(USERS.scannedRows(), 7, 9_999));
    }

    @Test
    void tableThatLacksAnIndexOfKeycloaksIsLeftToThatRule() {
        assertQuiet(firing().with(PostgresSettings.MISSING_INDEXES, "idx_user_email ON user_entity (email)"));
    }

    @Test
    void smallTableMayBeRead() {
        assertQuiet(firing().with(USERS.live(), 49_999));
    }
}
