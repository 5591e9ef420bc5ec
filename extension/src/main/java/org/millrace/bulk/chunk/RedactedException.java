package org.millrace.bulk.chunk;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * An exception as it may go to a log: where it was thrown, what it is, and its SQLSTATE, without its words. Those may quote what
 * was to be written: PostgreSQL's context of a {@code COPY} repeats the row, password hashes included.
 */
public final class RedactedException extends Exception {
    private static final long serialVersionUID = 1L;

    private RedactedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The exception and its causes without their words. */
    public static RedactedException of(Throwable e) {
        if (e instanceof RedactedException redacted) {
            return redacted;
        }
        @Nullable Throwable cause = e.getCause() == e ? null : e.getCause();
        String state = e instanceof SQLException sql ? ", SQLSTATE " + sql.getSQLState() : "";
        RedactedException redacted =
                new RedactedException(e.getClass().getName() + state, cause == null ? null : of(cause));
        redacted.setStackTrace(e.getStackTrace());
        for (Throwable suppressed : e.getSuppressed()) {
            redacted.addSuppressed(of(suppressed));
        }
        return redacted;
    }
}
