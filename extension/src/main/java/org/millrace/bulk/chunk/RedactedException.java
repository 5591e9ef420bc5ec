package org.millrace.bulk.chunk;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * An exception for the log without its message: class, stack trace and SQLSTATE. Messages may quote data: PostgreSQL's context of
 * a {@code COPY} repeats the row, including password hashes.
 */
public final class RedactedException extends Exception {
    private static final long serialVersionUID = 1L;

    private RedactedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The exception and its causes without their messages. */
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
