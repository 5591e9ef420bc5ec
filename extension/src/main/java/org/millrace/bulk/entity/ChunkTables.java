package org.millrace.bulk.entity;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.millrace.bulk.writer.copy.CopySchema;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.server.Database;

/** Tables that are read and written in batches for a chunk. */
public final class ChunkTables {
    private ChunkTables() {}

    /** Opens the tables of a realm for one chunk. */
    @FunctionalInterface
    public interface Opening<T> {
        T open(Database database, String realmId, InstantSource clock);
    }

    /**
     * Opens tables in the database of an import; empty on other databases than PostgreSQL, or if a table differs from the shape
     * that {@code COPY} needs.
     *
     * @param written tables that are written with {@code COPY}
     */
    public static <T> Optional<Supplier<T>> of(
            ModelScope scope, List<TableShape> written, Opening<? extends T> tables) {
        Database database = scope.database();
        return CopySchema.mismatch(database, written).isEmpty()
                ? Optional.of(() -> tables.open(database, scope.imported().realmId(), InstantSource.system()))
                : Optional.empty();
    }
}
