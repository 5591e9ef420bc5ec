package org.millrace.bulk.entity;

import org.millrace.bulk.chunk.StoredIds;
import org.millrace.bulk.chunk.TransactionalWriter;

/**
 * How the records of one import are written. To be closed at its end.
 *
 * @param stored is asked after a commit of which nobody saw the end
 * @param oneByOne whether chunks must be written one after the other, as the writer does it on its node
 */
public record EntityWriting(TransactionalWriter writer, StoredIds stored, boolean oneByOne, Runnable closing)
        implements AutoCloseable {
    /** With nothing to close. */
    public EntityWriting(TransactionalWriter writer, StoredIds stored, boolean oneByOne) {
        this(writer, stored, oneByOne, () -> {});
    }

    @Override
    public void close() {
        closing.run();
    }
}
