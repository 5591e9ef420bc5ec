package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** The executor that works on requests, and what its threads are at. */
public final class ThreadSignals {

    public static final Signal MAX = Signal.gauge("request.threads.max", "threads");

    public static final Signal STARTED = Signal.gauge("request.threads.started", "threads");

    public static final Signal BUSY = Signal.gauge("request.threads.busy", "threads");

    /** Busy threads by the greatest number there may be. */
    public static final Signal UTILISATION = Signal.gauge("request.threads.utilisation", "ratio");

    /** Requests that no thread works on yet. */
    public static final Signal QUEUE = Signal.gauge("request.queue.size", "requests");

    public static final Signal WAITING_FOR_CONNECTION =
            Signal.gauge("request.threads.waiting.for.connection", "threads");

    public static final Signal IN_DATABASE = Signal.gauge("request.threads.in.database", "threads");

    public static final Signal HASHING = Signal.gauge("request.threads.hashing.passwords", "threads");

    public static final Signal WITH_CLIENT = Signal.gauge("request.threads.waiting.for.client", "threads");

    public static final Signal IN_REMOTE_CALL = Signal.gauge("request.threads.in.remote.call", "threads");

    public static final Signal ELSEWHERE = Signal.gauge("request.threads.elsewhere", "threads");

    private ThreadSignals() {}
}
