package org.millrace.bulk.throttle;

/**
 * How many chunks may be written at once at most on a node, whatever the database would bear: each holds a connection and the
 * memory of a chunk, and what waits for it are requests.
 */
final class Ceiling {
    /** Half is left to everybody else. */
    private static final int SHARE = 2;

    /** A chunk has at most 8 MiB of records, and what is made of them takes a few times that; half of the heap is left to Keycloak. */
    private static final long BYTES_EACH = 128L * 1024 * 1024;

    /** Beyond it no database gains. */
    private static final int MOST = 32;

    private Ceiling() {}

    /**
     * The ceiling.
     *
     * @param connections of the pool; 0 if nobody can tell
     * @param requestThreads of the server; 0 if nobody can tell
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
