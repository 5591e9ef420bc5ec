package org.millrace.advisor.sampler.postgres;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.TimeCategory;

/** What this server's sessions execute in the database at this moment, as it was read last. Thread-safe. */
public final class StatementActivity {

    /** Older readings say nothing about the threads of now. */
    private static final Duration VALID = Duration.ofSeconds(4);

    private final InstantSource clock;
    private volatile Reading last = new Reading(Instant.MIN, List.of());

    public StatementActivity(InstantSource clock) {
        this.clock = clock;
    }

    private record Reading(Instant at, List<Statement> statements) {}

    /**
     * Sessions that do the same.
     *
     * @param fingerprint without literals
     * @param waitType as in {@code pg_stat_activity}; null while the statement runs
     */
    public record Statement(
            String fingerprint,
            @Nullable String waitType,
            @Nullable String waitEvent,
            int sessions) {

        /** Where the time goes. */
        public TimeCategory category() {
            if (waitType == null) {
                return TimeCategory.DATABASE;
            }
            return switch (waitType) {
                case "Lock", "LWLock", "BufferPin", "Buffer" -> TimeCategory.DATABASE_LOCK;
                case "IO" -> TimeCategory.DATABASE_STORAGE;
                case "IPC" -> "SyncRep".equals(waitEvent) ? TimeCategory.DATABASE_STORAGE : TimeCategory.DATABASE;
                default -> TimeCategory.DATABASE;
            };
        }

        /** The statement with its wait event, for people. */
        public String detail() {
            return waitType == null ? fingerprint : fingerprint + " [" + waitType + ": " + waitEvent + "]";
        }
    }

    private volatile boolean local;

    /** Whether the database runs on this machine, so that it shares the processors. */
    public boolean isLocal() {
        return local;
    }

    void setLocal(boolean onThisMachine) {
        local = onThisMachine;
    }

    void set(List<Statement> statements) {
        last = new Reading(clock.instant(), List.copyOf(statements));
    }

    /** Most sessions first; none if nothing was read of late. */
    public List<Statement> statements() {
        Reading reading = last;
        return reading.at().isBefore(clock.instant().minus(VALID)) ? List.of() : reading.statements();
    }
}
