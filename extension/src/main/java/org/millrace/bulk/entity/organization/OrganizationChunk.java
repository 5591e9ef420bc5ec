package org.millrace.bulk.entity.organization;

import java.util.List;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.entity.group.MappedRoles;
import org.millrace.bulk.record.OrganizationRecord;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/** Writes organizations as {@code POST /organizations} and the calls below it would. Safe for any thread. */
public final class OrganizationChunk implements ModelChunk {
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
        List<Outcome> outcomes =
                Outcomes.ofEach(chunk, item -> write((OrganizationRecord) item, planning, writing, in));
        in.fireEvents();
        return outcomes;
    }

    /** Members and groups are not part of the state: a record that changes them cannot be undone. */
    private static void keepState(OrganizationRecord item, OrganizationPlan plan, ChunkSession in) {
        OrganizationModel current = plan.current();
        if (current != null && plan.changesOnlyFields()) {
            in.changing(item.position(), current.getId(), () -> OrganizationImage.of(in.session(), current.getId()));
        }
    }

    private Outcome write(
            OrganizationRecord item, OrganizationPlanning planning, OrganizationWriting writing, ChunkSession in) {
        ValidationResult result = new ValidationResult(scope.imported().validation(), item.warnings());
        Optional<OrganizationPlan> plan = planning.of(item, result);
        if (plan.isEmpty()) {
            return Outcomes.rejected(item, result.problems());
        }
        keepState(item, plan.get(), in);
        return EntityOutcomes.of(
                item, plan.get().isNew(), plan.get().changes(), writing.write(plan.get()), result.warnings());
    }
}
