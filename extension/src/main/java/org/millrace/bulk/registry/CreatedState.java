package org.millrace.bulk.registry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.CreatedEntities;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.Fingerprint;
import org.millrace.bulk.undo.StateParts;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;

/** Compares entities that a job created, apart from users, with the state in which the job left them. */
final class CreatedState {
    private CreatedState() {}

    /**
     * Locks entities, and returns the ids of those that exist and were changed since the job.
     *
     * @param word the record type
     */
    static Set<String> changed(ChunkSession in, String word, Map<String, BeforeImage> images) {
        Optional<EntityRows> rows = EntityRows.ofType(word);
        if (rows.isEmpty()) {
            return Set.of();
        }
        new TreeSet<>(images.keySet())
                .forEach(id -> in.lock(rows.get().table(), rows.get().key(), id));
        Map<String, BeforeImage> ofRows = new HashMap<>();
        Set<String> changed = new HashSet<>();
        images.forEach((id, image) -> {
            if (image.isOfRows()) {
                ofRows.put(id, image);
            } else if (isChanged(in, word, id, image)) {
                changed.add(id);
            }
        });
        try (Connection connection = in.database().connection()) {
            changed.addAll(CreatedEntities.changed(connection, in.database()::table, rows.get(), ofRows));
        } catch (SQLException e) {
            throw new IllegalStateException("the created entities cannot be read", e);
        }
        return changed;
    }

    private static boolean isChanged(ChunkSession in, String word, String id, BeforeImage image) {
        String state = Restorable.ofType(word).state(in, new StateParts.Key(word, id));
        return !state.equals(StateJson.ABSENT) && !Fingerprint.of(state).equals(image.after());
    }
}
