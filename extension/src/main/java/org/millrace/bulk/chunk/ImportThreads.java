package org.millrace.bulk.chunk;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates the threads that write the chunks of imports, and lists those of this server. Thread-safe. */
public final class ImportThreads implements ThreadFactory {

    private static final ThreadGroup GROUP = new ThreadGroup("millrace-import");

    private static final long IDLE_SECONDS = 60;

    /** Threads that may start while they are listed. */
    private static final int MORE = 8;

    private final ClassLoader loader;
    private final AtomicInteger number = new AtomicInteger();

    /** @param loader context class loader of the threads */
    public ImportThreads(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * A pool that starts threads up to a maximum; idle ones end after a while.
     *
     * @param loader context class loader of the threads
     */
    public static ExecutorService pool(int maximum, ClassLoader loader) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                maximum,
                maximum,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new ImportThreads(loader));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(GROUP, task, "millrace-import-" + number.incrementAndGet());
        thread.setContextClassLoader(loader);
        thread.setDaemon(true);
        return thread;
    }

    /** The threads of all imports of this server, idle ones included. */
    public static List<Thread> alive() {
        Thread[] threads = new Thread[GROUP.activeCount() + MORE];
        int count = GROUP.enumerate(threads);
        return List.of(Arrays.copyOf(threads, count));
    }
}
