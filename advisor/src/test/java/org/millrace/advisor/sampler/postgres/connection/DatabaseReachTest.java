package org.millrace.advisor.sampler.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.TimeSignals;
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

    @ParameterizedTest
    @ValueSource(strings = {"53300", "57P03"})
    void lateRejectionKeepsItsState(String rejection) {
        fails(5, new SQLException("rejected", rejection));

        assertThat(state()).contains(rejection);
        assertThat(timeout()).isEmpty();
    }

    @Test
    void timeoutIsAFactOfItsOwn() {
        fails(5, new SQLException("I/O error", "08006", new SocketTimeoutException("Read timed out")));
        assertThat(timeout()).contains("true");

        fails(5, new SQLException("I/O error", "08006", new EOFException()));
        assertThat(timeout()).as("the server ended the connection").isEmpty();

        fails(1, new SQLException("I/O error", "08006"));
        assertThat(timeout()).isEmpty();
        assertThat(state()).contains("08006");
    }

    private void fails(int afterSeconds, SQLException failure) {
        reach.begin();
        now = now.plusSeconds(afterSeconds);
        reach.failed(failure);
    }

    @Test
    void readingThatHangsIsReportedWhileItDoes() {
        reach.begin();
        reach.answered();
        now = now.plusSeconds(7);

        assertThat(reachable()).isZero();
        assertThat(state()).contains("08006");
        assertThat(timeout()).contains("true");

        reach.answered();

        assertThat(reachable()).isOne();
        assertThat(timeout()).isEmpty();
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
        return fact(StatementFacts.REFUSAL);
    }

    private Optional<String> timeout() {
        return fact(StatementFacts.TIMED_OUT);
    }

    private Optional<String> fact(SettingName name) {
        return reach.settings().stream()
                .filter(setting -> setting.name().equals(name))
                .findFirst()
                .flatMap(Setting::text);
    }
}
