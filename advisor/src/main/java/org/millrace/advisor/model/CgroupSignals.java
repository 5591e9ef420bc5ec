package org.millrace.advisor.model;

/** The control group: what a container may use and what it was denied. */
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

    private CgroupSignals() {}
}
