package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** The Java process. */
public final class JvmSignals {

    public static final Signal UPTIME = Signal.gauge("process.uptime", "seconds");

    /** From the start of the process until the server could serve; absent before. */
    public static final Signal TIME_TO_READY = Signal.gauge("process.time.to.ready", "seconds");

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

    public static final Signal METASPACE_MAX = Signal.gauge("jvm.metaspace.max", "bytes");

    public static final Signal CODE_CACHE_USED = Signal.gauge("jvm.code.cache.used", "bytes");

    public static final Signal CODE_CACHE_MAX = Signal.gauge("jvm.code.cache.max", "bytes");

    public static final Signal NON_HEAP_USED = Signal.gauge("jvm.non.heap.used", "bytes");

    public static final Signal DIRECT_MEMORY = Signal.gauge("jvm.direct.memory.used", "bytes");

    public static final Signal COLLECTIONS = Signal.counter("jvm.gc.pauses", "pauses");

    /** Of the whole heap at once, the last resort. */
    public static final Signal FULL_COLLECTIONS = Signal.counter("jvm.gc.full", "pauses");

    /** The longest pause since the previous reading, exact if there was only one. Zero if there was none. */
    public static final Signal LAST_PAUSE = Signal.gauge("jvm.gc.pause.last", "seconds");

    public static final Signal OPEN_FILES = Signal.gauge("process.files.open", "files");

    public static final Signal MAX_FILES = Signal.gauge("process.files.max", "files");

    /** Of the threads that read from and write to connections. */
    public static final Signal EVENT_LOOP_TIME = Signal.counter("jvm.event.loops.cpu.time", "seconds");

    public static final Signal EVENT_LOOPS = Signal.gauge("jvm.event.loops", "threads");

    /** Of the threads that carry virtual ones. */
    public static final Signal CARRIER_TIME = Signal.counter("jvm.carriers.cpu.time", "seconds");

    private JvmSignals() {}
}
