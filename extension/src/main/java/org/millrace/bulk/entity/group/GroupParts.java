package org.millrace.bulk.entity.group;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.millrace.bulk.entity.group.container.StoredGroups;
import org.millrace.bulk.undo.StateParts;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StoredEntity;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;

/** The groups that one record changes or creates, as an undo compares and restores them. */
public final class GroupParts {
    /** A group that the record creates below an existing one: the id of the parent, and the name. */
    public static final String NEW = StateParts.NEW_GROUP;

    private final String type;
    private final List<PartKey> changed = new ArrayList<>();
    private final List<PartKey> created = new ArrayList<>();

    private GroupParts(String type) {
        this.type = type;
    }

    /**
     * The groups of a plan: first the existing ones, each after its parent, then the new ones below existing groups.
     *
     * @param type of an existing group, such as {@code group}
     */
    public static List<PartKey> of(GroupPlan plan, String type) {
        GroupParts parts = new GroupParts(type);
        parts.add(plan, null);
        return parts.keys();
    }

    /**
     * The groups of plans for the top of a container.
     *
     * @param topParentId the stored parent id of top-level groups
     */
    public static List<PartKey> ofAll(Collection<GroupPlan> plans, String type, String topParentId) {
        GroupParts parts = new GroupParts(type);
        plans.forEach(plan -> parts.add(plan, topParentId));
        return parts.keys();
    }

    /** @param parentId of an existing parent; null if the parent is new */
    private void add(GroupPlan plan, @Nullable String parentId) {
        GroupModel current = plan.current();
        String id = current == null ? null : current.getId();
        if (id == null && parentId != null) {
            created.add(new PartKey(NEW, parentId, plan.target().name()));
        } else if (id != null && plan.changesItself()) {
            changed.add(new PartKey(type, id));
        }
        plan.subGroups().forEach(subGroup -> add(subGroup, id));
    }

    private List<PartKey> keys() {
        List<PartKey> keys = new ArrayList<>(changed);
        keys.addAll(created);
        return keys;
    }

    /** The ids of those new groups among some keys that exist. */
    public static Map<PartKey, String> idsOfNew(ChunkSession in, Collection<PartKey> keys) {
        List<PartKey> ofNew =
                keys.stream().filter(key -> key.type().equals(NEW)).toList();
        if (ofNew.isEmpty()) {
            return Map.of();
        }
        JpaSession.flush(in.session());
        return new StoredGroups(in.database(), in.realm().getId()).children(ofNew);
    }

    /** The ids and the fingerprints of the new groups among some keys, with all groups below them. */
    public static Map<PartKey, String> statesOfNew(ChunkSession in, Collection<PartKey> keys) {
        Map<PartKey, String> ids = idsOfNew(in, keys);
        try (Connection connection = in.database().connection()) {
            Map<String, StoredEntity> groups = ids.isEmpty()
                    ? Map.of()
                    : GroupImage.ROWS.read(connection, in.database()::table, Set.copyOf(ids.values()));
            Map<PartKey, String> states = new HashMap<>();
            keys.stream()
                    .filter(key -> key.type().equals(NEW))
                    .forEach(key -> states.put(key, state(ids.get(key), groups)));
            return states;
        } catch (SQLException e) {
            throw new IllegalStateException("new groups cannot be read", e);
        }
    }

    /** The id of the new group that has this state. */
    public static String idOfNew(String state) {
        return state.substring(0, state.indexOf(' '));
    }

    private static String state(@Nullable String id, Map<String, StoredEntity> groups) {
        StoredEntity group = id == null ? null : groups.get(id);
        return group == null ? StateJson.ABSENT : id + " " + group.fingerprint(List.of());
    }
}
