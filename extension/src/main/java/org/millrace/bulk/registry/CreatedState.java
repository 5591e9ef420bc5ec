package org.millrace.bulk.registry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.CreatedEntities;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.StateParts;
import org.millrace.bulk.writer.model.ChunkSession;

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
        in.lockAndReload(rows.get().table(), rows.get().key(), images.keySet());
        Map<String, String> states = restored(in, word, images);
        try (Connection connection = in.database().connection()) {
            return CreatedEntities.changed(connection, in.database()::table, rows.get(), images, states);
        } catch (SQLException e) {
            throw new IllegalStateException("the created entities cannot be read", e);
        }
    }

    /** The present states of what later records of the job changed, by id. */
    private static Map<String, String> restored(ChunkSession in, String word, Map<String, BeforeImage> images) {
        Map<String, String> states = new HashMap<>();
        images.forEach((id, image) -> {
            List<String> restored = image.restored();
            if (restored != null) {
                restored.forEach(part -> {
                    String type = word.equals("organization") && !part.equals(id) ? "department" : word;
                    states.put(part, Restorable.ofType(type).state(in, new StateParts.PartKey(type, part)));
                });
            }
        });
        return states;
    }
}
