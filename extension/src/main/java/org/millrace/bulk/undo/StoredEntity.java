package org.millrace.bulk.undo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.undo.StateParts.PartKey;

/** The rows of one entity as text. For one thread. */
public final class StoredEntity {
    private static final char ROW = '\u0003';

    private final List<Row> rows = new ArrayList<>();
    private final List<Child> children = new ArrayList<>();
    /** The groups below a group or an organization, by id. */
    private final Map<String, Below> groups = new HashMap<>();

    /**
     * One row.
     *
     * @param owner the entity itself, or a group below it
     * @param inState whether the state of the owner covers it
     */
    private record Row(String owner, String text, boolean inState) {}

    /** A role that a role contains, or a managed member of an organization. */
    private record Child(String id, boolean inState) {}

    private record Below(String parent, String name) {}

    void add(String owner, String row, boolean inState) {
        rows.add(new Row(owner, row, inState));
    }

    void addGroup(String id, String parent, String name) {
        groups.put(id, new Below(parent, name));
    }

    /** Ids of the groups below a group or an organization; empty for other entities. */
    Set<String> below() {
        return Set.copyOf(groups.keySet());
    }

    /** The parent and the name of a group below this entity, as the key of a new group. */
    PartKey keyOfNew(String group) {
        Below below = Objects.requireNonNull(groups.get(group), group);
        return new PartKey(StateParts.NEW_GROUP, below.parent(), below.name());
    }

    /** The group without some groups below it, and without what is below these. */
    StoredEntity without(Set<String> left) {
        if (left.isEmpty()) {
            return this;
        }
        StoredEntity rest = new StoredEntity();
        rest.children.addAll(children);
        rows.stream().filter(row -> !isWithin(row.owner(), left)).forEach(rest.rows::add);
        groups.forEach((id, group) -> {
            if (!isWithin(id, left)) {
                rest.groups.put(id, group);
            }
        });
        return rest;
    }

    private boolean isWithin(String group, Set<String> left) {
        @Nullable String step = group;
        while (step != null && !left.contains(step)) {
            Below below = groups.get(step);
            step = below == null ? null : below.parent();
        }
        return step != null;
    }

    /**
     * Adds a role that a role contains, or a managed member of an organization.
     *
     * @param inState whether the state of the entity covers it
     */
    public void addChild(String id, boolean inState) {
        children.add(new Child(id, inState));
    }

    /** Ids of the roles that a role contains, and of the managed members of an organization; empty for other entities. */
    public List<String> children() {
        return children.stream().map(Child::id).toList();
    }

    /**
     * The fingerprint of the rows in any order.
     *
     * @param ignored ids of contained roles and of members to leave out
     */
    public String fingerprint(Collection<String> ignored) {
        return fingerprint(ignored, Map.of());
    }

    /**
     * The fingerprint of rows and states.
     *
     * @param ignored ids of contained roles and of members to leave out
     * @param states of the entity and of groups below it, by id, in place of the rows that they cover
     */
    String fingerprint(Collection<String> ignored, Map<String, String> states) {
        StringBuilder text = new StringBuilder(512);
        rows.stream()
                .filter(row -> !row.inState() || !states.containsKey(row.owner()))
                .map(Row::text)
                .sorted()
                .forEach(row -> text.append(row).append(ROW));
        // The state of a role covers the roles that it contains; that of an organization leaves its members out.
        children.stream()
                .filter(child -> states.isEmpty() || !child.inState())
                .map(Child::id)
                .filter(id -> !ignored.contains(id))
                .sorted()
                .forEach(id -> text.append(id).append(ROW));
        new TreeMap<>(states)
                .forEach(
                        (id, state) -> text.append(id).append(ROW).append(state).append(ROW));
        return Fingerprint.of(text.toString());
    }
}
