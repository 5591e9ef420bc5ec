package org.millrace.bulk.entity.group.container;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.GroupModel.GroupPathChangeEvent;
import org.keycloak.models.GroupProvider;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.model.ChunkSession;

/** A container of groups: the realm, or one organization. A null parent means the top. For one session and its thread. */
public abstract class GroupContainer {
    /** No group has a longer name. */
    public static final int MAX_NAME = 255;

    private final ChunkSession in;
    private final StoredGroups stored;
    /** Groups that were found or made here. */
    private final Map<GroupKey, GroupModel> known = new HashMap<>();

    public GroupContainer(ChunkSession in) {
        this.in = in;
        this.stored = new StoredGroups(in.database(), in.realm().getId());
    }

    public final ChunkSession in() {
        return in;
    }

    /** Whether a group lives here, and not in another place of the realm. */
    public abstract boolean isHome(GroupModel group);

    /** The stored parent id of top-level groups. */
    public abstract String topParentId();

    /** Makes a group through Keycloak's model. */
    public abstract GroupModel make(@Nullable String id, String name, @Nullable GroupModel parent);

    /** Moves a group through Keycloak's model. */
    public abstract void put(GroupModel group, @Nullable GroupModel parent);

    /** Whether the caller may add a group below this one. */
    public abstract boolean mayAddTo(@Nullable GroupModel parent);

    public abstract boolean mayManage(GroupModel group);

    /** Whether the caller may know this group. */
    public abstract boolean maySee(GroupModel group);

    /** Whether the caller may know which groups exist here. */
    public abstract boolean maySeeAll();

    /** Whether the caller may do as he likes with groups that are made just now, of which no permission speaks. */
    public abstract boolean mayManageNew();

    /** The type of admin events about groups. */
    public abstract ResourceType resourceType();

    /** The resource path of an admin event: that of all groups here, and what comes below. */
    public abstract String[] eventPath(String... below);

    public final Optional<GroupModel> byId(@Nullable String id) {
        return id == null ? Optional.empty() : Optional.ofNullable(find(id)).filter(this::isHome);
    }

    /** A group of the realm by its id. */
    @Nullable
    public GroupModel find(String id) {
        return in.realm().getGroupById(id);
    }

    /** Whether a group has this id, in any realm or path. */
    public boolean isTaken(String id) {
        return in.takenIds().contain("keycloak_group", id);
    }

    /** The problem of a new group whose id another one has. */
    public Violation idInUse(String field, String id) {
        return in.idInUse("group", field, "keycloak_group", id);
    }

    /** The id of the group that is stored with this key. */
    public Optional<String> idOf(GroupKey key) {
        return stored.child(key.parentId(), key.name());
    }

    /** The group with this name below a parent. */
    public final Optional<GroupModel> child(@Nullable GroupModel parent, String name) {
        GroupKey key = key(parent, name);
        GroupModel group = known.get(key);
        if (group != null) {
            return Optional.of(group);
        }
        Optional<GroupModel> found = idOf(key).flatMap(this::byId);
        found.ifPresent(child -> known.put(key, child));
        return found;
    }

    final GroupKey key(@Nullable GroupModel parent, String name) {
        return new GroupKey(parent == null ? topParentId() : parent.getId(), name);
    }

    /** The parent of a group; empty at the top. */
    public final Optional<GroupModel> parent(GroupModel group) {
        String id = group.getParentId();
        return id == null || id.equals(topParentId()) ? Optional.empty() : byId(id);
    }

    /** A group by its path. Where slashes in names are not escaped, the shortest name that exists is taken for one. */
    public final Optional<GroupModel> byPath(String path) {
        return below(null, List.of(KeycloakModelUtils.splitPath(path, escapesSlashes())));
    }

    private Optional<GroupModel> below(@Nullable GroupModel parent, List<String> names) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < names.size() && name.length() <= MAX_NAME; i++) {
            name.append(i == 0 ? "" : "/").append(names.get(i));
            Optional<GroupModel> group = child(parent, name.toString());
            if (group.isPresent()) {
                return i + 1 == names.size() ? group : below(group.get(), names.subList(i + 1, names.size()));
            }
        }
        return Optional.empty();
    }

    public final boolean escapesSlashes() {
        return KeycloakModelUtils.escapeSlashesInGroupPath(in.session());
    }

    /** Creates a group below a parent. A null id means a new one. */
    public final GroupModel create(@Nullable String id, String name, @Nullable GroupModel parent) {
        GroupModel group = make(id, name, parent);
        known.put(key(parent, name), group);
        return group;
    }

    /** Writes groups that were made and whose rows wait. To be called at the end; what changes where groups are calls it first. */
    public void settle() {}

    /** Clears the cached positions of groups. */
    public void forgetPlaces() {
        known.clear();
    }

    /** Moves a group below another parent. Pending groups are written first. */
    public final void move(GroupModel group, @Nullable GroupModel parent) {
        settle();
        put(group, parent);
        forgetPlaces();
    }

    /** Renames a group. Pending groups are written first. */
    public final void rename(GroupModel group, String name) {
        settle();
        String before = KeycloakModelUtils.buildGroupPath(group);
        group.setName(name);
        GroupPathChangeEvent.fire(group, KeycloakModelUtils.buildGroupPath(group), before, in.session());
        // A query flushes the new name, so the next lookup queries the database.
        in.unfiltered(() -> Optional.ofNullable(
                in.session().getProvider(GroupProvider.class).getGroupByName(in.realm(), null, name)));
        forgetPlaces();
    }

    /** The ids of a group and of all groups above it; none for null. A cycle in stored data ends the search. */
    public final Set<String> idsFrom(@Nullable GroupModel group) {
        Set<String> ids = new HashSet<>();
        Optional<GroupModel> step = Optional.ofNullable(group);
        while (step.isPresent() && ids.add(step.get().getId())) {
            step = parent(step.get());
        }
        return ids;
    }
}
