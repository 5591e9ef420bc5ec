package org.millrace.bulk.writer.model;

import java.util.List;
import java.util.Optional;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.record.GroupRecord;
import org.millrace.bulk.writer.Findings;

/** Writes groups of the realm as {@code POST /groups} and the calls below it would. Safe for any thread. */
public final class GroupChunk implements ModelChunk {
    private final ModelScope scope;

    /** Writes groups of one import. */
    public GroupChunk(ModelScope scope) {
        this.scope = scope;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        GroupPlace place = new RealmGroups(in);
        GroupPlanning planning =
                new GroupPlanning(place, new MappedRoles(in), scope.imported().onConflict());
        GroupWriting writing = new GroupWriting(place, in);
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> write((GroupRecord) item, planning, writing));
        in.fireEvents();
        return outcomes;
    }

    private Outcome write(GroupRecord item, GroupPlanning planning, GroupWriting writing) {
        Findings findings = new Findings(scope.imported().validation(), item.warnings());
        Optional<GroupPlan> plan = planning.of(item.group(), item.named(), findings);
        if (plan.isEmpty()) {
            return Outcomes.rejected(item, findings.problems());
        }
        return EntityOutcomes.of(
                item,
                plan.get().isNew(),
                plan.get().changes(),
                writing.write(plan.get(), plan.get().parent()).getId(),
                findings.warnings());
    }
}
