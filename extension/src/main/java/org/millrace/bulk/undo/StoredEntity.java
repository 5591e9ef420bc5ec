package org.millrace.bulk.undo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of one entity as text. For one thread. */
public final class StoredEntity {
    private static final char ROW = '\u0003';

    private final List<Row> rows = new ArrayList<>();
    private final List<String> children = new ArrayList<>();
    /** The parents of the groups below a group. */
    private final Map<String, String> parents = new HashMap<>();

    /** @param owner the entity itself, or a group below it */
    private record Row(String owner, String text) {}

    void add(String owner, String row) {
        rows.add(new Row(owner, row));
    }

    void addGroup(String id, String parent) {
        parents.put(id, parent);
    }

    /** Ids of the groups below a group; empty for other entities. */
    Set<String> below() {
        return Set.copyOf(parents.keySet());
    }

    /** The group without some groups below it, and without what is below these. */
    StoredEntity without(Set<String> groups) {
        if (groups.isEmpty()) {
            return this;
        }
        StoredEntity rest = new StoredEntity();
        rest.children.addAll(children);
        rows.stream().filter(row -> !isWithin(row.owner(), groups)).forEach(rest.rows::add);
        return rest;
    }

    private boolean isWithin(String group, Set<String> groups) {
        @Nullable String step = group;
        while (step != null && !groups.contains(step)) {
            step = parents.get(step);
        }
        return step != null;
    }

    void addChild(String id) {
        children.add(id);
    }

    /** Ids of the roles that a role contains; empty for other entities. */
    public List<String> children() {
        return List.copyOf(children);
    }

    /**
     * The fingerprint of the rows in any order.
     *
     * @param ignored ids of contained roles to leave out
     */
    public String fingerprint(Collection<String> ignored) {
        StringBuilder text = new StringBuilder(512);
        rows.stream().map(Row::text).sorted().forEach(row -> text.append(row).append(ROW));
        children.stream()
                .filter(id -> !ignored.contains(id))
                .sorted()
                .forEach(id -> text.append(id).append(ROW));
        return Fingerprint.of(text.toString());
    }
}
