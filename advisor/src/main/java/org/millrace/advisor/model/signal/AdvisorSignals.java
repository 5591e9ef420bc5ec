package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** Resource use of the advisor itself. */
public final class AdvisorSignals {

    /** Of the advisor's threads. */
    public static final Signal CPU_TIME = Signal.counter("advisor.cpu.time", "seconds");

    public static final Signal SAMPLE_TIME = Signal.gauge("advisor.sample.time", "milliseconds");

    private AdvisorSignals() {}
}
