package org.millrace.bulk.record;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * What a job did to one entity, to be undone: a created entity is deleted, an updated one gets its earlier state back.
 *
 * @param name the key of the original record; null if it had none
 * @param kind the class of the records of this kind of entity
 * @param word the record type, such as {@code user}
 * @param id of the entity
 * @param created whether the job created the entity
 * @param undone whether an earlier undo has undone it: the entity, or another one with its id, stays as it is
 * @param image the entity before and after the change; null if the job stored none
 */
public record UndoRecord(
        Position position,
        @Nullable String name,
        Class<?> kind,
        String word,
        String id,
        boolean created,
        boolean undone,
        @Nullable BeforeImage image)
        implements ImportRecord {
    /** A restored or deleted group, role or client changes rows of many users. */
    private static final int SLOW_PARTS = 8;

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(name);
    }

    @Override
    public List<Violation> warnings() {
        return List.of();
    }

    @Override
    public List<String> keys() {
        return name == null ? List.of(id) : List.of(id, name);
    }

    @Override
    public int slowParts() {
        return isUser() || undone ? 0 : SLOW_PARTS;
    }

    @Override
    public boolean isIndependent(boolean inOrder) {
        return isUser();
    }

    private boolean isUser() {
        return kind == UserRecord.class;
    }

    /** Without the image, which may hold secrets. */
    @Override
    public String toString() {
        return "UndoRecord[line=" + position.line() + ", type=" + word + ", id=" + id + "]";
    }
}
