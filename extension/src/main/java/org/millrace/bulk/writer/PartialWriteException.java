package org.millrace.bulk.writer;

import org.millrace.bulk.record.field.Violation;

/** A record cannot be written, and some of it was already: the chunk has to be rolled back, and its neighbours written without it. */
public final class PartialWriteException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Violation violation;

    /** @param violation problem of the record, used once it is written alone */
    public PartialWriteException(Violation violation, RuntimeException cause) {
        super(violation.code(), cause);
        this.violation = violation;
    }

    /** Why the record cannot be written. */
    public Violation violation() {
        return violation;
    }
}
