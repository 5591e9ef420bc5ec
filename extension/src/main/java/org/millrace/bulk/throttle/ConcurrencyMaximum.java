package org.millrace.bulk.throttle;

/**
 * Upper bound for the concurrently written chunks of a node. Each chunk holds a connection and memory, and the requests of other
 * clients wait for both.
 */
final class ConcurrencyMaximum {
    /** Half is left to everybody else. */
    private static final int SHARE = 2;

    /** A chunk has at most 8 MiB of records, which need a few times that after parsing; half of the heap is left to Keycloak. */
    private static final long BYTES_EACH = 128L * 1024 * 1024;

    /** Beyond it no database gains. */
    private static final int MOST = 32;

    private ConcurrencyMaximum() {}

    /**
     * Computes the upper bound.
     *
     * @param connections of the pool; 0 if unknown
     * @param requestThreads of the server; 0 if unknown
     * @param heapBytes the most that the Java heap may grow to
     */
    static int of(int connections, int requestThreads, long heapBytes) {
        long least = MOST;
        least = Math.min(least, connections > 0 ? connections / SHARE : MOST);
        least = Math.min(least, requestThreads > 0 ? requestThreads / SHARE : MOST);
        least = Math.min(least, heapBytes / BYTES_EACH);
        return (int) Math.max(1, least);
    }
}
