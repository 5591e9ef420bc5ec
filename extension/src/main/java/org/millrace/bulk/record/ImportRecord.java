package org.millrace.bulk.record;

import java.util.List;
import java.util.Optional;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/** One record of the input, as it was given: nothing looked up, nothing normalised. */
public interface ImportRecord {
    /** Where the record stood in the body. */
    Position position();

    /** What people call the record, such as a user name; empty if it has no name of its own. */
    Optional<String> key();

    /** Warnings of the parser that do not reject the record, such as an unknown field. */
    List<Violation> warnings();

    /** The class of records of this type, also for a record that deletes. */
    default Class<?> kind() {
        return getClass();
    }

    /** By how much the record prolongs its transaction, in parts that take long, such as clear passwords that have to be hashed. */
    default int slowParts() {
        return 0;
    }

    /**
     * What makes the record collide with others: more than the realm may forbid, which only costs a wait. Empty texts among
     * them mean nothing.
     */
    default List<String> keys() {
        return List.of();
    }

    /**
     * Whether the record can be written concurrently with records of other chunks that share no key with it. Records that depend
     * on one another, as groups on their parents, are written one chunk after the other.
     *
     * @param inOrder whether the import keeps to the order of the body wherever it may matter
     */
    default boolean isIndependent(boolean inOrder) {
        return false;
    }

    /**
     * The same record with the ids that an import gives to entities. References that may also be names are mapped where they are looked up:
     * containers of roles, owners of resources, and references of policies.
     */
    default ImportRecord withIds(IdMapping ids) {
        return this;
    }
}
