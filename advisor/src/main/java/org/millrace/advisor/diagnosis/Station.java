package org.millrace.advisor.diagnosis;

/** Where on its way a request can wait, upstream first: what waits further down makes everything above it wait. */
public enum Station {
    REQUEST_QUEUE,
    REQUEST_THREADS,
    GARBAGE_COLLECTION,
    CACHES,
    CPU,
    CONNECTION_POOL,
    DATABASE_SESSIONS,
    DATABASE_LOCKS
}
