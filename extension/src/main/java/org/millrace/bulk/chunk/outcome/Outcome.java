package org.millrace.bulk.chunk.outcome;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** The outcome of one record of the input. */
public sealed interface Outcome {
    /** What happened. */
    OutcomeStatus status();

    /** Position of the record in the input. */
    Position position();

    /** Display key of the record; empty if it could not be read or has no name. */
    Optional<String> key();

    /** The id of the record's entity; null if there is none. */
    default @Nullable String id() {
        return null;
    }

    /**
     * The key of the record that the entity has: {@code id}, {@code username} or {@code email}; null if there is only one way, or if no
     * entity was found.
     */
    default @Nullable String matchedBy() {
        return null;
    }

    /** Why the record was not written; empty unless it is rejected or failed. */
    default List<Violation> problems() {
        return List.of();
    }

    /** Warnings that did not prevent the record from being written. */
    List<Violation> warnings();

    /** Length of its key and of the fields and details of its problems and warnings: most of its memory. */
    default long characters() {
        return key().map(String::length).orElse(0)
                + Stream.concat(problems().stream(), warnings().stream())
                        .mapToLong(violation -> violation.detail().length()
                                + (violation.field() == null
                                        ? 0
                                        : violation.field().length()))
                        .sum();
    }

    /** Whether the record counts as an error: rejected or failed. */
    default boolean isProblem() {
        return status() == OutcomeStatus.REJECTED || status() == OutcomeStatus.FAILED;
    }

    /** The record made a new entity. */
    record Created(Position position, Optional<String> key, String id, List<Violation> warnings) implements Outcome {
        @Override
        public OutcomeStatus status() {
            return OutcomeStatus.CREATED;
        }
    }

    /** The entity was there already and was changed. */
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

        @Override
        public OutcomeStatus status() {
            return OutcomeStatus.UPDATED;
        }
    }

    /**
     * The entity was there already and is as the record wants it, or was left as it is.
     *
     * @param id null if the record deletes and no entity has its keys
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

        @Override
        public OutcomeStatus status() {
            return OutcomeStatus.UNCHANGED;
        }
    }

    /** The entity was deleted. */
    record Deleted(
            Position position,
            Optional<String> key,
            String id,
            List<Violation> warnings,
            @Nullable String matchedBy) implements Outcome {
        @Override
        public OutcomeStatus status() {
            return OutcomeStatus.DELETED;
        }
    }

    /** The input is at fault: sending the same record again gives the same answer. */
    record Rejected(Position position, Optional<String> key, List<Violation> problems, List<Violation> warnings)
            implements Outcome {
        public Rejected {
            problems = Violation.listed(problems);
        }

        @Override
        public OutcomeStatus status() {
            return OutcomeStatus.REJECTED;
        }
    }

    /** We or the database are at fault: the same record may be sent again. */
    record Failed(Position position, Optional<String> key, List<Violation> problems, List<Violation> warnings)
            implements Outcome {
        public Failed {
            problems = Violation.listed(problems);
        }

        @Override
        public OutcomeStatus status() {
            return OutcomeStatus.FAILED;
        }
    }

    /** The import ended before the record's turn came. */
    record Unprocessed(Position position, Optional<String> key) implements Outcome {
        @Override
        public OutcomeStatus status() {
            return OutcomeStatus.UNPROCESSED;
        }

        @Override
        public List<Violation> warnings() {
            return List.of();
        }
    }
}
