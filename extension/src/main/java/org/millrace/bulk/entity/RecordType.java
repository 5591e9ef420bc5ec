package org.millrace.bulk.entity;

import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.undo.EntityTable;
import org.millrace.bulk.writer.model.ModelChunk;
import org.millrace.bulk.writer.model.ModelScope;

/** One kind of thing, of which there may be records among others in one stream. Immutable. */
public interface RecordType extends EntityType {
    /** Its name as the type of one record among others, such as {@code user}. */
    String word();

    /** The class of its records. */
    Class<? extends ImportRecord> kind();

    /** Writes records among others in the one transaction of a dry run. */
    ModelChunk dryRunChunk(WritingRequest request);

    /** Whether records of it may delete what they identify; if not, they are rejected where they are read. */
    default boolean isDeletable() {
        return false;
    }

    /**
     * Writes chunks that delete.
     *
     * @param dryRun whether the transaction is rolled back
     * @throws IllegalStateException if the type is not deletable
     */
    default ModelChunk deletionChunk(ModelScope scope, boolean dryRun) {
        throw new IllegalStateException("records of type " + word() + " do not delete");
    }

    /** How an undo restores and deletes its entities; empty if a job keeps no states of them. */
    default Optional<RestorableEntity> restorable() {
        return Optional.empty();
    }

    /** What else its records change and an undo restores, such as associations. */
    default List<Restorable> parts() {
        return List.of();
    }

    /** The table of its entities if stored states hold secrets, which are removed once the entity is deleted; empty if they hold none. */
    default Optional<EntityTable> tableOfSecrets() {
        return restorable()
                .filter(RestorableEntity::hasSecrets)
                .map(entity -> entity.tables().get(0));
    }
}
