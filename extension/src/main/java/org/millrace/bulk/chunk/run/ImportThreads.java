package org.millrace.bulk.chunk.run;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.millrace.server.DaemonThreads;

/** The threads that write the chunks of direct imports. Thread-safe. */
public final class ImportThreads {
    private static final ThreadGroup GROUP = new ThreadGroup("millrace-import");

    private static final long IDLE_SECONDS = 60;

    /** Threads that may start while they are listed. */
    private static final int MORE = 8;

    private ImportThreads() {}

    /** A pool that starts threads up to a maximum; idle ones end after a while. */
    public static ExecutorService pool(int maximum) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                maximum, maximum, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.of(GROUP));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** The threads of all imports of this server, idle ones included. */
    public static List<Thread> alive() {
        Thread[] threads = new Thread[GROUP.activeCount() + MORE];
        int count = GROUP.enumerate(threads);
        return List.of(Arrays.copyOf(threads, count));
    }
}
