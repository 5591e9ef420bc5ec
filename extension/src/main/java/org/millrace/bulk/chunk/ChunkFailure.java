package org.millrace.bulk.chunk;

import org.millrace.bulk.record.Violation;

/** The database refused a chunk, and its transaction was rolled back. */
public final class ChunkFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** Who has to change something so that the chunk can be written. */
    public enum Fault {
        /** A record breaks a rule of the database that was not foreseen, or lost a race for a key. */
        RECORD,
        /** Nobody: a deadlock or a serialization failure; the same again succeeds. */
        TRANSIENT,
        /** The database or the way to it. */
        DATABASE
    }

    private final Fault fault;
    private final transient Violation violation;

    /**
     * A failed chunk.
     *
     * @param violation what is said of the record, once it stands alone
     * @param cause goes to the log, never to the client
     */
    public ChunkFailure(Fault fault, Violation violation, Throwable cause) {
        super(violation.code(), cause);
        this.fault = fault;
        this.violation = violation;
    }

    /** Who is at fault. */
    public Fault fault() {
        return fault;
    }

    /** What to say of a record that fails so. */
    public Violation violation() {
        return violation;
    }
}
