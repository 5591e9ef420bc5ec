package org.millrace.bulk.writer;

import java.sql.SQLException;
import java.util.Optional;
import java.util.StringJoiner;
import org.millrace.bulk.writer.copy.CopyException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * The part of the schema that a rejected row concerns, from the separate fields of PostgreSQL's error response: names, and no
 * data.
 *
 * @param table without its schema
 */
record RefusedPart(Optional<String> table, Optional<String> column, Optional<String> constraint) {
    private static final RefusedPart UNKNOWN = new RefusedPart(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Reads the fields. The exception of a batch, as JPA writes, has them in its cause.
     *
     * @param e the database's exception
     * @param thrown the exception that has it as its cause; it may name the table of a COPY statement
     */
    static RefusedPart of(SQLException e, Throwable thrown) {
        RefusedPart named = UNKNOWN;
        for (Throwable each = e; each != null && named.equals(UNKNOWN); each = each.getCause()) {
            // A server that was built for another database does not have the driver's classes.
            boolean postgres = each.getClass().getName().startsWith("org.postgresql.");
            named = postgres ? PostgresFields.of(each) : UNKNOWN;
        }
        Optional<String> table = named.table().or(() -> CopyException.tableOf(thrown));
        return new RefusedPart(table, named.column(), named.constraint());
    }

    private static final class PostgresFields {
        private static RefusedPart of(Throwable e) {
            ServerErrorMessage message = e instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
            return message == null
                    ? UNKNOWN
                    : new RefusedPart(
                            Optional.ofNullable(message.getTable()),
                            Optional.ofNullable(message.getColumn()),
                            Optional.ofNullable(message.getConstraint()));
        }
    }

    /** For the end of a sentence: empty, or such as {@code : table "user_entity", constraint "no_guests"}. */
    @Override
    public String toString() {
        StringJoiner parts = new StringJoiner(", ", ": ", "").setEmptyValue("");
        table.ifPresent(name -> parts.add("table \"" + name + "\""));
        column.ifPresent(name -> parts.add("column \"" + name + "\""));
        constraint.ifPresent(name -> parts.add("constraint \"" + name + "\""));
        return parts.toString();
    }
}
