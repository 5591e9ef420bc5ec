package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;
import org.millrace.advisor.rule.Severity;

class AutovacuumDisabledTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new AutovacuumDisabled();
    }

    @Override
    protected Windows firing() {
        return quiet().without(PostgresSettings.AUTOVACUUM).with(PostgresSettings.AUTOVACUUM, "off");
    }

    @Override
    protected Windows quiet() {
        return Windows.of(10).with(PostgresSettings.AUTOVACUUM, "on").unset(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM);
    }

    @Test
    void tablesAreNamedAndReset() {
        Finding finding = finding(quiet().without(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM)
                .with(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM, "user_entity"));

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_enabled", "false", null));
    }

    @Test
    void optionIsBroughtBackAsItIsWritten() {
        Finding finding = finding(quiet().without(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM)
                .with(PostgresSettings.TABLES_WITHOUT_AUTOVACUUM, "credential, user_entity")
                .with(
                        PostgresSettings.named("tables.options"),
                        "credential.autovacuum_enabled=off, user_entity.autovacuum_enabled=false"));

        assertThat(finding.change().orElseThrow().apply())
                .containsExactly(
                        new Step(Step.Kind.TABLE_OPTION, "credential.autovacuum_enabled", "off", null),
                        new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_enabled", "false", null));
    }
}
