package org.millrace.bulk.entity.organization;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.entity.group.GroupPlan;
import org.millrace.bulk.entity.group.GroupPlanning;
import org.millrace.bulk.entity.group.GroupWriting;
import org.millrace.bulk.entity.group.MappedRoles;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.KeycloakBridge;

/** The state of a group inside an organization, without its members and subgroups. */
public final class DepartmentState {
    /** A group inside an organization. */
    public static final String TYPE = "department";

    private DepartmentState() {}

    /** The representation of the group as JSON, with the id of its parent; {@link StateJson#ABSENT} if it does not exist. */
    public static String of(ChunkSession in, String id) {
        GroupModel group = in.session().groups().getGroupById(in.realm(), id);
        if (group == null || KeycloakBridge.organizationOf(group) == null) {
            return StateJson.ABSENT;
        }
        ObjectNode state = JsonNodeFactory.instance.objectNode();
        state.put("id", id)
                .put("name", group.getName())
                .put("parentId", group.getParentId())
                .put("description", group.getDescription());
        state.set("attributes", StateJson.attributes(group.getAttributes()));
        state.setAll(StateJson.roles(in.realm(), group.getRoleMappingsStream(), "realmRoles", "clientRoles"));
        return StateJson.text(state);
    }

    /** Whether the caller may change the group; false if it does not exist. */
    public static boolean mayChange(ChunkSession in, String id) {
        OrganizationModel organization = organization(in, id);
        return organization != null && OrganizationAccess.mayManage(in.permissions(), organization);
    }

    /**
     * Gives a group an earlier state.
     *
     * @return the reasons why not; empty if it has the state
     */
    public static List<Violation> restore(ChunkSession in, String id, String state) {
        OrganizationModel organization = organization(in, id);
        if (organization == null || !mayChange(in, id)) {
            return List.of(Violation.of("forbidden-organization", null, "You may not change this organization"));
        }
        KnownOrganizations organizations = new KnownOrganizations(in);
        return organizations.with(organization, () -> restore(in, organizations.groups(organization), state));
    }

    private static List<Violation> restore(ChunkSession in, OrganizationGroups place, String state) {
        GroupRepresentation target = StateJson.read(state, GroupRepresentation.class);
        if (place.topParentId().equals(target.getParentId())) {
            target.setParentId(null);
        }
        ValidationResult result = new ValidationResult(in.validation(), List.of());
        Optional<GroupPlan> plan = new GroupPlanning(place, new MappedRoles(in), OnConflict.REPLACE)
                .of(target, Set.of("description"), result);
        plan.ifPresent(each -> new GroupWriting(place, in).write(each, each.parent()));
        return result.problems();
    }

    private static @Nullable OrganizationModel organization(ChunkSession in, String id) {
        GroupModel group = in.session().groups().getGroupById(in.realm(), id);
        return group == null ? null : KeycloakBridge.organizationOf(group);
    }
}
