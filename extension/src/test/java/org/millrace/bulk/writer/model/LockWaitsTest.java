package org.millrace.bulk.writer.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockWaitsTest {
    private final List<Duration> checked = new ArrayList<>();
    private boolean failing;
    private final LockWaits waits = new LockWaits(this::check, "realm");

    private boolean check(Duration wait) {
        checked.add(wait);
        if (failing) {
            throw new IllegalStateException("the connection is closed");
        }
        return true;
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
    void checksEndAfterOneHasFailed() {
        failing = true;
        assertThat(waits.requireRollback()).isTrue();
        failing = false;

        assertThat(waits.requireRollback()).isFalse();
        assertThat(checked).hasSize(1);
    }
}
