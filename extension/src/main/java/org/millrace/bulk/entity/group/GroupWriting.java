package org.millrace.bulk.entity.group;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.writer.model.ChunkSession;

/** Writes planned groups of one container through Keycloak's model. For one session and its thread. */
public final class GroupWriting {
    private final GroupContainer place;
    private final ChunkSession events;

    public GroupWriting(GroupContainer place, ChunkSession events) {
        this.place = place;
        this.events = events;
    }

    /**
     * Writes a group and its subgroups.
     *
     * @param parent the parent; null at the top
     * @return the group
     */
    public GroupModel write(GroupPlan plan, @Nullable GroupModel parent) {
        GroupModel group = plan.current() == null ? create(plan, parent) : change(plan, plan.current(), parent);
        if (!plan.revoked().isEmpty()) {
            plan.revoked().forEach(group::deleteRoleMapping);
            tellRoles(OperationType.DELETE, group, plan.revoked());
            auditRoles("removed", plan.revoked(), "from", group);
        }
        if (!plan.granted().isEmpty()) {
            plan.granted().forEach(group::grantRole);
            tellRoles(OperationType.CREATE, group, plan.granted());
            auditRoles("granted", plan.granted(), "to", group);
        }
        plan.subGroups().forEach(subGroup -> write(subGroup, group));
        return group;
    }

    private GroupModel create(GroupPlan plan, @Nullable GroupModel parent) {
        GroupModel group = place.create(plan.id(), plan.target().name(), parent);
        GroupFields fields = plan.target();
        fields.attributes().forEach(group::setAttribute);
        if (fields.description() != null) {
            group.setDescription(fields.description());
        }
        String[] path = parent == null ? place.eventPath(top(group)) : place.eventPath(parent.getId(), "children");
        events.tell(OperationType.CREATE, place.resourceType(), () -> shown(group.getId(), fields), path);
        return group;
    }

    /** Keycloak's two kinds of groups differ in the path of this event. */
    private String[] top(GroupModel group) {
        return place.resourceType() == ResourceType.GROUP ? new String[] {group.getId()} : new String[0];
    }

    private GroupModel change(GroupPlan plan, GroupModel group, @Nullable GroupModel parent) {
        GroupFields target = plan.target();
        if (plan.moves()) {
            place.move(group, parent);
            String[] path = parent == null ? place.eventPath() : place.eventPath(parent.getId(), "children");
            events.tell(OperationType.UPDATE, place.resourceType(), () -> shown(group.getId(), target), path);
        }
        GroupFields before = plan.before();
        if (before == null || !plan.changesFields()) {
            return group;
        }
        if (!target.name().equals(before.name())) {
            place.rename(group, target.name());
        }
        if (!Objects.equals(target.description(), before.description())) {
            group.setDescription(target.description());
        }
        attributes(group, before.attributes(), target.attributes());
        events.tell(
                OperationType.UPDATE,
                place.resourceType(),
                () -> shown(group.getId(), target),
                place.eventPath(group.getId()));
        return group;
    }

    private static void attributes(
            GroupModel group, Map<String, List<String>> before, Map<String, List<String>> target) {
        target.forEach((name, values) -> {
            if (!values.equals(before.get(name))) {
                group.setAttribute(name, values);
            }
        });
        TreeSet<String> removed = new TreeSet<>(before.keySet());
        removed.removeAll(target.keySet());
        removed.forEach(group::removeAttribute);
    }

    private void tellRoles(OperationType operation, GroupModel group, Collection<RoleModel> roles) {
        List<RoleModel> ofRealm =
                roles.stream().filter(role -> !role.isClientRole()).toList();
        if (!ofRealm.isEmpty()) {
            String[] path = place.eventPath(group.getId(), "role-mappings", "realm");
            events.tell(operation, ResourceType.REALM_ROLE_MAPPING, () -> shown(ofRealm), path);
        }
        Map<String, List<RoleModel>> ofClients = roles.stream()
                .filter(RoleModel::isClientRole)
                .collect(Collectors.groupingBy(RoleModel::getContainerId, LinkedHashMap::new, Collectors.toList()));
        ofClients.forEach((client, mapped) -> {
            String[] path = place.eventPath(group.getId(), "role-mappings", "clients", client);
            events.tell(operation, ResourceType.CLIENT_ROLE_MAPPING, () -> shown(mapped), path);
        });
    }

    private void auditRoles(String done, Collection<RoleModel> roles, String preposition, GroupModel group) {
        List<String> ids = roles.stream().map(RoleModel::getId).toList();
        events.audit(done + " roles " + ids + ' ' + preposition + " group " + group.getId());
    }

    private static Object shown(Collection<RoleModel> roles) {
        return roles.stream().map(ModelToRepresentation::toBriefRepresentation).toList();
    }

    private static GroupRepresentation shown(String id, GroupFields fields) {
        GroupRepresentation shown = new GroupRepresentation();
        shown.setId(id);
        shown.setName(fields.name());
        shown.setDescription(fields.description());
        shown.setAttributes(fields.attributes());
        return shown;
    }
}
