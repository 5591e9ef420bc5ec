package org.millrace.advisor.model;

/** Requests as the HTTP server counts them, without those of the management interface. */
public final class HttpSignals {

    /** Begun and not yet answered, whether a thread works on them or not. */
    public static final Signal ACTIVE_REQUESTS = Signal.gauge("http.server.active.requests", "requests");

    public static final Signal REQUESTS = Signal.counter("http.server.requests.count", "requests");

    /** From the first byte of the request to the last of the answer, waiting for a thread included. */
    public static final Signal REQUEST_TIME = Signal.counter("http.server.requests.time", "seconds");

    private HttpSignals() {}
}
