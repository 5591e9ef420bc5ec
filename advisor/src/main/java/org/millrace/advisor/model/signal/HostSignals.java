package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** The machine. In a container these are the host's: never compare them with the container's limits. */
public final class HostSignals {

    public static final Signal MEMORY_TOTAL = Signal.gauge("host.memory.total", "bytes");

    public static final Signal MEMORY_AVAILABLE = Signal.gauge("host.memory.available", "bytes");

    public static final Signal SWAP_USED = Signal.gauge("host.swap.used", "bytes");

    public static final Signal LOAD = Signal.gauge("host.load.1m", "tasks");

    /** All processors' time, busy or not. */
    public static final Signal CPU_TICKS = Signal.counter("host.cpu.ticks", "ticks");

    /** Part of these that the hypervisor gave to other guests. */
    public static final Signal STOLEN_TICKS = Signal.counter("host.cpu.ticks.stolen", "ticks");

    /** Of these, while something wanted a processor, whether it had one or not. */
    public static final Signal WANTED_TICKS = Signal.counter("host.cpu.ticks.wanted", "ticks");

    /** Of this process. */
    public static final Signal OWN_SWAP = Signal.gauge("process.swap.used", "bytes");

    public static final Signal SWAPPED_IN = Signal.counter("host.swap.pages.in", "pages");

    /** Share of the last minute in which something waited for a processor. */
    public static final Signal CPU_PRESSURE = Signal.gauge("host.cpu.pressure", "ratio");

    public static final Signal ENTROPY = Signal.gauge("host.entropy", "bits");

    private HostSignals() {}
}
