package org.millrace.advisor.rule.postgres.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class IndexesMissingTest extends RuleContract {

    private static final TableSignals USERS = new TableSignals("user_entity");

    @Override
    protected Rule rule() {
        return new IndexesMissing();
    }

    @Override
    protected Windows firing() {
        return missing(100_000);
    }

    @Override
    protected Windows quiet() {
        return missing(99_999);
    }

    private static Windows missing(double rows) {
        return Windows.of(60)
                .with(PostgresSignals.LIVE_TUPLES, rows)
                .with(PostgresSignals.ROWS_WITHOUT_INDEX, rows)
                .with(
                        PostgresSettings.MISSING_INDEXES,
                        "idx_user_attribute_name ON user_attribute (name, value); idx_user_email ON user_entity (email)");
    }

    @Test
    void withoutASymptomThereIsNoBottleneck() {
        assertThat(finding().symptom()).isFalse();
        assertThat(finding().severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void scansOfTheTableAreTheSymptom() {
        Finding finding = finding(
                firing().with(USERS.live(), 500_000).with(USERS.scans(), 0, 2).with(USERS.scannedRows(), 0, 1_000_000));

        assertThat(finding.symptom()).isTrue();
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.why()).contains("user_entity was read as a whole 2 times a second");
    }

    @Test
    void changeMakesEachIndexAndRevertsByDroppingIt() {
        Change change = finding().change().orElseThrow();

        assertThat(change.apply())
                .containsExactly(
                        new Step(Step.Kind.INDEX, "idx_user_attribute_name", null, "user_attribute (name, value)"),
                        new Step(Step.Kind.INDEX, "idx_user_email", null, "user_entity (email)"));
        assertThat(change.revert()).extracting(Step::to).containsOnlyNulls();
    }

    @Test
    void indexWhoseNameIsTakenIsNotMade() {
        Finding one = finding(firing().with(PostgresSettings.TAKEN_INDEX_NAMES, "idx_user_email"));
        Finding both =
                finding(firing().with(PostgresSettings.TAKEN_INDEX_NAMES, "idx_user_attribute_name, idx_user_email"));

        assertThat(one.change().orElseThrow().apply())
                .extracting(Step::name)
                .containsExactly("idx_user_attribute_name");
        assertThat(one.why()).contains("CREATE INDEX CONCURRENTLY", "Taken: idx_user_email.");
        assertThat(both.change()).isEmpty();
        assertThat(both.why())
                .doesNotContain("CREATE INDEX CONCURRENTLY")
                .contains("Taken: idx_user_attribute_name, idx_user_email.");
    }

    @Test
    void nothingMissingIsFine() {
        assertQuiet(firing().without(PostgresSettings.MISSING_INDEXES).unset(PostgresSettings.MISSING_INDEXES));
    }
}
