package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** The database connection pool. */
public final class PoolSignals {

    public static final Signal ACTIVE = Signal.gauge("agroal.active.count", "connections");

    public static final Signal AVAILABLE = Signal.gauge("agroal.available.count", "connections");

    public static final Signal AWAITING = Signal.gauge("agroal.awaiting.count", "requests");

    public static final Signal MAX = Signal.gauge("agroal.max.size", "connections");

    /** Connections in use by the greatest number there may be. */
    public static final Signal UTILISATION = Signal.gauge("agroal.utilisation", "ratio");

    public static final Signal ACQUIRED = Signal.counter("agroal.acquire.count", "connections");

    public static final Signal CREATED = Signal.counter("agroal.creation.count", "connections");

    /** Time spent waiting by those who did get a connection. */
    public static final Signal BLOCKING_TIME = Signal.counter("agroal.blocking.time.total", "milliseconds");

    public static final Signal MIN = Signal.gauge("agroal.min.size", "connections");

    public static final Signal INITIAL = Signal.gauge("agroal.initial.size", "connections");

    /** How long a request waits for a connection before it fails. */
    public static final Signal ACQUISITION_TIMEOUT = Signal.gauge("agroal.acquisition.timeout", "seconds");

    public static final Signal CREATION_TIME = Signal.counter("agroal.creation.time.total", "milliseconds");

    /** Found broken when they were to be used. */
    public static final Signal INVALID = Signal.counter("agroal.invalid.count", "connections");

    public static final Signal DESTROYED = Signal.counter("agroal.destroy.count", "connections");

    /** Chunks that an import of Millrace writes: each takes a connection, on a thread that works on no request. */
    public static final Signal WRITING_CHUNKS = Signal.gauge("keycloak.bulk.import.writing.chunks", "chunks");

    private PoolSignals() {}
}
