package org.millrace.bulk.delete;

import java.util.function.Function;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.ImportRecord;

/** Deletes the entities of one record type through Keycloak's model, one after the other. Safe for any thread. */
@FunctionalInterface
public interface Deletion {
    /** Deletes the entities that records identify, in one session and its thread. */
    Function<ImportRecord, Outcome> in(DeletionSession session);

    /**
     * The deletion of a type.
     *
     * @param kind the class of its records
     * @param deletions begins to delete in a session
     */
    static <R extends ImportRecord> Deletion of(
            Class<R> kind, Function<DeletionSession, Function<R, Outcome>> deletions) {
        return session -> {
            Function<R, Outcome> deletion = deletions.apply(session);
            return item -> deletion.apply(kind.cast(item));
        };
    }
}
