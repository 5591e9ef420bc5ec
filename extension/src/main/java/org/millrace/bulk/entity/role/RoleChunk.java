package org.millrace.bulk.entity.role;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;
import org.millrace.server.JpaSession;

/**
 * Writes roles, first all roles of a chunk, then their composites: roles of one chunk may contain one another, in any order and
 * in cycles. Where a record renames a role, the chunk is written in parts.
 */
public final class RoleChunk implements ModelChunk {
    private final ModelScope scope;
    private final Optional<Supplier<RoleRows>> rows;

    /**
     * Writes roles of one import.
     *
     * @param rows opens the tables for one chunk, whose new roles are written together; if empty, one is written after the other
     */
    public RoleChunk(ModelScope scope, Optional<Supplier<RoleRows>> rows) {
        this.scope = scope;
        this.rows = rows;
    }

    @Override
    public List<Outcome> write(Chunk chunk, KeycloakSession session, RealmModel realm) {
        ChunkSession in = new ChunkSession(scope, session, realm);
        RoleLookup roles = roles(chunk, in);
        List<Integer> cuts = cuts(chunk, roles);
        List<Outcome> outcomes = cuts.isEmpty() ? write(chunk, in, roles) : writeParts(chunk, cuts, in);
        in.fireEvents();
        return outcomes;
    }

    private List<Outcome> writeParts(Chunk chunk, List<Integer> cuts, ChunkSession in) {
        List<Outcome> outcomes = new ArrayList<>(chunk.size());
        int from = 0;
        for (int end : cuts) {
            Chunk part =
                    new Chunk(chunk.entries().subList(from, end), chunk.maxProblems() - Outcomes.problems(outcomes));
            outcomes.addAll(write(part, in, roles(part, in)));
            // The next part is looked up with SQL.
            JpaSession.flush(in.session());
            from = end;
        }
        return outcomes;
    }

    /**
     * Where parts of the chunk end that are written one after the other: a record that renames a role is written alone, because the
     * records behind it are about the new name. Empty if there is none.
     */
    private List<Integer> cuts(Chunk chunk, RoleLookup roles) {
        Set<String> renamed = new HashSet<>();
        for (RoleRecord item : chunk.items(RoleRecord.class)) {
            String id = item.role().getId();
            String name = item.role().getName();
            boolean mayRename = id != null
                    && name != null
                    && !name.isBlank()
                    && scope.imported().onConflict().isChanging();
            if (mayRename) {
                String container = roles.container(roles.clientId(item))
                        .map(RoleContainerModel::getId)
                        .orElse("");
                roles.byId(id)
                        .filter(role -> role.getContainerId().equals(container))
                        .filter(role -> !role.getName().equals(name.trim()))
                        .ifPresent(role -> renamed.add(id));
            }
        }
        if (renamed.isEmpty()) {
            return List.of();
        }
        TreeSet<Integer> cuts = new TreeSet<>(List.of(chunk.size()));
        for (int i = 0; i < chunk.size(); i++) {
            boolean isAlone = chunk.entries().get(i) instanceof Entry.Readable readable
                    && readable.item() instanceof RoleRecord role
                    && renamed.contains(role.role().getId());
            if (isAlone) {
                cuts.add(i);
                cuts.add(i + 1);
            }
        }
        cuts.remove(0);
        return List.copyOf(cuts);
    }

    private List<Outcome> write(Chunk chunk, ChunkSession in, RoleLookup roles) {
        Map<Entry, RolePlan> plans = plan(chunk, roles);
        List<Entry> cut = settle(chunk, plans, roles);
        List<RolePlan> accepted = new ArrayList<>(plans.size());
        for (Entry entry : chunk.entries()) {
            RolePlan plan = plans.get(entry);
            if (plan != null && plan.isAccepted() && !cut.contains(entry)) {
                accepted.add(plan);
            }
        }
        RoleWriting writing = new RoleWriting(in, roles);
        accepted.forEach(writing::write);
        accepted.forEach(writing::compose);
        roles.settle();
        accepted.forEach(writing::tell);
        List<Outcome> outcomes = new ArrayList<>(chunk.size());
        for (Entry entry : chunk.entries()) {
            outcomes.add(outcome(entry, plans, cut, writing));
        }
        return outcomes;
    }

    private RoleLookup roles(Chunk chunk, ChunkSession in) {
        if (rows.isEmpty()) {
            return new RoleLookup(in);
        }
        return new BatchedRoles(in, rows.get().get(), chunk.items(RoleRecord.class));
    }

    private Map<Entry, RolePlan> plan(Chunk chunk, RoleLookup roles) {
        Map<Entry, RolePlan> plans = new HashMap<>();
        Map<RoleName, RolePlan> earlier = new HashMap<>();
        for (Entry entry : chunk.entries()) {
            if (entry instanceof Entry.Readable readable && readable.item() instanceof RoleRecord role) {
                RolePlan plan = RolePlan.of(role, roles, scope.imported(), earlier);
                plans.put(entry, plan);
                if (plan.isAccepted()) {
                    earlier.put(plan.name(), plan);
                }
            }
        }
        return plans;
    }

    /**
     * Rejects roles whose composites are missing or rejected, transitively.
     *
     * @return the entries after the last permitted problem
     */
    private List<Entry> settle(Chunk chunk, Map<Entry, RolePlan> plans, RoleLookup roles) {
        List<Entry> cut = List.of();
        boolean changed = true;
        while (changed) {
            List<RolePlan> accepted = new ArrayList<>();
            for (Entry entry : chunk.entries()) {
                RolePlan plan = plans.get(entry);
                if (plan != null && plan.isAccepted() && !cut.contains(entry)) {
                    accepted.add(plan);
                }
            }
            rejectIncomplete(accepted, roles);
            List<Entry> behind = behindLastProblem(chunk, plans);
            changed = behind.size() != cut.size();
            cut = behind;
        }
        return cut;
    }

    /** Checks a role again only if one of its composites was rejected: the time grows linearly with the length of a chain of roles. */
    private void rejectIncomplete(List<RolePlan> accepted, RoleLookup roles) {
        boolean replaces = scope.imported().onConflict() == OnConflict.REPLACE;
        Map<RoleName, Integer> coming = new HashMap<>();
        Map<RoleName, List<RolePlan>> containing = new HashMap<>();
        for (RolePlan plan : accepted) {
            coming.merge(plan.name(), 1, Integer::sum);
            plan.composites()
                    .forEach(name -> containing
                            .computeIfAbsent(name, each -> new ArrayList<>(1))
                            .add(plan));
        }
        Deque<RolePlan> unchecked = new ArrayDeque<>(accepted);
        while (!unchecked.isEmpty()) {
            RolePlan plan = unchecked.remove();
            if (plan.isAccepted() && !plan.checkComposites(roles, coming.keySet(), replaces)) {
                boolean isGone =
                        coming.computeIfPresent(plan.name(), (name, count) -> count > 1 ? count - 1 : null) == null;
                if (isGone) {
                    unchecked.addAll(containing.getOrDefault(plan.name(), List.of()));
                }
            }
        }
    }

    private static List<Entry> behindLastProblem(Chunk chunk, Map<Entry, RolePlan> plans) {
        long problems = 0;
        for (int i = 0; i < chunk.size(); i++) {
            if (problems >= chunk.maxProblems()) {
                return chunk.entries().subList(i, chunk.size());
            }
            RolePlan plan = plans.get(chunk.entries().get(i));
            problems += plan != null && plan.isAccepted() ? 0 : 1;
        }
        return List.of();
    }

    private static Outcome outcome(Entry entry, Map<Entry, RolePlan> plans, List<Entry> cut, RoleWriting writing) {
        if (cut.contains(entry)) {
            return Outcomes.unprocessed(entry);
        }
        RolePlan plan = plans.get(entry);
        if (plan == null) {
            return entry instanceof Entry.Unreadable unreadable
                    ? Outcomes.unreadable(unreadable)
                    : Outcomes.rejected(
                            ((Entry.Readable) entry).item(),
                            List.of(Violation.of("not-a-role", null, "Record is not a role")));
        }
        return plan.isAccepted() ? writing.outcome(plan) : Outcomes.rejected(plan.item(), plan.problems());
    }
}
