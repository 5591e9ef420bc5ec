package org.millrace.bulk.job.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.server.Sql;

/**
 * Removes the earlier states of deleted entities that hold secrets, such as those of users and clients. In steps, between which
 * leases are renewed. For one thread.
 */
public final class DeletedEntityStates {
    private static final Logger LOG = Logger.getLogger(DeletedEntityStates.class);

    /** Keys that are read at once; of the blocks themselves, one is in memory at a time. */
    private static final int KEYS = 100;

    /** After which no further block is begun, far below the shortest lease. */
    private static final Duration MAX_STEP = Duration.ofMillis(500);

    /** The pause after a pass, as a multiple of the time that it took. */
    private static final int PAUSE_FACTOR = 10;

    private static final Duration MIN_PAUSE = Duration.ofSeconds(10);
    private static final Duration MAX_PAUSE = Duration.ofDays(1);

    private final JobDatabase database;
    private final UndoImages images;
    private final Map<String, EntityTable> tables;
    private final Deque<UndoImages.BlockKey> next = new ArrayDeque<>();
    private UndoImages.BlockKey last = UndoImages.BlockKey.FIRST;
    /** How long the pass has taken so far. */
    private long passNanos;

    private long nextPassNanos = System.nanoTime();
    private boolean isReported;

    /**
     * Stored states in this database.
     *
     * @param tables the tables of the entities whose states hold secrets, by record type
     */
    public DeletedEntityStates(JobDatabase database, UndoImages images, Map<String, EntityTable> tables) {
        this.database = database;
        this.images = images;
        this.tables = Map.copyOf(tables);
    }

    /** Continues a pass through all blocks; does nothing in the pause between two passes. */
    public void step() throws SQLException {
        long begun = System.nanoTime();
        if (begun - nextPassNanos < 0) {
            return;
        }
        boolean ended = false;
        while (!ended && System.nanoTime() - begun < MAX_STEP.toNanos()) {
            ended = !continuePass();
        }
        passNanos += System.nanoTime() - begun;
        if (ended) {
            long pause = Math.max(MIN_PAUSE.toNanos(), passNanos * PAUSE_FACTOR);
            nextPassNanos = System.nanoTime() + Math.min(MAX_PAUSE.toNanos(), pause);
            last = UndoImages.BlockKey.FIRST;
            passNanos = 0;
        }
    }

    /** Looks through one block; returns whether there was one. */
    private boolean continuePass() throws SQLException {
        if (next.isEmpty()) {
            List<String> types = List.copyOf(tables.keySet());
            next.addAll(database.read(connection -> images.after(connection, last, types, KEYS)));
        }
        UndoImages.BlockKey key = next.poll();
        if (key == null) {
            return false;
        }
        last = key;
        try {
            database.inTransaction(connection -> removeDeleted(connection, key));
        } catch (SQLException | RuntimeException e) { // The other blocks hold secrets, too.
            if (!isReported) {
                isReported = true;
                LOG.warnf(
                        RedactedException.of(e),
                        "Earlier states of deleted entities in job %s, part %d, could not be removed; they are removed after undo-days. Further"
                                + " blocks of this kind are not reported",
                        key.jobId(),
                        key.part());
            }
        }
        return true;
    }

    private boolean removeDeleted(Connection connection, UndoImages.BlockKey key) throws SQLException {
        Optional<UndoImages.Block> block = images.of(connection, key.jobId(), key.part(), key.seq(), key.first());
        @Nullable
        EntityTable table = block.map(found -> tables.get(found.type())).orElse(null);
        if (block.isEmpty() || table == null) {
            return false;
        }
        List<BeforeImage> all = block.get().images();
        Set<String> deleted = deleted(connection, table, all);
        if (deleted.isEmpty()) {
            return false;
        }
        images.replace(
                connection,
                key,
                all.stream()
                        .filter(image -> image.before() == null || !deleted.contains(image.id()))
                        .toList());
        return true;
    }

    /** The ids of changed entities that do not exist any more; users of other storage have no row here. */
    private Set<String> deleted(Connection connection, EntityTable table, List<BeforeImage> images)
            throws SQLException {
        Set<String> deleted = images.stream()
                .filter(image -> image.before() != null && StorageId.isLocalStorage(image.id()))
                .map(BeforeImage::id)
                .collect(Collectors.toCollection(HashSet::new));
        String query =
                "SELECT " + table.id() + " FROM " + database.table(table.name()) + " WHERE " + table.id() + " IN ";
        for (List<String> ids : Sql.inParts(deleted)) {
            Sql.in(connection, query, ids).all(row -> row.getString(1)).forEach(deleted::remove);
        }
        return deleted;
    }
}
