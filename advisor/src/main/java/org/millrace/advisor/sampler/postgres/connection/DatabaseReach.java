package org.millrace.advisor.sampler.postgres.connection;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.SettingSource;

/**
 * Whether the advisor's own connection to the database works. It never blocks, so it reports while the connection hangs.
 * Thread-safe.
 */
public final class DatabaseReach implements Sampler, SettingSource {

    private static final String CONNECTION_EXCEPTION = "08";

    /** SQLSTATE classes: connection exception, operator intervention, insufficient resources, cannot connect now. */
    private static final List<String> OUTAGES = List.of(CONNECTION_EXCEPTION, "57P", "53");

    /** A reading that takes longer waits for a database that does not answer. */
    private static final Duration HANGS = Duration.ofSeconds(6);

    /** A database that refuses a connection does so sooner: after this time the attempt has timed out. */
    private static final Duration TIMES_OUT = Duration.ofSeconds(4);

    /** For a database that does not answer at all. */
    private static final String NO_RESPONSE = "08006";

    private final InstantSource clock;
    private @Nullable Instant begun;
    private @Nullable Instant unreachableSince;
    private @Nullable String state;
    private boolean timedOut;
    private boolean known;

    public DatabaseReach(InstantSource clock) {
        this.clock = clock;
    }

    /** A reading of the database begins. */
    public synchronized void begin() {
        begun = clock.instant();
    }

    /** One of several queries of a reading has ended: the database responds, even if slowly. */
    public synchronized void answered() {
        succeeded();
        begin();
    }

    /** The reading succeeded. */
    public synchronized void succeeded() {
        begun = null;
        known = true;
        unreachableSince = null;
        state = null;
        timedOut = false;
    }

    /** Failures of other kinds say nothing about the database as a whole. */
    public synchronized void failed(SQLException failure) {
        @Nullable Instant start = begun;
        begun = null;
        @Nullable String sqlState = failure.getSQLState();
        if (sqlState != null && OUTAGES.stream().anyMatch(sqlState::startsWith)) {
            known = true;
            timedOut = start != null
                    && sqlState.startsWith(CONNECTION_EXCEPTION)
                    && !clock.instant().isBefore(start.plus(TIMES_OUT))
                    && !isBroken(failure);
            state = timedOut ? NO_RESPONSE : sqlState;
            if (unreachableSince == null) {
                unreachableSince = start == null ? clock.instant() : start;
            }
        }
    }

    /** Whether the peer or the network has ended the connection, which is no timeout. */
    private static boolean isBroken(SQLException failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException && !(cause instanceof SocketTimeoutException)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String name() {
        return "database reachability";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public synchronized void sample(Readings readings) {
        if (unreachableSince == null && hangs()) {
            unreachableSince = begun;
            state = NO_RESPONSE;
            timedOut = true;
            known = true;
        }
        if (known) {
            readings.put(TimeSignals.DATABASE_REACHABLE, unreachableSince == null ? 1 : 0);
        }
    }

    private boolean hangs() {
        return begun != null && begun.isBefore(clock.instant().minus(HANGS));
    }

    @Override
    public synchronized Collection<Setting> settings() {
        return List.of(
                new Setting(StatementFacts.REFUSAL, state, "advisor connection"),
                new Setting(StatementFacts.TIMED_OUT, timedOut ? "true" : null, "advisor connection"),
                new Setting(
                        StatementFacts.UNREACHABLE_SINCE,
                        unreachableSince == null ? null : unreachableSince.toString(),
                        "advisor connection"));
    }
}
