package org.millrace.bulk.chunk;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/** The outcome of one record of the input. */
public sealed interface Outcome {
    /** Where the record stood. */
    Position position();

    /** What people call the record; empty if it could not be read or has no name. */
    Optional<String> key();

    /** Warnings that did not prevent the record from being written. */
    List<Violation> warnings();

    /** Whether the record counts as an error: rejected or failed. */
    default boolean isProblem() {
        return this instanceof Rejected || this instanceof Failed;
    }

    /** The record made a new entity. */
    record Created(Position position, Optional<String> key, String id, List<Violation> warnings) implements Outcome {}

    /**
     * The entity was there already and was changed.
     *
     * @param matchedBy the key of the record that the entity has: {@code id}, {@code username} or {@code email}; null if there is only
     *     one way
     */
    record Updated(
            Position position,
            Optional<String> key,
            String id,
            List<Violation> warnings,
            @Nullable String matchedBy) implements Outcome {
        /** The outcome of an entity that has one key. */
        public Updated(Position position, Optional<String> key, String id, List<Violation> warnings) {
            this(position, key, id, warnings, null);
        }
    }

    /**
     * The entity was there already and is as the record wants it, or was left as it is.
     *
     * @param id null if the record deletes and no entity has its keys
     * @param matchedBy as of {@link Updated}
     */
    record Unchanged(
            Position position,
            Optional<String> key,
            @Nullable String id,
            List<Violation> warnings,
            @Nullable String matchedBy)
            implements Outcome {
        /** The outcome of an entity that has one key. */
        public Unchanged(Position position, Optional<String> key, @Nullable String id, List<Violation> warnings) {
            this(position, key, id, warnings, null);
        }
    }

    /**
     * The entity was deleted.
     *
     * @param matchedBy as of {@link Updated}
     */
    record Deleted(
            Position position,
            Optional<String> key,
            String id,
            List<Violation> warnings,
            @Nullable String matchedBy) implements Outcome {}

    /** The input is at fault: sending the same record again gives the same answer. */
    record Rejected(Position position, Optional<String> key, List<Violation> problems, List<Violation> warnings)
            implements Outcome {
        public Rejected {
            problems = Violation.listed(problems);
        }
    }

    /** We or the database are at fault: the same record may be sent again. */
    record Failed(Position position, Optional<String> key, List<Violation> problems, List<Violation> warnings)
            implements Outcome {
        public Failed {
            problems = Violation.listed(problems);
        }
    }

    /**
     * A record of a work queue, failed for a reason that may pass, and given back to its queue. Clients never see it: they
     * receive the outcome of the later attempt.
     *
     * @param reason a violation's code
     */
    record Deferred(Position position, Optional<String> key, String reason) implements Outcome {
        @Override
        public List<Violation> warnings() {
            return List.of();
        }
    }

    /** The import ended before the record's turn came. */
    record Unprocessed(Position position, Optional<String> key) implements Outcome {
        @Override
        public List<Violation> warnings() {
            return List.of();
        }
    }
}
