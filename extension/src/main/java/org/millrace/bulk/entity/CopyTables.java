package org.millrace.bulk.entity;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.server.Database;

/** Tables that new rows are copied into. */
final class CopyTables {
    private CopyTables() {}

    /** Opens the tables of a realm for one chunk. */
    @FunctionalInterface
    interface Opening<T> {
        T open(Database database, String realmId, InstantSource clock);
    }

    /** What opens tables in the database of an import; empty where it has no {@code COPY}. */
    static <T> Optional<Supplier<T>> of(ModelScope scope, Opening<? extends T> tables) {
        Database database = scope.database();
        return database.isPostgres()
                ? Optional.of(() -> tables.open(database, scope.imported().realmId(), InstantSource.system()))
                : Optional.empty();
    }
}
