package org.millrace.bulk.writer;

import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.keycloak.models.ModelDuplicateException;
import org.keycloak.models.ModelException;
import org.keycloak.storage.ReadOnlyException;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.ChunkFailedException.Fault;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.RealmRemovedException;

/**
 * Classification of a database exception by its SQLSTATE.
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error codes</a>
 */
public final class DatabaseFaults {
    /** Serialization failure (and H2's code), deadlock, lock not available (and H2's code), cancelled, and idle for too long. */
    private static final Set<String> TRANSIENT = Set.of("40001", "90131", "40P01", "55P03", "HYT00", "57014", "25P03");

    private static final int MARIADB_DUPLICATE = 1062;
    private static final int MARIADB_LOCK_WAIT = 1205;
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String TOO_LONG = "22001";

    private static final String DUPLICATE = "An entity with the same id or name already exists";

    /** SQLState of exceptions that have none, such as the pool's own when no connection is available. */
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
     * Errors that concern the statement or the whole database and not single rows: feature not supported, transaction state, invalid
     * catalog, schema or statement name, syntax error or access rule, insufficient resources, program limits, object state, operator
     * intervention, system error, configuration file, internal error.
     */
    private static final List<String> GENERAL_CLASSES =
            List.of("0A", "25", "26", "2D", "3B", "3D", "3F", "42", "53", "55", "57", "58", "F0", "XX");

    /** Insufficient privilege, including row-level security; index row size and similar limits. */
    private static final Set<String> OF_ROWS = Set.of("42501", "54000");

    /**
     * The failure of a chunk with this exception; any other exception is rethrown.
     *
     * @param done the chunk's outcomes if the commit failed; else empty
     */
    public static ChunkFailedException chunkFailure(RuntimeException e, List<Outcome> done) {
        Optional<SQLException> cause = sqlException(e);
        return cause.isEmpty() ? withoutSql(e, done) : ofSql(cause.get(), e, done);
    }

    private static ChunkFailedException withoutSql(RuntimeException e, List<Outcome> done) {
        if (e instanceof ConcurrentChangeException) {
            return concurrentChange(Fault.TRANSIENT, String.valueOf(e.getMessage()), e);
        }
        if (e instanceof RealmRemovedException) {
            return new ChunkFailedException(Fault.DATABASE, ChunkFailedException.REALM_REMOVED, e);
        }
        if (e instanceof PartialWriteException half) {
            return new ChunkFailedException(Fault.RECORD, half.violation(), e);
        }
        // Keycloak wraps it in a ModelException, as it does for rejections by a user store.
        if (isCausedBy(e, OptimisticLockException.class)) {
            return concurrentChange(Fault.RECORD, "an entity was changed or removed", e);
        }
        if (e instanceof ModelDuplicateException) {
            return new ChunkFailedException(Fault.RECORD, conflict(), e);
        }
        if (e instanceof ReadOnlyException || e instanceof ModelException) {
            Violation violation = Violation.of(
                    "refused-by-store", null, "The user or client store is read-only or rejected the change");
            return new ChunkFailedException(Fault.RECORD, violation, e);
        }
        if (!done.isEmpty()) {
            return new ChunkFailedException(Fault.TRANSIENT, databaseError(UNKNOWN), done, e);
        }
        throw e;
    }

    private static ChunkFailedException concurrentChange(Fault fault, String what, RuntimeException e) {
        String detail = "Concurrent change: " + what + "; send the record again";
        return new ChunkFailedException(fault, new Violation("concurrent-change", null, detail, true), e);
    }

    private static boolean isCausedBy(Throwable e, Class<? extends Throwable> type) {
        return type.isInstance(e) || e.getCause() != null && isCausedBy(e.getCause(), type);
    }

    private static ChunkFailedException ofSql(SQLException sql, RuntimeException e, List<Outcome> done) {
        String state = Optional.ofNullable(sql.getSQLState()).orElse(UNKNOWN);
        if (isUnreachable(state)) {
            return new ChunkFailedException(Fault.UNREACHABLE, databaseError(state), done, e);
        }
        if (isTransient(state, sql.getErrorCode())) {
            return new ChunkFailedException(Fault.TRANSIENT, databaseError(state), e);
        }
        if (isDuplicate(sql)) {
            return new ChunkFailedException(Fault.RECORD, conflict(sql), e);
        }
        String where = RefusedPart.of(sql, e).toString();
        if (state.equals(TOO_LONG)) {
            String detail = "A value is longer than its column" + where;
            return new ChunkFailedException(Fault.RECORD, Violation.of("value-too-long", null, detail), e);
        }
        if (state.startsWith("22") || state.startsWith("23")) {
            String detail = "The database rejected a value" + where + " (SQLSTATE " + state + ")";
            return new ChunkFailedException(Fault.RECORD, Violation.of("invalid-value", null, detail), e);
        }
        if (!OF_ROWS.contains(state) && GENERAL_CLASSES.stream().anyMatch(state::startsWith)) {
            return new ChunkFailedException(Fault.DATABASE, databaseError(state), e);
        }
        String detail =
                "A trigger, policy or limit of the database rejected the record" + where + " (SQLSTATE " + state + ")";
        return new ChunkFailedException(Fault.RECORD, Violation.of("refused-by-database", null, detail), e);
    }

    /** Whether the database cannot be reached or a connection was cut; the result of a commit is unknown then. */
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

    /** Whether a unique key is violated. MariaDB distinguishes it from other integrity violations by its error code only. */
    public static boolean isDuplicate(SQLException e) {
        return UNIQUE_VIOLATION.equals(e.getSQLState()) || e.getErrorCode() == MARIADB_DUPLICATE;
    }

    private static boolean isTransient(String state, int errorCode) {
        return TRANSIENT.contains(state) || errorCode == MARIADB_LOCK_WAIT;
    }

    private static boolean isUnreachable(String state) {
        return UNREACHABLE.contains(state) || UNREACHABLE_CLASSES.stream().anyMatch(state::startsWith);
    }

    /** A failed commit has the exception of the database among the suppressed ones of {@code RollbackException}. */
    private static Optional<SQLException> sqlException(Throwable e) {
        if (e instanceof SQLException sql) {
            return Optional.of(sql);
        }
        Stream<Throwable> below = Stream.concat(Stream.ofNullable(e.getCause()), Stream.of(e.getSuppressed()));
        return below.map(DatabaseFaults::sqlException).flatMap(Optional::stream).findFirst();
    }

    private static Violation databaseError(String state) {
        return new Violation(
                "database-error", null, "The database did not write the record (SQLSTATE " + state + ")", true);
    }

    private static Violation conflict() {
        return Violation.of("conflict", null, DUPLICATE);
    }

    /** The problem for the violated constraint, by its name. */
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
        String where = RefusedPart.of(e, e).toString();
        return where.isEmpty() ? conflict() : Violation.of("conflict", null, DUPLICATE + where);
    }
}
