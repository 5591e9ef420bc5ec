package org.millrace.bulk.chunk;

import java.util.List;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;

/** The database rejected a chunk, and its transaction was rolled back, unless there are claims. */
public final class ChunkFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The problem of records that are not written because the realm was removed. */
    public static final Violation REALM_REMOVED =
            Violation.of("realm-removed", null, "The realm was removed during the import");

    /** Who has to change something so that the chunk can be written. */
    public enum Fault {
        /** A record violates a rule of the database, or another transaction took its key. */
        RECORD,
        /** A deadlock or a serialization failure: a retry succeeds. */
        TRANSIENT,
        /** The database is unreachable, or a connection was terminated. */
        UNREACHABLE,
        /** The database, in a way that another attempt does not change. */
        DATABASE,
        /** An exception that no rule covers: a defect, or an entity that another client removed. */
        UNEXPECTED
    }

    private final Fault fault;
    private final transient Violation violation;
    private final transient List<Outcome> claims;

    /**
     * A failed chunk, of which nothing was committed.
     *
     * @param violation problem of the record, used once it is written alone
     * @param cause is logged without its message, and never sent to the client
     */
    public ChunkFailedException(Fault fault, Violation violation, Throwable cause) {
        this(fault, violation, List.of(), cause);
    }

    /**
     * A failed chunk.
     *
     * @param violation the problem of the record, used once the record is written alone
     * @param claims the outcomes that hold if a commit of unknown result succeeded; else empty
     * @param cause is logged without its message, and never sent to the client
     */
    public ChunkFailedException(Fault fault, Violation violation, List<Outcome> claims, Throwable cause) {
        super(violation.code(), RedactedException.of(cause));
        this.fault = fault;
        this.violation = violation;
        this.claims = List.copyOf(claims);
    }

    /** Who is at fault. */
    public Fault fault() {
        return fault;
    }

    /** The problem of a record that fails alone. */
    public Violation violation() {
        return violation;
    }

    /** The outcomes that hold if a commit of unknown result succeeded; else empty. */
    public List<Outcome> claims() {
        return claims;
    }
}
