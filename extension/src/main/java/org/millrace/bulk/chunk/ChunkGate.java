package org.millrace.bulk.chunk;

/** Decides how many chunks may be written at once on this node. Shared by all imports; safe for any thread. */
public interface ChunkGate {
    /**
     * Waits until one more chunk may be written.
     *
     * @return to be closed when the chunk is done
     * @throws InterruptedException if the waiting thread is interrupted, as when the server stops
     */
    Permit enter() throws InterruptedException;

    /** How many chunks may be written at once at present, at least 1. */
    int limit();

    /** The right to write one chunk. */
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }
}
