package org.millrace.bulk.writer.copy;

import java.util.List;
import java.util.Optional;
import org.millrace.server.Database;
import org.millrace.server.KeycloakRelease;

/** Compares the tables of the database with the tables that {@code COPY} expects. */
public final class CopySchema {
    private CopySchema() {}

    /**
     * Why rows of these tables cannot be written with {@code COPY}; empty if they can. On PostgreSQL the catalogue is read at the
     * first call for a table, and cached.
     *
     * @throws IllegalStateException if the query fails
     */
    public static Optional<String> mismatch(Database database, List<TableShape> tables) {
        if (!database.isPostgres()) {
            return Optional.of("the database is " + database.product() + ", and COPY needs PostgreSQL");
        }
        return tables.stream()
                .flatMap(shape ->
                        shape.mismatch(database.catalog().table(shape.table()), KeycloakRelease.running()).stream())
                .findFirst();
    }
}
