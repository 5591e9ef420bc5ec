package org.millrace.bulk.entity.group.container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.GroupModel.GroupCreatedEvent;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.JpaSession;
import org.millrace.server.RealmCache;

/** The new groups of a chunk in a realm. Their rows are written together at the end. For one session and its thread. */
final class NewGroups {
    private final ChunkSession in;
    private final GroupRows rows;
    private final Map<String, GroupModel> models = new HashMap<>();
    private final List<NewGroup> waiting = new ArrayList<>();

    NewGroups(ChunkSession in, GroupRows rows) {
        this.in = in;
        this.rows = rows;
    }

    /** @param named the id that its record names, if any */
    GroupModel make(@Nullable String named, GroupKey key) {
        String id = named == null ? rows.newId() : named;
        NewGroup group = new NewGroup(id, key);
        waiting.add(group);
        GroupModel model = PendingGroup.of(group, () -> stored(id));
        models.put(id, model);
        return model;
    }

    private GroupModel stored(String id) {
        write();
        GroupModel model = in.realm().getGroupById(id);
        if (model == null) {
            throw new ConcurrentChangeException("a new group was removed");
        }
        return model;
    }

    /** A group that was made here, whether its rows are written yet or not. */
    Optional<GroupModel> byId(String id) {
        return Optional.ofNullable(models.get(id));
    }

    /** Writes the pending groups, and notifies the listeners of Keycloak's model. */
    void write() {
        if (waiting.isEmpty()) {
            return;
        }
        List<NewGroup> groups = List.copyOf(waiting);
        waiting.clear();
        // Written before any lookup: the session caches lookups, and this write may still be rolled back.
        RealmCache.forget(in.session(), cached(groups));
        JpaSession.waitForDisk(in.session());
        rows.write(groups);
        groups.forEach(NewGroup::setWritten);
        for (NewGroup group : groups) {
            GroupModel model = models.get(group.id());
            if (model != null) {
                GroupCreatedEvent.fire(model, in.session());
            }
        }
    }

    /** Cache entries to invalidate for new groups: their own, the list of all groups, and parents, which hold their subgroups. */
    private Set<String> cached(List<NewGroup> groups) {
        Set<String> keys = new HashSet<>();
        // The key is that of RealmCacheSession.getGroupsQueryCacheKey.
        keys.add(in.realm().getId() + ".groups");
        for (NewGroup group : groups) {
            keys.add(group.id());
            keys.add(group.key().parentId());
        }
        keys.remove(RealmGroups.TOP);
        return keys;
    }
}
