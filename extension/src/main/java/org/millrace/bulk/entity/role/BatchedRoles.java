package org.millrace.bulk.entity.role;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.keycloak.models.RoleModel;
import org.keycloak.representations.idm.RoleRepresentation;
import org.millrace.bulk.writer.model.BatchLookup;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.JpaSession;
import org.millrace.server.RealmCache;

/**
 * Roles of a chunk from a batch lookup. Rows of new roles and their composites are written together; existing roles are changed
 * through Keycloak's model.
 */
final class BatchedRoles extends RoleLookup {
    private final ChunkSession in;
    private final RoleRows rows;
    private final BatchLookup<RoleKey, String> ids;
    private final BatchLookup<String, RoleKey> keys;
    private final List<NewRole> waiting = new ArrayList<>();
    private final Set<String> waitingIds = new HashSet<>();
    private final List<RolePart> parts = new ArrayList<>();
    private final Set<String> composites = new HashSet<>();
    private boolean renamed;

    /** Looks up all roles that the chunk refers to. */
    BatchedRoles(ChunkSession in, RoleRows rows, List<RoleRecord> records) {
        super(in);
        this.in = in;
        this.rows = rows;
        this.ids = new BatchLookup<>(rows::ids);
        this.keys = new BatchLookup<>(rows::keys);
        Set<RoleKey> named = new HashSet<>();
        Set<String> namedIds = new HashSet<>();
        for (RoleRecord item : records) {
            RolePlan.named(item, this).forEach(name -> key(name).ifPresent(named::add));
            if (item.role().getId() != null) {
                namedIds.add(item.role().getId());
            }
        }
        ids.ask(named);
        keys.ask(namedIds);
    }

    private Optional<RoleKey> key(RoleName name) {
        return container(name.clientId()).map(container -> new RoleKey(container.getId(), name.name()));
    }

    @Override
    Optional<RoleModel> role(RoleName name) {
        return key(name).flatMap(ids::of).flatMap(this::model);
    }

    @Override
    Optional<RoleModel> byId(String id) {
        return keys.of(id).flatMap(key -> model(id));
    }

    @Override
    boolean isTaken(String id) {
        return keys.of(id).isPresent();
    }

    private Optional<RoleModel> model(String id) {
        if (waitingIds.contains(id)) {
            write();
        }
        return super.byId(id);
    }

    @Override
    String make(RolePlan plan) {
        RoleRepresentation wanted = plan.item().role();
        String id = wanted.getId() == null ? rows.newId() : wanted.getId();
        RoleKey key = new RoleKey(containerOf(plan.name()).getId(), plan.name().name());
        Map<String, List<String>> attributes = new HashMap<>();
        if (wanted.getAttributes() != null) {
            attributes.putAll(wanted.getAttributes());
            attributes.values().removeIf(Objects::isNull);
        }
        waiting.add(new NewRole(id, key, wanted.getDescription(), attributes));
        waitingIds.add(id);
        ids.put(key, id);
        keys.put(id, key);
        return id;
    }

    @Override
    void compose(String id, Collection<RoleName> names) {
        List<String> added = new ArrayList<>(names.size());
        for (RoleName name : names) {
            String part = key(name).flatMap(ids::of).orElseThrow(RoleLookup::gone);
            parts.add(new RolePart(id, part));
            added.add(part);
        }
        composites.add(id);
        auditComposed(id, added);
    }

    @Override
    void renamed(String id, RoleName before, RoleName after) {
        key(before).ifPresent(ids::putNone);
        key(after).ifPresent(key -> ids.put(key, id));
        renamed = true;
    }

    @Override
    void settle() {
        write();
        rows.compose(parts);
        parts.clear();
        composites.clear();
    }

    @Override
    void settleComposites(String id) {
        if (composites.contains(id)) {
            settle();
            JpaSession.refreshComposites(in.session(), id);
        }
    }

    private void write() {
        if (renamed) {
            // A new role may use the previous name of a renamed one, so the next chunk queries the database again.
            JpaSession.flush(in.session());
            renamed = false;
        }
        if (waiting.isEmpty()) {
            return;
        }
        // Written before any lookup: the session caches lookups, and this write may still be rolled back.
        RealmCache.forget(in.session(), cached());
        JpaSession.waitForDisk(in.session());
        rows.write(waiting);
        waiting.clear();
        waitingIds.clear();
    }

    /** The keys are those of RealmCacheSession.getRolesCacheKey and getRoleByNameCacheKey. */
    private Set<String> cached() {
        Set<String> cached = new HashSet<>();
        for (NewRole role : waiting) {
            cached.add(role.id());
            cached.add(role.key().containerId() + ".roles");
            cached.add(role.key().containerId() + "." + role.key().name() + ".roles");
        }
        return cached;
    }
}
