package org.millrace.bulk.registry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.CreatedEntities;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** Compares entities that a job created, apart from users, with the state in which the job left them. */
final class CreatedState {
    private CreatedState() {}

    /**
     * Locks entities, and returns the ids of those that exist and were changed since the job.
     *
     * @param entity of their type
     */
    static Set<String> changed(ChunkSession in, RestorableEntity entity, Map<String, BeforeImage> images) {
        Optional<EntityRows> rows = entity.rows();
        if (rows.isEmpty()) {
            return Set.of();
        }
        EntityTable table = rows.get().table();
        in.lockAndReload(table.name(), table.id(), images.keySet());
        Map<String, String> states = restored(in, entity, images);
        try (Connection connection = in.database().connection()) {
            return CreatedEntities.changed(connection, in.database()::table, rows.get(), images, states);
        } catch (SQLException e) {
            throw new IllegalStateException("the created entities cannot be read", e);
        }
    }

    /** The present states of what later records of the job changed, by id. */
    private static Map<String, String> restored(
            ChunkSession in, RestorableEntity entity, Map<String, BeforeImage> images) {
        Map<String, String> states = new HashMap<>();
        images.forEach((id, image) -> {
            List<String> restored = image.restored();
            if (restored != null) {
                restored.forEach(part -> {
                    PartKey key = entity.partKey(id, part);
                    states.put(part, Restorables.state(in, key));
                });
            }
        });
        return states;
    }
}
