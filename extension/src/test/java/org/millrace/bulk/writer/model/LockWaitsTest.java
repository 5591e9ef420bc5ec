package org.millrace.bulk.writer.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockWaitsTest {
    private final List<Duration> checked = new ArrayList<>();
    private @Nullable RuntimeException failure;
    private boolean waiting = true;
    private final LockWaits waits = new LockWaits(this::check, "realm");

    private boolean check(Duration wait) {
        checked.add(wait);
        if (failure != null) {
            throw failure;
        }
        return waiting;
    }

    @Test
    void dryRunEndsAfterThreeRollbacks() {
        assertThat(waits.requireRollback()).isTrue();
        assertThat(waits.requireRollback()).isTrue();
        assertThat(waits.endDryRun()).isFalse();
        assertThat(waits.requireRollback()).isTrue();

        assertThat(waits.endDryRun()).isTrue();
        assertThat(checked).hasSize(3).containsOnly(Duration.ofSeconds(1));
    }

    @Test
    void checksContinueAfterTheConnectionWasLost() {
        failure = new IllegalStateException(new SQLException("terminated", "57P01"));
        assertThat(waits.requireRollback()).isTrue();
        failure = null;
        waiting = false;

        assertThat(waits.requireRollback()).isFalse();
        assertThat(checked).hasSize(2);
    }

    @Test
    void checksEndAfterOneHasFailed() {
        failure = new IllegalStateException("the database rejected the statement");
        assertThat(waits.requireRollback()).isTrue();
        failure = null;

        assertThat(waits.requireRollback()).isFalse();
        assertThat(checked).hasSize(1);
    }
}
