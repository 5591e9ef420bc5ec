package org.millrace.bulk.writer.copy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** PostgreSQL rejected a COPY statement. */
public final class CopyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String table;

    /** @param table the name of the table that the statement writes to */
    public CopyException(String table, SQLException cause) {
        super("PostgreSQL refused COPY into " + table, cause);
        this.table = table;
    }

    public static Optional<String> tableOf(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause() == e ? null : e.getCause()) {
            if (e instanceof CopyException copy) {
                return Optional.of(copy.table);
            }
        }
        return Optional.empty();
    }
}
