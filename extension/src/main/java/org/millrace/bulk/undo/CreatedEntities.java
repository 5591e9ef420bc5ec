package org.millrace.bulk.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.BeforeImage;

/** The images of roles, groups, clients and other entities that a job creates, apart from users. */
public final class CreatedEntities {
    private CreatedEntities() {}

    /**
     * The images of the entities that a transaction has created.
     *
     * @param type of its records, such as {@code role}
     * @param tables the name of a table in SQL
     * @param lines of the records, by the ids of the entities
     * @param changed the images of entities that the transaction has changed
     */
    public static List<BeforeImage> images(
            Connection connection,
            UnaryOperator<String> tables,
            String type,
            Map<String, Long> lines,
            List<BeforeImage> changed)
            throws SQLException {
        Optional<EntityRows> rows = EntityRows.ofType(type);
        if (rows.isEmpty() || lines.isEmpty()) {
            return List.of();
        }
        Map<String, String> firstStates = new HashMap<>();
        for (BeforeImage image : changed) {
            String before = image.before();
            if (before != null) {
                StateParts.of(type, image.id(), before)
                        .state(new StateParts.Key(type, image.id()))
                        .ifPresent(state -> firstStates.putIfAbsent(image.id(), state));
            }
        }
        Map<String, StoredEntity> stored = rows.get().read(connection, tables, lines.keySet());
        List<BeforeImage> images = new ArrayList<>();
        lines.forEach((id, line) -> {
            StoredEntity entity = stored.get(id);
            String first = firstStates.get(id);
            if (first != null) {
                // A later record of the transaction has changed it: an undo restores this state before it deletes the
                // entity.
                images.add(BeforeImage.created(line, id, Fingerprint.of(first), false));
            } else if (entity != null) {
                List<String> later = entity.children().stream()
                        .filter(child -> lines.getOrDefault(child, line) > line)
                        .toList();
                Set<String> below = new HashSet<>(entity.below());
                below.removeIf(group -> lines.getOrDefault(group, line) <= line);
                images.add(BeforeImage.createdWithRows(
                        line, id, entity.without(below).fingerprint(later), later));
            }
        });
        return images;
    }

    /**
     * The ids of the entities that exist and whose rows were changed since the job.
     *
     * @param images of entities with a fingerprint of their rows, all of which are about to be deleted
     */
    public static Set<String> changed(
            Connection connection, UnaryOperator<String> tables, EntityRows rows, Map<String, BeforeImage> images)
            throws SQLException {
        Map<String, StoredEntity> stored = rows.read(connection, tables, images.keySet());
        Set<String> changed = new HashSet<>();
        stored.forEach((id, entity) -> {
            BeforeImage image = images.get(id);
            Set<String> deleted = new HashSet<>(entity.below());
            deleted.retainAll(images.keySet());
            if (image != null
                    && !entity.without(deleted)
                            .fingerprint(ignored(image.ignored()))
                            .equals(image.after())) {
                changed.add(id);
            }
        });
        // A group stays if one below it does.
        Set<String> kept = Set.copyOf(changed);
        stored.forEach((id, entity) -> {
            if (!Collections.disjoint(entity.below(), kept)) {
                changed.add(id);
            }
        });
        return changed;
    }

    private static List<String> ignored(@Nullable List<String> ids) {
        return ids == null ? List.of() : ids;
    }
}
