package org.millrace.bulk.chunk;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.undo.BeforeImages;

/**
 * Further work in the transaction that writes a chunk. Called on the writing thread; an exception rolls the chunk back. A dry
 * run, whose transaction is rolled back anyway, calls nothing.
 */
public interface ChunkCommit {
    /** No further work. */
    ChunkCommit NONE = new ChunkCommit() {
        @Override
        public void begun(Connection connection) {}

        @Override
        public void written(Connection connection, List<Outcome> outcomes) {}

        @Override
        public boolean hasRows() {
            return false;
        }
    };

    /** Whether it writes rows of its own into the transaction, which is then needed even if no record is written. */
    default boolean hasRows() {
        return true;
    }

    /** Takes the images of the entities that the transaction changes; empty if the changes will not be undone. */
    default Optional<BeforeImages> images() {
        return Optional.empty();
    }

    /**
     * Called before anything of the chunk is looked up or written.
     *
     * @param connection the transaction's own; it must be neither committed nor closed
     */
    void begun(Connection connection) throws SQLException;

    /** Called before {@link #written} if rows were inserted and the operator lets their foreign keys be checked once for each chunk. */
    default void foreignKeysChecked(ForeignKeyChecks how) {}

    /**
     * Called when all of the chunk is written, right before the commit.
     *
     * @param connection the transaction's own; it must be neither committed nor closed
     * @param outcomes one for each entry of the chunk, in order
     */
    void written(Connection connection, List<Outcome> outcomes) throws SQLException;
}
