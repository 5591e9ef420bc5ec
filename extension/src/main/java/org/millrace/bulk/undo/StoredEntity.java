package org.millrace.bulk.undo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The rows of one entity as text. For one thread. */
public final class StoredEntity {
    private static final char ROW = '\u0003';

    private final List<String> rows = new ArrayList<>();
    private final List<String> children = new ArrayList<>();

    void add(String row) {
        rows.add(row);
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
        rows.stream().sorted().forEach(row -> text.append(row).append(ROW));
        children.stream()
                .filter(id -> !ignored.contains(id))
                .sorted()
                .forEach(id -> text.append(id).append(ROW));
        return Fingerprint.of(text.toString());
    }
}
