package org.millrace.bulk.entity;

import org.millrace.bulk.chunk.TransactionalWriter;

/**
 * The writer of one import's records. To be closed at its end.
 *
 * @param oneByOne whether chunks must be written one after the other, as the writer does it on its node
 */
public record EntityWriting(TransactionalWriter writer, boolean oneByOne, Runnable closing) implements AutoCloseable {
    /** With nothing to close. */
    public EntityWriting(TransactionalWriter writer, boolean oneByOne) {
        this(writer, oneByOne, () -> {});
    }

    @Override
    public void close() {
        closing.run();
    }
}
