package org.millrace.bulk.entity;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.undo.EntityRows;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.model.ChunkSession;

/** The entities of one record type, as an undo compares, restores and deletes them. Immutable. */
public abstract class RestorableEntity extends Restorable {
    /**
     * The entities of a record type.
     *
     * @param word the name of the type
     * @param tables the tables that may have the row by which changes are locked
     */
    protected RestorableEntity(String word, EntityTable... tables) {
        super(word, tables);
    }

    /** Whether the caller may view and change an entity, which an undo compares with an earlier state; false if it does not exist. */
    public abstract boolean mayChange(ChunkSession in, String id);

    /**
     * The rows by which an undo notices that a created entity was changed since; empty if a created entity is not deleted, or without a
     * comparison.
     */
    public Optional<EntityRows> rows() {
        return Optional.empty();
    }

    /** The fields by which a record identifies an entity that an undo deletes: the id, and what contains the entity. */
    public ObjectNode key(ChunkSession in, String id) {
        return keyOf(id);
    }

    /** The fields of a record that identifies an entity by its id alone. */
    public static ObjectNode keyOf(String id) {
        return JsonNodeFactory.instance.objectNode().put("id", id);
    }

    /** The id of the entity of the same type that contains an entity, and that Keycloak would delete together with it; empty if there is none. */
    public Optional<String> container(ChunkSession in, String id) {
        return Optional.empty();
    }

    /**
     * Removes from entities, which are deleted next as far as the caller may, what existed before the job.
     *
     * @return true if an entity must be deleted once something was removed from it
     */
    public boolean release(ChunkSession in, List<String> ids) {
        return false;
    }

    /**
     * Deletes what records created together with entities and what nothing uses any more.
     *
     * @param undone images of records that are undone
     */
    public void deleteUnused(ChunkSession in, List<BeforeImage> undone) {
        // Most records create nothing but their entities.
    }

    /** Whether stored states hold secrets, and are removed once the entity is deleted. */
    public boolean hasSecrets() {
        return false;
    }

    /** The key of the state of a part that is compared with the rows of an entity: of the entity itself, or of a group below it. */
    public PartKey partKey(String id, String part) {
        return new PartKey(word(), part);
    }
}
