package org.millrace.bulk.entity.defaultrole;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.millrace.bulk.entity.role.RoleImage;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StoredEntity;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;

/** What a record with default roles changes: which roles the default role contains, and which roles exist. */
final class DefaultRoleState {
    /** A role in the default role: the ids of both. */
    static final String PART = "default-role";

    /** A role that the record creates: the id of the realm or client, and the name. */
    static final String NEW = "new-role";

    private static final String PRESENT = "true";

    private DefaultRoleState() {}

    /** The roles that a record adds to the default role, those that it creates last. */
    static List<PartKey> keys(RealmModel realm, RoleContainerModel container, List<String> names) {
        RoleModel defaultRole = realm.getDefaultRole();
        Set<String> present = parts(defaultRole);
        List<PartKey> added = new ArrayList<>();
        List<PartKey> created = new ArrayList<>();
        for (String each : names) {
            RoleModel role = container.getRole(each.trim());
            if (role == null) {
                created.add(new PartKey(NEW, container.getId(), each.trim()));
            } else if (!present.contains(role.getId())) {
                added.add(new PartKey(PART, defaultRole.getId(), role.getId()));
            }
        }
        added.addAll(created);
        return added.stream().distinct().toList();
    }

    /** The states of keys. */
    static Map<PartKey, String> states(ChunkSession in, Collection<PartKey> keys) {
        Map<String, Set<String>> wholes = new HashMap<>();
        Map<PartKey, String> states = new HashMap<>();
        Map<PartKey, String> ids = idsOfNew(in, keys);
        Map<String, StoredEntity> roles = roles(in, ids.values());
        for (PartKey key : keys) {
            if (key.type().equals(NEW)) {
                states.put(key, stateOfNew(ids.get(key), roles));
            } else {
                Set<String> present =
                        wholes.computeIfAbsent(key.id(), id -> parts(in.realm().getRoleById(id)));
                states.put(key, present.contains(key.required()) ? PRESENT : StateJson.ABSENT);
            }
        }
        return states;
    }

    private static Set<String> parts(@Nullable RoleModel whole) {
        return whole == null
                ? Set.of()
                : whole.getCompositesStream().map(RoleModel::getId).collect(Collectors.toSet());
    }

    private static Map<String, StoredEntity> roles(ChunkSession in, Collection<String> ids) {
        if (ids.isEmpty()) {
            return Map.of();
        }
        JpaSession.flush(in.session());
        try (Connection connection = in.database().connection()) {
            return RoleImage.ROWS.read(connection, in.database()::table, ids);
        } catch (SQLException e) {
            throw new IllegalStateException("new roles cannot be read", e);
        }
    }

    private static String stateOfNew(@Nullable String id, Map<String, StoredEntity> roles) {
        StoredEntity role = id == null ? null : roles.get(id);
        return role == null ? StateJson.ABSENT : id + " " + role.fingerprint(List.of());
    }

    /** The ids of those new roles among some keys that exist. */
    static Map<PartKey, String> idsOfNew(ChunkSession in, Collection<PartKey> keys) {
        RealmModel realm = in.realm();
        Map<PartKey, String> ids = new HashMap<>();
        for (PartKey key : keys) {
            if (key.type().equals(NEW)) {
                @Nullable
                RoleContainerModel container = key.id().equals(realm.getId()) ? realm : realm.getClientById(key.id());
                RoleModel role = container == null ? null : container.getRole(key.required());
                if (role != null) {
                    ids.put(key, role.getId());
                }
            }
        }
        return ids;
    }

    /** The id of the new role that has this state. */
    static String idOfNew(String state) {
        return state.substring(0, state.indexOf(' '));
    }

    /** Whether the caller may view and change the default role. */
    static boolean mayChange(ChunkSession in) {
        RoleModel defaultRole = in.realm().getDefaultRole();
        return in.permissions().roles().canManage(defaultRole)
                && in.permissions().roles().canView(defaultRole);
    }

    /**
     * Removes a role from the default role.
     *
     * @return the reasons why not; empty if it is removed
     */
    static List<Violation> remove(ChunkSession in, PartKey key) {
        RoleModel whole = in.realm().getRoleById(key.id());
        RoleModel role = in.realm().getRoleById(key.required());
        if (whole == null
                || role == null
                || !mayChange(in)
                || !in.permissions().roles().canMapComposite(role)) {
            return List.of(Violation.of("forbidden-role", null, "You may not change the default role"));
        }
        JpaSession.detachComposites(in.session(), role.getId());
        whole.removeCompositeRole(role);
        in.audit("removed role " + role.getId() + " from composite role " + whole.getId());
        in.tell(
                OperationType.DELETE,
                ResourceType.REALM_ROLE,
                () -> List.of(ModelToRepresentation.toBriefRepresentation(role)),
                "roles-by-id",
                whole.getId(),
                "composites");
        return List.of();
    }
}
