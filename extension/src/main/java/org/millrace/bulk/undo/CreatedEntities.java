package org.millrace.bulk.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.BeforeImage;

/** The images of roles, groups, clients and other entities that a job creates, apart from users. */
public final class CreatedEntities {
    private CreatedEntities() {}

    /**
     * The images of the entities that a transaction has created.
     *
     * @param type of its records, such as {@code role}
     * @param rows of entities of this type
     * @param tables the name of a table in SQL
     * @param lines of the records, by the ids of the entities
     * @param changed the images of entities that the transaction has changed
     */
    public static List<BeforeImage> images(
            Connection connection,
            UnaryOperator<String> tables,
            String type,
            EntityRows rows,
            Map<String, Long> lines,
            List<BeforeImage> changed)
            throws SQLException {
        if (lines.isEmpty()) {
            return List.of();
        }
        Set<String> kept = changed.stream()
                .filter(BeforeImage::isKept)
                .map(BeforeImage::id)
                .collect(Collectors.toSet());
        LaterChanges changes = LaterChanges.of(type, changed);
        Map<String, StoredEntity> stored = rows.read(connection, tables, lines.keySet());
        List<BeforeImage> images = new ArrayList<>();
        lines.forEach((id, line) -> {
            StoredEntity entity = stored.get(id);
            if (entity != null && !kept.contains(id)) {
                images.add(image(id, line, entity, lines, changes));
            }
        });
        return images;
    }

    /** The image of the entity as an undo finds it: later records of the transaction are undone before. */
    private static BeforeImage image(
            String id, long line, StoredEntity entity, Map<String, Long> lines, LaterChanges changes) {
        List<String> later = entity.children().stream()
                .filter(child -> lines.getOrDefault(child, line) > line || changes.joins(id, child, line))
                .toList();
        Set<String> laterGroups = new HashSet<>(entity.below());
        laterGroups.removeIf(group -> lines.getOrDefault(group, line) <= line);
        laterGroups.addAll(changes.newGroups(entity, line));
        StoredEntity created = entity.without(laterGroups);
        Set<String> parts = new HashSet<>(created.below());
        parts.add(id);
        Map<String, String> restored = new TreeMap<>();
        for (String part : parts) {
            changes.firstState(part, line).ifPresent(state -> restored.put(part, state));
        }
        return BeforeImage.createdWithRows(
                line, id, created.fingerprint(later, restored), later, List.copyOf(restored.keySet()));
    }

    /**
     * The ids of the entities that exist and whose rows were changed since the job, apart from groups below them that are among the entities.
     *
     * @param images of entities with a fingerprint of their rows, all of which are about to be deleted
     * @param states the present states of what the images count as restored, by id
     */
    public static Set<String> changed(
            Connection connection,
            UnaryOperator<String> tables,
            EntityRows rows,
            Map<String, BeforeImage> images,
            Map<String, String> states)
            throws SQLException {
        Map<String, StoredEntity> stored = rows.read(connection, tables, images.keySet());
        Set<String> changed = new HashSet<>();
        stored.forEach((id, entity) -> {
            BeforeImage image = images.get(id);
            Set<String> deleted = new HashSet<>(entity.below());
            deleted.retainAll(images.keySet());
            if (image != null
                    && !entity.without(deleted)
                            .fingerprint(listed(image.ignored()), restored(image, states))
                            .equals(image.after())) {
                changed.add(id);
            }
        });
        return changed;
    }

    private static Map<String, String> restored(BeforeImage image, Map<String, String> states) {
        Map<String, String> restored = new HashMap<>();
        listed(image.restored()).forEach(id -> restored.put(id, states.getOrDefault(id, "")));
        return restored;
    }

    private static List<String> listed(@Nullable List<String> ids) {
        return ids == null ? List.of() : ids;
    }
}
