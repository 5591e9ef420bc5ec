package org.millrace.advisor.rule.pool;

import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Windows;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.analysis.DatabaseLoad;

/** A pool of five with twelve requests in its queue, for a given time, over a database that idles. */
final class PoolScenes {

    private PoolScenes() {}

    static Windows waiting(int seconds) {
        return waiting(seconds, 60);
    }

    static Windows waiting(int seconds, int window) {
        return Windows.of(window)
                .during(seconds, PoolSignals.AWAITING, 12, 0)
                .with(PoolSignals.ACTIVE, 5)
                .with(PoolSignals.MAX, 5)
                .with(PostgresSignals.ACTIVE, 2)
                .with(PostgresSignals.RUNNING, 2)
                .with(PostgresSignals.WAITING_FOR_LOCK, 0)
                .with(PostgresSignals.WAITING_FOR_LATCH, 0)
                .with(PostgresSignals.WAITING_FOR_IO, 0)
                .with(PostgresSignals.OWN_IDLE_IN_TRANSACTION, 1)
                .with(PostgresSignals.SESSIONS, 6)
                .with(PostgresSignals.MAX_CONNECTIONS, 100)
                .with(PostgresSignals.RESERVED_CONNECTIONS, 3)
                .with(PostgresSignals.CORES, 8);
    }

    /** Requests wait for the last half minute, and the database stops answering as soon as they do. */
    static Windows silentDatabase() {
        Windows windows = waiting(0).during(30, PoolSignals.AWAITING, 0, 12);
        for (Signal signal : DatabaseLoad.INPUTS) {
            windows.series(signal, new double[31]);
        }
        return windows;
    }

    /** Nearly all sessions wait for a lock. */
    static Windows lockedDatabase(int seconds) {
        return waiting(seconds)
                .with(PostgresSignals.ACTIVE, 5)
                .with(PostgresSignals.RUNNING, 0)
                .with(PostgresSignals.WAITING_FOR_LOCK, 4);
    }
}
