package org.millrace.advisor.sampler.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.sampler.postgres.AnsweringDatabase;

class PostgresConnectionTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Long> attempts = new ArrayList<>();
    private Instant now = START;
    private boolean down = true;

    @Test
    void databaseThatIsDownIsTriedOnceInFiveSeconds() {
        PostgresConnection connection = new PostgresConnection(this::open, () -> now);

        for (int second = 0; second <= 22; second++) {
            now = START.plusSeconds(second);
            assertThatThrownBy(() -> connection.run(open -> 1)).isInstanceOf(SQLException.class);
        }

        assertThat(attempts).containsExactly(0L, 1L, 3L, 7L, 12L, 17L, 22L);
    }

    @Test
    void successResetsTheDelays() throws SQLException {
        PostgresConnection connection = new PostgresConnection(this::open, () -> now);
        assertThatThrownBy(() -> connection.run(open -> 1)).hasMessage("down");
        now = START.plusSeconds(1);
        assertThatThrownBy(() -> connection.run(open -> 1)).hasMessage("down");
        now = START.plusSeconds(3);
        down = false;
        boolean answered = connection.run(open -> true);
        assertThat(answered).isTrue();

        assertThatThrownBy(() -> connection.run(open -> {
                    throw new SQLException("broken");
                }))
                .hasMessage("broken");
        down = true;
        assertThatThrownBy(() -> connection.run(open -> 1)).hasMessage("down");
        now = START.plusSeconds(4);
        assertThatThrownBy(() -> connection.run(open -> 1)).hasMessage("down");

        assertThat(attempts).containsExactly(0L, 1L, 3L, 3L, 4L);
    }

    private Connection open() throws SQLException {
        attempts.add(now.getEpochSecond() - START.getEpochSecond());
        if (down) {
            throw new SQLException("down");
        }
        return new AnsweringDatabase().open();
    }
}
