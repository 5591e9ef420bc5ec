package org.millrace.bulk.entity.group;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.group.container.BatchedGroups;
import org.millrace.bulk.entity.group.container.GroupContainer;
import org.millrace.bulk.entity.group.container.GroupRows;
import org.millrace.bulk.entity.group.container.RealmGroups;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.EntityOutcomes;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/** Writes groups of the realm as {@code POST /groups} and the calls below it would. Safe for any thread. */
public final class GroupChunk implements ModelChunk {
    private static final String WORD = "group";

    private final ModelScope scope;
    private final Optional<Supplier<GroupRows>> rows;

    /**
     * Writes groups of one import.
     *
     * @param rows opens the tables for one chunk, whose new groups are written together; if empty, one is written after the other
     */
    public GroupChunk(ModelScope scope, Optional<Supplier<GroupRows>> rows) {
        this.scope = scope;
        this.rows = rows;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        GroupContainer place = place(chunk, in);
        GroupPlanning planning =
                new GroupPlanning(place, new MappedRoles(in), scope.imported().onConflict());
        GroupWriting writing = new GroupWriting(place, in);
        List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> write((GroupRecord) item, planning, writing, place));
        place.settle();
        in.fireEvents();
        return outcomes;
    }

    private GroupContainer place(Chunk chunk, ChunkSession in) {
        if (rows.isEmpty()) {
            return new RealmGroups(in);
        }
        return new BatchedGroups(
                in,
                rows.get().get(),
                chunk.items(GroupRecord.class).stream().map(GroupRecord::group).toList());
    }

    /** As with {@code PUT /groups/{id}}, a caller who may not view a group does not learn that it equals the record. */
    private static boolean isUpdated(GroupPlan plan, GroupContainer place) {
        return plan.changes() || !maySee(plan, place);
    }

    private static boolean maySee(GroupPlan plan, GroupContainer place) {
        GroupModel current = plan.current();
        return (current == null || place.maySee(current))
                && plan.subGroups().stream().allMatch(group -> maySee(group, place));
    }

    /** Keeps the state of the groups that a record is about to change. */
    private static Runnable keepState(GroupRecord item, GroupPlan plan, boolean updated, GroupContainer place) {
        GroupModel current = plan.current();
        ChunkSession in = place.in();
        if (current == null || !updated || !in.keepsStates()) {
            return () -> {};
        }
        PartKey self = new PartKey(WORD, current.getId());
        List<PartKey> keys = GroupParts.of(plan, WORD);
        if (keys.isEmpty() || keys.equals(List.of(self))) {
            in.changing(item.position(), current.getId(), () -> GroupImage.of(in.realm(), current.getId()));
            return () -> {};
        }
        // The states are read from the tables, too.
        place.settle();
        Runnable changed = in.changing(item.position(), WORD, current.getId(), keys, some -> states(in, some));
        return () -> {
            place.settle();
            changed.run();
        };
    }

    private static Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        Map<PartKey, String> states = new HashMap<>(GroupParts.statesOfNew(in, keys));
        keys.forEach(key -> states.computeIfAbsent(key, each -> GroupImage.of(in.realm(), each.id())));
        return states;
    }

    private Outcome write(GroupRecord item, GroupPlanning planning, GroupWriting writing, GroupContainer place) {
        ValidationResult result = new ValidationResult(scope.imported().validation(), item.warnings());
        Optional<GroupPlan> plan = planning.of(item.group(), item.named(), result);
        if (plan.isEmpty()) {
            return Outcomes.rejected(item, result.problems());
        }
        boolean updated = isUpdated(plan.get(), place);
        Runnable changed = keepState(item, plan.get(), updated, place);
        String id = writing.write(plan.get(), plan.get().parent()).getId();
        changed.run();
        if (plan.get().isNew() && plan.get().movesBelow()) {
            place.in().keepCreated(item.position(), id);
        }
        return EntityOutcomes.of(item, plan.get().isNew(), updated, id, result.warnings());
    }
}
