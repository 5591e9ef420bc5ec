package org.millrace.advisor.sampler.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.StatementFacts;
import org.millrace.advisor.model.TimeSignals;
import org.millrace.advisor.sampler.Readings;

class DatabaseReachTest {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final DatabaseReach reach = new DatabaseReach(() -> now);

    @Test
    void refusalKeepsItsState() {
        reach.begin();
        reach.failed(new SQLException("refused", "08001"));

        assertThat(reachable()).isZero();
        assertThat(state()).contains("08001");
    }

    @Test
    void attemptThatTimesOutIsNoRefusal() {
        reach.begin();
        now = now.plusSeconds(5);
        reach.failed(new SQLException("Connection attempt timed out.", "08001"));

        assertThat(reachable()).isZero();
        assertThat(state()).contains("08006");
    }

    @Test
    void readingThatHangsIsReportedWhileItDoes() {
        reach.begin();
        reach.answered();
        now = now.plusSeconds(7);

        assertThat(reachable()).isZero();
        assertThat(state()).contains("08006");

        reach.answered();

        assertThat(reachable()).isOne();
    }

    @Test
    void manySlowReadingsAreNoOutage() {
        reach.begin();
        for (int i = 0; i < 5; i++) {
            now = now.plusSeconds(3);
            reach.answered();
        }

        assertThat(reachable()).isOne();
        assertThat(state()).isEmpty();
    }

    private double reachable() {
        Readings readings = new Readings();
        reach.sample(readings);
        return Objects.requireNonNull(readings.values().get(TimeSignals.DATABASE_REACHABLE));
    }

    private Optional<String> state() {
        return reach.settings().stream()
                .filter(setting -> setting.name().equals(StatementFacts.REFUSAL))
                .findFirst()
                .flatMap(Setting::text);
    }
}
