package org.millrace.bulk.writer;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.keycloak.models.ModelDuplicateException;
import org.keycloak.models.ModelException;
import org.keycloak.storage.ReadOnlyException;
import org.millrace.bulk.chunk.ChunkFailure;
import org.millrace.bulk.chunk.ChunkFailure.Fault;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.record.Violation;

/**
 * What an exception from the database means for a chunk, by its SQLSTATE.
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error codes</a>
 */
public final class DatabaseFaults {
    /**
     * Serialization failure (in H2's words too), deadlock, lock not available (in H2's words too), cancelled, and idle for too long.
     */
    private static final Set<String> TRANSIENT = Set.of("40001", "90131", "40P01", "55P03", "HYT00", "57014", "25P03");

    private static final int MARIADB_DUPLICATE = 1062;
    private static final int MARIADB_LOCK_WAIT = 1205;
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String TOO_LONG = "22001";

    /** Stands for an exception that tells none, as the pool's own when it gets no connection. */
    private static final String UNKNOWN = "unknown";

    /** Connection exceptions; the operator's or a crash's shutdown, and the start behind it. */
    private static final List<String> UNREACHABLE_CLASSES = List.of("08", "57P");

    /**
     * Too many connections, no room on disks or in memory; a replica that has not taken over yet; a transaction that was ended because
     * its client stood still.
     */
    private static final Set<String> UNREACHABLE = Set.of("53100", "53200", "53300", "25006", UNKNOWN);

    private DatabaseFaults() {}

    /**
     * The failure of a chunk that this exception ended; an exception that is none of the database's is passed on.
     *
     * @param done the chunk's outcomes if the exception came out of its commit; else empty
     */
    public static ChunkFailure chunkFailure(RuntimeException e, List<Outcome> done) {
        Optional<SQLException> cause = sqlException(e);
        if (cause.isEmpty()) {
            if (e instanceof ConcurrentChange) {
                Violation violation =
                        new Violation("concurrent-change", null, "Somebody else has changed it meanwhile", true);
                return new ChunkFailure(Fault.TRANSIENT, violation, e);
            }
            if (e instanceof HalfWritten half) {
                return new ChunkFailure(Fault.RECORD, half.violation(), e);
            }
            if (e instanceof ModelDuplicateException) {
                return new ChunkFailure(Fault.RECORD, conflict(), e);
            }
            if (e instanceof ReadOnlyException || e instanceof ModelException) {
                Violation violation =
                        Violation.of("refused-by-store", null, "The store that it is in does not take the change");
                return new ChunkFailure(Fault.RECORD, violation, e);
            }
            if (!done.isEmpty()) {
                return new ChunkFailure(Fault.TRANSIENT, databaseError(UNKNOWN), done, e);
            }
            throw e;
        }
        String state = Optional.ofNullable(cause.get().getSQLState()).orElse(UNKNOWN);
        if (isUnreachable(state)) {
            return new ChunkFailure(Fault.UNREACHABLE, databaseError(state), done, e);
        }
        if (isTransient(state, cause.get().getErrorCode())) {
            return new ChunkFailure(Fault.TRANSIENT, databaseError(state), e);
        }
        if (isDuplicate(cause.get())) {
            return new ChunkFailure(Fault.RECORD, conflict(cause.get()), e);
        }
        if (state.equals(TOO_LONG)) {
            return new ChunkFailure(
                    Fault.RECORD, Violation.of("value-too-long", null, "A value is longer than its column"), e);
        }
        if (state.startsWith("22") || state.startsWith("23")) {
            String detail = "The database refuses a value (SQLSTATE " + state + ")";
            return new ChunkFailure(Fault.RECORD, Violation.of("invalid-value", null, detail), e);
        }
        return new ChunkFailure(Fault.DATABASE, databaseError(state), e);
    }

    /** Whether the database is away for now, or somebody has cut a connection; what was being committed may be there or not. */
    public static boolean isUnreachable(Throwable e) {
        return sqlException(e)
                .map(cause ->
                        isUnreachable(Optional.ofNullable(cause.getSQLState()).orElse(UNKNOWN)))
                .orElse(false);
    }

    /** Whether the database caused an exception. */
    public static boolean isOfDatabase(Throwable e) {
        return sqlException(e).isPresent();
    }

    /** Whether a unique key is taken: MariaDB tells that from other integrity violations by its own code alone. */
    public static boolean isDuplicate(SQLException e) {
        return UNIQUE_VIOLATION.equals(e.getSQLState()) || e.getErrorCode() == MARIADB_DUPLICATE;
    }

    private static boolean isTransient(String state, int errorCode) {
        return TRANSIENT.contains(state) || errorCode == MARIADB_LOCK_WAIT;
    }

    private static boolean isUnreachable(String state) {
        return UNREACHABLE.contains(state) || UNREACHABLE_CLASSES.stream().anyMatch(state::startsWith);
    }

    private static Optional<SQLException> sqlException(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause() == cause ? null : cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return Optional.of(sql);
            }
        }
        return Optional.empty();
    }

    private static Violation databaseError(String state) {
        return new Violation("database-error", null, "The database did not write it (SQLSTATE " + state + ")", true);
    }

    private static Violation conflict() {
        return Violation.of("conflict", null, "Something with the same key exists");
    }

    /** Which key, as far as the name of the violated constraint tells. */
    private static Violation conflict(SQLException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("uk_dykn684sl8up1crfei6eckhd7")) {
            return Violation.of("email-exists", "email", "User exists with same email");
        }
        if (message.contains("uk_ru8tt6t700s9v50bu18ws5ha6")) {
            return Violation.of("username-exists", "username", "User exists with same username");
        }
        if (message.contains("constraint_fb")) {
            return Violation.of("id-exists", "id", "A user with this id exists");
        }
        return conflict();
    }
}
