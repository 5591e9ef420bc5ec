package org.millrace.advisor.diagnosis;

/** Where on its way a request can wait, upstream first: what waits further down makes everything above it wait. */
public enum Station {
    /** Of a load test, not of the server. */
    LOAD_GENERATOR,
    ROUTER,
    /** Effects that users notice, with any cause. */
    USERS,
    EVENT_LOOPS,
    REQUEST_QUEUE,
    REQUEST_THREADS,
    GARBAGE_COLLECTION,
    CACHES,
    CLUSTER,
    CPU,
    /** LDAP, identity providers, SMTP and other servers. */
    OUTSIDE_SYSTEMS,
    CONNECTION_POOL,
    /** Connections that may be opened, used or not. */
    DATABASE_CONNECTIONS,
    DATABASE_SESSIONS,
    DATABASE_CPU,
    DATABASE_STORAGE,
    DATABASE_LOCKS,
    /** Whether the database can be reached at all. */
    DATABASE_REACHABILITY
}
