package org.millrace.bulk.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.Restorable;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** What an undo restores, apart from users: entities of all record types, and associations that records of these types change. */
final class Restorables {
    private static final Map<String, Restorable> BY_WORD = EntityTypes.declared()
            .flatMap(type -> Stream.<Restorable>concat(type.restorable().stream(), type.parts().stream()))
            .collect(Collectors.toUnmodifiableMap(Restorable::word, Function.identity()));

    private Restorables() {}

    private static Restorable ofType(String word) {
        @Nullable Restorable found = BY_WORD.get(word);
        if (found == null) {
            throw new IllegalArgumentException("no states are stored of records of type " + word);
        }
        return found;
    }

    /** Locks entities and associations of any types, in the order of their tables and rows. */
    static void lock(ChunkSession in, List<PartKey> keys) {
        Map<EntityTable, Set<String>> rows = new TreeMap<>(Comparator.comparing(EntityTable::name));
        keys.stream().collect(Collectors.groupingBy(PartKey::type)).forEach((word, some) -> {
            Restorable type = ofType(word);
            Collection<String> ids = type.lockedIds(in, some);
            type.tables()
                    .forEach(table ->
                            rows.computeIfAbsent(table, each -> new HashSet<>()).addAll(ids));
        });
        rows.forEach((table, ids) -> in.lockAndReload(table.name(), table.id(), ids));
    }

    /** The present states of entities and associations of any types. */
    static Map<PartKey, String> states(ChunkSession in, List<PartKey> keys) {
        Map<PartKey, String> states = new HashMap<>();
        keys.stream()
                .collect(Collectors.groupingBy(PartKey::type))
                .forEach((type, some) -> states.putAll(ofType(type).states(in, some)));
        return states;
    }

    /** The present state of an entity or association of any type. */
    static String state(ChunkSession in, PartKey key) {
        return ofType(key.type()).state(in, key);
    }

    /** Changes that are restored with one call. */
    record Step(Restorable type, List<Restorable.Change> changes) {}

    /** The changes in their order, those together that are restored with one call. */
    static List<Step> steps(List<Restorable.Change> changes) {
        List<Step> steps = new ArrayList<>();
        PartKey last = null;
        for (Restorable.Change change : changes) {
            if (last == null || !ofType(last.type()).isRestoredTogetherWith(last, change.key())) {
                steps.add(new Step(ofType(change.key().type()), new ArrayList<>()));
            }
            steps.get(steps.size() - 1).changes().add(change);
            last = change.key();
        }
        return steps;
    }
}
