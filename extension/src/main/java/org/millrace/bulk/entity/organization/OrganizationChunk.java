package org.millrace.bulk.entity.organization;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.group.GroupParts;
import org.millrace.bulk.entity.group.MappedRoles;
import org.millrace.bulk.entity.organization.member.Members;
import org.millrace.bulk.entity.organization.member.OrganizationMemberships;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/** Writes organizations as {@code POST /organizations} and the calls below it would. Safe for any thread. */
public final class OrganizationChunk implements ModelChunk {
    private static final String WORD = "organization";

    private final ModelScope scope;

    /** Writes organizations of one import. */
    public OrganizationChunk(ModelScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        KnownOrganizations organizations = new KnownOrganizations(in);
        Members users = new Members(in);
        OrganizationPlanning planning = new OrganizationPlanning(
                in, organizations, new MappedRoles(in), users, scope.imported().onConflict());
        OrganizationWriting writing = new OrganizationWriting(organizations, users, in);
        List<Outcome> outcomes = Outcomes.ofEach(
                chunk, item -> write((OrganizationRecord) item, planning, writing, organizations, users, in));
        in.fireEvents();
        return outcomes;
    }

    /** Keeps the state of the organization, and of the groups and memberships that a record is about to change. */
    private static Runnable keepState(
            OrganizationRecord item, OrganizationPlan plan, KnownOrganizations organizations, ChunkSession in) {
        OrganizationModel current = plan.current();
        if (current == null || !plan.changes() || !in.keepsStates()) {
            return () -> {};
        }
        String id = current.getId();
        if (plan.changesOnlyFields()) {
            in.changing(item.position(), id, () -> OrganizationImage.of(in.session(), id));
            return () -> {};
        }
        List<PartKey> keys = new ArrayList<>();
        keys.add(new PartKey(WORD, id));
        if (!plan.groups().isEmpty()) {
            String top = organizations.groupOf(current).getId();
            keys.addAll(GroupParts.ofAll(plan.groups(), DepartmentState.TYPE, top));
        }
        plan.leaving().forEach(user -> keys.add(OrganizationMemberships.key(id, user)));
        plan.members().stream()
                .filter(OrganizationPlan.PlannedMember::changes)
                .forEach(member -> keys.add(OrganizationMemberships.key(id, member.user())));
        // The groups that the record creates are deleted when their members have left them.
        keys.sort(Comparator.comparing(key -> key.type().equals(GroupParts.NEW)));
        return in.changing(item.position(), WORD, id, keys, new OrganizationParts(in));
    }

    private Outcome write(
            OrganizationRecord item,
            OrganizationPlanning planning,
            OrganizationWriting writing,
            KnownOrganizations organizations,
            Members users,
            ChunkSession in) {
        ValidationResult result = new ValidationResult(scope.imported().validation(), item.warnings());
        Optional<OrganizationPlan> plan = planning.of(item, result);
        if (plan.isEmpty()) {
            return Outcomes.rejected(item, result.problems());
        }
        users.warnOfStores(plan.get().changedMembers(), result);
        Runnable changed = keepState(item, plan.get(), organizations, in);
        String id = writing.write(plan.get());
        changed.run();
        return EntityOutcomes.of(item, plan.get().isNew(), plan.get().changes(), id, result.warnings());
    }
}
