package org.millrace.bulk.writer.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.GroupRecord;
import org.millrace.bulk.writer.Findings;

/** Writes groups of the realm as {@code POST /groups} and the calls below it would. Safe for any thread. */
public final class GroupChunk implements ModelChunk {
    private final ModelScope scope;
    private final Optional<Supplier<GroupRows>> rows;

    /** Writes groups of one import, one by one. */
    public GroupChunk(ModelScope scope) {
        this(scope, Optional.empty());
    }

    /**
     * Writes new groups of one import, all of a chunk together.
     *
     * @param rows opens the tables for one chunk
     */
    public GroupChunk(ModelScope scope, Supplier<GroupRows> rows) {
        this(scope, Optional.of(rows));
    }

    private GroupChunk(ModelScope scope, Optional<Supplier<GroupRows>> rows) {
        this.scope = scope;
        this.rows = rows;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        GroupPlace place = place(chunk, in);
        GroupPlanning planning =
                new GroupPlanning(place, new MappedRoles(in), scope.imported().onConflict());
        GroupWriting writing = new GroupWriting(place, in);
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> write((GroupRecord) item, planning, writing));
        place.settle();
        in.fireEvents();
        return outcomes;
    }

    private GroupPlace place(Chunk chunk, ChunkSession in) {
        if (rows.isEmpty()) {
            return new RealmGroups(in);
        }
        List<GroupRecord> records = new ArrayList<>();
        for (Entry entry : chunk.entries()) {
            if (entry instanceof Entry.Readable readable && readable.item() instanceof GroupRecord group) {
                records.add(group);
            }
        }
        return new ChunkGroups(in, rows.get().get(), records);
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
