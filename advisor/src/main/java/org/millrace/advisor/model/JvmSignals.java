package org.millrace.advisor.model;

/** The Java process. */
public final class JvmSignals {

    public static final Signal UPTIME = Signal.gauge("process.uptime", "seconds");

    public static final Signal CPU_TIME = Signal.counter("process.cpu.time", "seconds");

    /** As the JVM sees them: a container's limit counts. */
    public static final Signal PROCESSORS = Signal.gauge("system.cpu.count", "cores");

    public static final Signal THREADS = Signal.gauge("jvm.threads.live", "threads");

    public static final Signal HEAP_USED = Signal.gauge("jvm.heap.used", "bytes");

    public static final Signal HEAP_MAX = Signal.gauge("jvm.heap.max", "bytes");

    /** What survived the last collection of the old generation. */
    public static final Signal LIVE_SET = Signal.gauge("jvm.heap.live", "bytes");

    /** Time in which the collector stopped the application. */
    public static final Signal GC_PAUSES = Signal.counter("jvm.gc.pause.time", "seconds");

    public static final Signal METASPACE_USED = Signal.gauge("jvm.metaspace.used", "bytes");

    private JvmSignals() {}
}
