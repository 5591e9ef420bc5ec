package org.millrace.bulk.chunk;

/** Decides how many chunks may be written at once on this node. Shared by all imports; safe for any thread. */
public interface ConcurrencyLimiter {
    /**
     * Waits until one more chunk may be written, in the order of arrival.
     *
     * @param work the import or job of the chunk: chunks of the same one have a similar cost
     * @param records number of the chunk's records
     * @return permit to be closed after the chunk
     * @throws InterruptedException if the waiting thread is interrupted, as on shutdown
     */
    Permit enter(Object work, int records) throws InterruptedException;

    /** Chunks that may be written at once at present on this node, at least 1. */
    int limit();

    /** Chunks that may be written at once at present on all nodes that write to the database, as far as this node can tell. */
    default int total() {
        return limit();
    }

    /** How many that could become at most. */
    int maximum();

    /** The factor that limits the concurrency, in a few words. */
    String reason();

    /** The right to write one chunk, or the beginning of one. */
    interface Permit extends AutoCloseable {
        /**
         * The number of records that one transaction may hold at present: fewer than requested under back-pressure from a single
         * chunk. The remaining records need another permit; records that belong together may exceed the limit.
         */
        int records();

        /** Reports a written chunk, whose duration is a sample for the limiter. */
        void written();

        @Override
        void close();
    }
}
