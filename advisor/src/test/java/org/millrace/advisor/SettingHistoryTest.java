package org.millrace.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingChange;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.setting.PostgresSettings;

class SettingHistoryTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final SettingName OPTION = new SettingName("option");

    private final SettingHistory history = new SettingHistory();

    @Test
    void whatIsReadFirstIsNoChange() {
        assertThat(history.observe(List.of(option("on")), NOW)).isEmpty();
        assertThat(history.observe(List.of(option("on")), NOW)).isEmpty();
    }

    @Test
    void remembersWhatItWasAndWhenItChanged() {
        history.observe(List.of(option("on")), NOW);

        assertThat(history.observe(List.of(option("off")), NOW.plusSeconds(5)))
                .containsExactly(new SettingChange(OPTION, "on", "off", NOW.plusSeconds(5)));
    }

    @Test
    void settingThatCannotBeReadForAWhileIsAsItWas() {
        history.observe(List.of(option("on")), NOW);
        history.observe(List.of(), NOW);

        assertThat(history.observe(List.of(option("on")), NOW)).isEmpty();
        assertThat(history.observe(List.of(option("off")), NOW)).hasSize(1);
    }

    @Test
    void entriesExpireAfterADayAndAreBounded() {
        for (int i = 0; i <= SettingHistory.MOST + 1; i++) {
            history.observe(List.of(option(Integer.toString(i))), NOW.plusSeconds(i));
        }
        List<SettingChange> changes = history.observe(List.of(), NOW.plusSeconds(1000));
        assertThat(changes).hasSize(SettingHistory.MOST);
        assertThat(changes.get(0).from()).isEqualTo("1");

        assertThat(history.observe(
                        List.of(), NOW.plus(SettingHistory.REMEMBERED).plus(Duration.ofHours(1))))
                .isEmpty();
    }

    /** Who grants the role or makes the index that is advised has nothing to take back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "role.pg_monitor",
                "extension.pg_stat_statements",
                "indexes.missing",
                "indexes.invalid",
                "constraints.not.validated",
                "server_version",
                "database"
            })
    void resultsOfOtherWorkAreNoChange(String fact) {
        history.observe(List.of(new Setting(PostgresSettings.named(fact), "before", "catalog")), NOW);

        assertThat(history.observe(List.of(new Setting(PostgresSettings.named(fact), "after", "catalog")), NOW))
                .isEmpty();
    }

    @Test
    void whatTablesAreDeclaredToBeIsAChange() {
        history.observe(List.of(new Setting(PostgresSettings.UNLOGGED_TABLES, null, "catalog")), NOW);

        assertThat(history.observe(
                        List.of(new Setting(PostgresSettings.UNLOGGED_TABLES, "credential", "catalog")), NOW))
                .hasSize(1);
    }

    private static Setting option(String value) {
        return new Setting(OPTION, value, "test");
    }
}
