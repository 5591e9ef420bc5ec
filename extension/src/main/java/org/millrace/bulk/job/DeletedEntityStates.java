package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.server.Sql;

/**
 * Removes the earlier states of users, clients and identity providers that were deleted since: they hold secrets. In steps, between which
 * leases are renewed. For one thread.
 */
final class DeletedEntityStates {
    private static final int BLOCKS = 20;
    private static final Duration MAX_STEP = Duration.ofSeconds(1);

    /** The pause after a pass, as a multiple of the time that it took. */
    private static final int PAUSE_FACTOR = 10;

    private static final Duration MIN_PAUSE = Duration.ofSeconds(10);
    private static final Duration MAX_PAUSE = Duration.ofDays(1);

    /** Table and column of the id, by the type of the records. */
    private record Table(String name, String id) {}

    private static final Map<String, Table> TABLES = Map.of(
            "user", new Table("user_entity", "id"),
            "client", new Table("client", "id"),
            "identity-provider", new Table("identity_provider", "internal_id"));

    private final JobDatabase database;
    private final UndoImages images;
    private UndoImages.Place last = UndoImages.Place.START;
    /** How long the pass has taken so far. */
    private long passNanos;

    private long nextNanos = System.nanoTime();

    DeletedEntityStates(JobDatabase database, UndoImages images) {
        this.database = database;
        this.images = images;
    }

    /** Continues a pass through all blocks; does nothing in the pause between two passes. */
    void step() throws SQLException {
        long begun = System.nanoTime();
        if (begun - nextNanos < 0) {
            return;
        }
        boolean ended = false;
        while (!ended && System.nanoTime() - begun < MAX_STEP.toNanos()) {
            ended = !next();
        }
        passNanos += System.nanoTime() - begun;
        if (ended) {
            long pause = Math.max(MIN_PAUSE.toNanos(), passNanos * PAUSE_FACTOR);
            nextNanos = System.nanoTime() + Math.min(MAX_PAUSE.toNanos(), pause);
            last = UndoImages.Place.START;
            passNanos = 0;
        }
    }

    /** Looks through some blocks; returns whether there may be more. */
    private boolean next() throws SQLException {
        List<UndoImages.Stored> blocks = database.read(
                connection -> images.after(connection, last, List.copyOf(TABLES.keySet()), BLOCKS));
        for (UndoImages.Stored stored : blocks) {
            database.inTransaction(connection -> {
                removeDeleted(connection, stored);
                return true;
            });
            last = stored.place();
        }
        return blocks.size() == BLOCKS;
    }

    private void removeDeleted(Connection connection, UndoImages.Stored stored) throws SQLException {
        List<BeforeImage> all = stored.block().images();
        Table table = TABLES.get(stored.block().type());
        Set<String> changed = all.stream()
                .filter(image -> image.before() != null)
                .map(BeforeImage::id)
                .collect(Collectors.toSet());
        if (table == null || changed.isEmpty()) {
            return;
        }
        Set<String> existing = new HashSet<>();
        String query =
                "SELECT " + table.id() + " FROM " + database.table(table.name()) + " WHERE " + table.id() + " IN ";
        for (List<String> ids : Sql.inParts(changed)) {
            existing.addAll(Sql.in(connection, query, ids).all(row -> row.getString(1)));
        }
        List<BeforeImage> kept = all.stream()
                .filter(image -> image.before() == null || existing.contains(image.id()))
                .toList();
        if (kept.size() < all.size()) {
            images.replace(connection, stored.place(), kept);
        }
    }
}
