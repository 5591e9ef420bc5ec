package org.millrace.advisor.rule.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContract;

class CommitsNotDurableTest extends RuleContract {

    @Override
    protected Rule rule() {
        return new CommitsNotDurable();
    }

    @Override
    protected Windows firing() {
        return commit("off");
    }

    @Override
    protected Windows quiet() {
        return commit("on");
    }

    private static Windows commit(String value) {
        return Windows.of(1).with(PostgresSettings.SYNCHRONOUS_COMMIT, value);
    }

    @Test
    void waitingForTheOwnDiskIsEnoughWithoutStandbys() {
        assertQuiet(commit("local").with(PostgresSettings.SYNCHRONOUS_STANDBY_NAMES, ""));
    }

    @Test
    void waitingForTheOwnDiskBreaksThePromiseOfSynchronousStandbys() {
        assertThat(finding(commit("local").with(PostgresSettings.SYNCHRONOUS_STANDBY_NAMES, "ANY 1 (a, b)"))
                        .why())
                .contains("standbys");
    }

    @Test
    void optionInTheJdbcUrlCountsToo() {
        assertThat(finding(quiet().with(
                                        KeycloakSettings.DB_URL_PROPERTIES,
                                        "?options=-c%20synchronous_commit%3Doff%20-c%20work_mem=64MB"))
                        .why())
                .contains("db-url-properties");
        assertQuiet(quiet().with(KeycloakSettings.DB_URL, "jdbc:postgresql://db/keycloak"));
    }

    @Test
    void propertiesHaveNoEffectWithAUrl() {
        Windows properties = quiet().with(KeycloakSettings.DB_URL_PROPERTIES, "?options=-csynchronous_commit=off");

        assertQuiet(properties.with(KeycloakSettings.DB_URL, "jdbc:postgresql://db/keycloak"));
        assertThat(finding(properties.with(
                                KeycloakSettings.DB_URL,
                                "jdbc:postgresql://localhost/keycloak?options=-csynchronous_commit=off"))
                        .why())
                .contains("db-url-properties");
    }

    @Test
    void jdbcUrlIsEnoughWhereTheDatabaseCannotBeAsked() {
        Windows url = Windows.of(1)
                .with(KeycloakSettings.DB_URL, "jdbc:postgresql://db/keycloak?options=-c%20synchronous_commit%3Doff");

        assertThat(finding(url).why()).contains("db-url");
        assertSkipped(
                Windows.of(1).with(KeycloakSettings.DB_URL, "jdbc:postgresql://db/keycloak"),
                PostgresSettings.SYNCHRONOUS_COMMIT);
    }

    @Test
    void commitsNeedNotWaitForAStandbyThatIsNotConnected() {
        Windows alone = commit("off").with(PostgresSettings.SYNCHRONOUS_STANDBY_NAMES, "ANY 1 (a, b)");

        assertThat(finding(alone).change().orElseThrow().apply())
                .extracting(Step::to)
                .containsExactly("local");
        assertThat(finding(alone.with(HorizonSignals.SYNCHRONOUS_STANDBYS, 1))
                        .change()
                        .orElseThrow()
                        .apply())
                .extracting(Step::to)
                .containsExactly("on");
        assertThat(finding(commit("local").with(PostgresSettings.SYNCHRONOUS_STANDBY_NAMES, "ANY 1 (a, b)"))
                        .change())
                .isEmpty();
    }
}
