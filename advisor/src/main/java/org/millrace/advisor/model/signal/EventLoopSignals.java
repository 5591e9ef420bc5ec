package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** The threads that read from and write to connections, and never wait. */
public final class EventLoopSignals {

    /** Of all loops together. */
    public static final Signal PENDING = Signal.gauge("netty.tasks.pending", "tasks");

    /** Of the loop that has most. */
    public static final Signal MOST_PENDING = Signal.gauge("netty.tasks.pending.most", "tasks");

    private EventLoopSignals() {}
}
