package org.millrace.bulk.entity;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** What an undo restores: the entities of one record type, or associations of two entities. Immutable. */
public abstract class Restorable {
    private final String word;
    private final List<EntityTable> tables;

    /**
     * One kind of entities or associations.
     *
     * @param word its name in stored states, such as {@code role}: the same in all versions
     * @param tables the tables that may have the row by which changes are locked
     */
    protected Restorable(String word, EntityTable... tables) {
        this.word = word;
        this.tables = List.of(tables);
    }

    /** Restores and deletes entities by records about them. */
    public interface Records {
        /**
         * Replaces an entity.
         *
         * @param word the record type
         * @param json the fields of the record
         * @return the reasons why it is not replaced; empty if it is
         */
        List<Violation> replace(ChunkSession in, String word, Position position, String json);

        /**
         * Deletes an entity.
         *
         * @param word the record type
         * @return the reasons why it is not deleted; empty if it does not exist any more
         */
        List<Violation> delete(ChunkSession in, String word, Position position, String id);
    }

    /**
     * One of the entities or associations that a record changed.
     *
     * @param now the present state
     * @param state the state to restore
     */
    public record Change(Position position, PartKey key, String now, String state) {
        /** Without the states, which may hold secrets. */
        @Override
        public String toString() {
            return "Change[" + key + "]";
        }
    }

    /** The type in the keys of stored states. */
    public final String word() {
        return word;
    }

    /** The tables that may have the row by which changes are locked. */
    public final List<EntityTable> tables() {
        return tables;
    }

    /** The ids of the rows to lock; without those that do not exist. */
    public Collection<String> lockedIds(ChunkSession in, List<PartKey> keys) {
        return keys.stream().map(PartKey::id).toList();
    }

    /** The present states as text, one for each key; the JSON {@code null} for what does not exist. */
    public abstract Map<PartKey, String> states(ChunkSession in, List<PartKey> keys);

    /** The present state. */
    public final String state(ChunkSession in, PartKey key) {
        return Objects.requireNonNull(states(in, List.of(key)).get(key), key.type());
    }

    /** Whether one call restores both, or neither of them. */
    public boolean isRestoredTogetherWith(PartKey one, PartKey next) {
        return false;
    }

    /**
     * Warnings about data that the import deleted and that the restored state does not contain; none if not overridden.
     *
     * @param change not yet restored
     */
    public List<Violation> warnings(Change change) {
        return List.of();
    }

    /**
     * Restores earlier states.
     *
     * @param changes several only of those that are restored together
     * @return the reasons why none is restored; empty if all are
     */
    public List<Violation> restore(ChunkSession in, Records records, List<Change> changes) {
        return restore(in, records, changes.get(0));
    }

    /**
     * Restores an earlier state, by a record if not overridden.
     *
     * @return the reasons why not; empty if it is restored
     */
    protected List<Violation> restore(ChunkSession in, Records records, Change change) {
        return records.replace(in, word, change.position(), change.state());
    }
}
