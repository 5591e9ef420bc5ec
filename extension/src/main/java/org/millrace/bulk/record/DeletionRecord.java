package org.millrace.bulk.record;

import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * A record with {@code "$op":"delete"}: the entity with its id or name is deleted.
 *
 * @param named holds the keys; its other fields have no effect
 */
public record DeletionRecord(ImportRecord named) implements ImportRecord {
    /** The deletion of a group, role, client or organization removes rows of many users in the same transaction. */
    private static final int SLOW_PARTS = 8;

    @Override
    public Position position() {
        return named.position();
    }

    @Override
    public Optional<String> key() {
        return named.key();
    }

    @Override
    public List<Violation> warnings() {
        return named.warnings();
    }

    @Override
    public Class<?> kind() {
        return named.kind();
    }

    @Override
    public int slowParts() {
        return named instanceof UserRecord ? 0 : SLOW_PARTS;
    }

    @Override
    public List<String> keys() {
        return named.keys();
    }

    /** The deletion of a user concerns no other user; that of a group also deletes the groups below it. */
    @Override
    public boolean isIndependent(boolean inOrder) {
        return named instanceof UserRecord;
    }

    /** Identifies the record by position and key; its other fields may hold secrets. */
    @Override
    public String toString() {
        return "DeletionRecord[line=" + position().line() + ", key=" + key().orElse("") + "]";
    }
}
