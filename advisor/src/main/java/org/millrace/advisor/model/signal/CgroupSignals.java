package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** The control group: limits of a container and throttling. */
public final class CgroupSignals {

    /** Absent if unlimited. */
    public static final Signal CPU_QUOTA = Signal.gauge("cgroup.cpu.quota", "cores");

    /** Enforcement periods that have passed; zero without a quota. */
    public static final Signal CPU_PERIODS = Signal.counter("cgroup.cpu.periods", "periods");

    public static final Signal CPU_THROTTLED_PERIODS = Signal.counter("cgroup.cpu.periods.throttled", "periods");

    public static final Signal CPU_THROTTLED_TIME = Signal.counter("cgroup.cpu.throttled.time", "seconds");

    /** Absent if unlimited. */
    public static final Signal MEMORY_LIMIT = Signal.gauge("cgroup.memory.limit", "bytes");

    public static final Signal MEMORY_USED = Signal.gauge("cgroup.memory.used", "bytes");

    /** Absent if unlimited. */
    public static final Signal PROCESS_LIMIT = Signal.gauge("cgroup.pids.limit", "processes");

    public static final Signal PROCESSES = Signal.gauge("cgroup.pids.current", "processes");

    /** Processes that were killed because the memory ran out. */
    public static final Signal OUT_OF_MEMORY_KILLS = Signal.counter("cgroup.memory.oom.kills", "processes");

    /** Without the page cache, which the kernel can reclaim. */
    public static final Signal ANONYMOUS_MEMORY = Signal.gauge("cgroup.memory.anonymous", "bytes");

    /** Share of the last minute in which everything waited for memory. */
    public static final Signal MEMORY_PRESSURE = Signal.gauge("cgroup.memory.pressure", "ratio");

    /** Share of the last minute in which something waited for a processor. */
    public static final Signal CPU_PRESSURE = Signal.gauge("cgroup.cpu.pressure", "ratio");

    private CgroupSignals() {}
}
