package org.millrace.bulk.entity.organization.department;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.GroupRepresentation;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.group.GroupParts;
import org.millrace.bulk.entity.group.GroupPlan;
import org.millrace.bulk.entity.group.GroupPlanning;
import org.millrace.bulk.entity.group.GroupWriting;
import org.millrace.bulk.entity.group.MappedRoles;
import org.millrace.bulk.entity.organization.DepartmentState;
import org.millrace.bulk.entity.organization.KnownOrganizations;
import org.millrace.bulk.entity.organization.OrganizationGroups;
import org.millrace.bulk.entity.organization.OrganizationParts;
import org.millrace.bulk.entity.organization.member.MemberPlan;
import org.millrace.bulk.entity.organization.member.Members;
import org.millrace.bulk.entity.organization.member.OrganizationMemberships;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.server.KeycloakBridge;

/** Writes departments as {@code POST /organizations/{id}/groups} and the calls below it would. Safe for any thread. */
public final class DepartmentChunk implements ModelChunk {
    private final ModelScope scope;

    /** Writes departments of one import. */
    public DepartmentChunk(ModelScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        Open open = new Open(new ChunkSession(scope, session, realm));
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> write((DepartmentRecord) item, open));
        open.in().fireEvents();
        return outcomes;
    }

    /** Shared state of the records of one chunk. */
    private record Open(ChunkSession in, KnownOrganizations organizations, MappedRoles roles, Members members) {
        Open(ChunkSession in) {
            this(in, new KnownOrganizations(in), new MappedRoles(in), new Members(in));
        }
    }

    private Outcome write(DepartmentRecord item, Open open) {
        ValidationResult result = new ValidationResult(scope.imported().validation(), item.warnings());
        Optional<OrganizationModel> organization = organization(item, open, result);
        return organization.isEmpty()
                ? Outcomes.rejected(item, result.problems())
                : open.organizations().with(organization.get(), () -> write(item, organization.get(), open, result));
    }

    private static Optional<OrganizationModel> organization(DepartmentRecord item, Open open, ValidationResult result) {
        if (!open.organizations().areEnabled(result)) {
            return Optional.empty();
        }
        String alias = item.organization();
        if (alias == null || alias.isBlank()) {
            result.reject(Violation.of("invalid-organization", "organization", "Missing field \"organization\""));
            return Optional.empty();
        }
        Optional<OrganizationModel> organization = open.organizations().byAlias(alias);
        AdminPermissionEvaluator permissions = open.in().permissions();
        if (organization.isEmpty() && KeycloakBridge.mayViewOrganizations(permissions)) {
            result.reject(Violation.of(
                    "unknown-organization",
                    "organization",
                    "Organization \"" + alias + "\" does not exist in realm \""
                            + open.in().realm().getName() + "\""));
        } else if (organization.isEmpty() || !OrganizationAccess.mayManage(permissions, organization.get())) {
            result.reject(Violation.of(
                    "forbidden-organization",
                    "organization",
                    "You may not change organization \"" + alias + "\", or it does not exist"));
        }
        return result.isRejected() ? Optional.empty() : organization;
    }

    private Outcome write(DepartmentRecord item, OrganizationModel organization, Open open, ValidationResult result) {
        OrganizationGroups place = open.organizations().groups(organization);
        GroupPlanning planning =
                new GroupPlanning(place, open.roles(), scope.imported().onConflict());
        Optional<GroupPlan> planned = planning.of(group(item), item.named(), result);
        if (planned.isEmpty()) {
            return Outcomes.rejected(item, result.problems());
        }
        GroupPlan plan = planned.get();
        DepartmentMembers members = new DepartmentMembers(organization, open.organizations(), open.members());
        MemberPlan changed = members.plan(item, plan, scope.imported().onConflict(), result);
        if (result.isRejected()) {
            return Outcomes.rejected(item, result.problems());
        }
        open.members().warnOfStores(changed.users(), result);
        GroupWriting writing = new GroupWriting(place, open.in());
        Runnable written = keepState(item, organization, plan, changed, open.in());
        String id = members.write(changed, writing.write(plan, plan.parent()), open.in());
        written.run();
        if (plan.isNew() && plan.movesBelow()) {
            open.in().keepCreated(item.position(), id);
        }
        return EntityOutcomes.of(item, plan.isNew(), plan.changes() || changed.changes(), id, result.warnings());
    }

    /** Keeps the state of the department, and of the memberships that a record is about to change. */
    private static Runnable keepState(
            DepartmentRecord item,
            OrganizationModel organization,
            GroupPlan plan,
            MemberPlan members,
            ChunkSession in) {
        GroupModel current = plan.current();
        if (current == null || !in.keepsStates()) {
            return () -> {};
        }
        List<PartKey> keys = new ArrayList<>(GroupParts.of(plan, DepartmentState.TYPE));
        members.users().forEach(user -> keys.add(OrganizationMemberships.key(organization.getId(), user)));
        return in.changing(item.position(), DepartmentState.TYPE, current.getId(), keys, new OrganizationParts(in));
    }

    private static GroupRepresentation group(DepartmentRecord item) {
        GroupRepresentation group = new GroupRepresentation();
        group.setId(item.id());
        // Without a path, it is nowhere.
        group.setPath(item.path() == null || item.path().isBlank() ? "/" : item.path());
        group.setDescription(item.description());
        group.setAttributes(item.attributes());
        return group;
    }
}
