package org.millrace.bulk.entity.organization;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.millrace.bulk.entity.RestorableEntity;
import org.millrace.bulk.entity.group.GroupImage;
import org.millrace.bulk.entity.group.GroupPlan;
import org.millrace.bulk.entity.group.GroupPlanning;
import org.millrace.bulk.entity.group.GroupWriting;
import org.millrace.bulk.entity.group.MappedRoles;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.undo.StateParts.Reader;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.KeycloakBridge;

/** The state of a group inside an organization, without its members and subgroups. */
public final class DepartmentState extends RestorableEntity {
    /** A group inside an organization. */
    public static final String TYPE = "department";

    /** The groups inside organizations. */
    public DepartmentState() {
        super(TYPE, new EntityTable("keycloak_group"));
    }

    @Override
    public Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        return Reader.ofEach(key -> of(in, key.id())).states(keys);
    }

    @Override
    public Optional<EntityRows> rows() {
        return Optional.of(GroupImage.ROWS);
    }

    /** The id and the alias of the organization; of a group that does not exist, a name that no organization has. */
    @Override
    public ObjectNode key(ChunkSession in, String id) {
        GroupModel group = in.realm().getGroupById(id);
        OrganizationModel organization = group == null ? null : KeycloakBridge.organizationOf(group);
        return keyOf(id).put("organization", organization == null ? id : organization.getAlias());
    }

    @Override
    public Optional<String> container(ChunkSession in, String id) {
        return GroupImage.containerOf(in, id);
    }

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

    @Override
    public boolean mayChange(ChunkSession in, String id) {
        OrganizationModel organization = organization(in, id);
        return organization != null && OrganizationAccess.mayManage(in.permissions(), organization);
    }

    @Override
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        String id = change.key().id();
        OrganizationModel organization = organization(in, id);
        if (organization == null || !mayChange(in, id)) {
            return List.of(Violation.of("forbidden-organization", null, "You may not change this organization"));
        }
        KnownOrganizations organizations = new KnownOrganizations(in);
        return organizations.with(organization, () -> restore(in, organizations.groups(organization), change.state()));
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
