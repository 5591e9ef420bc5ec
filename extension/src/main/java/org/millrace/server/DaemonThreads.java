package org.millrace.server;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates daemon threads whose context class loader is that of this extension: a thread inherits that of the thread that asks for it, which
 * may be any of the server's. Thread-safe.
 */
public final class DaemonThreads implements ThreadFactory {
    private final @Nullable ThreadGroup group;
    private final Supplier<String> names;

    private DaemonThreads(@Nullable ThreadGroup group, Supplier<String> names) {
        this.group = group;
        this.names = names;
    }

    /** Threads that all have this name. */
    public static DaemonThreads named(String name) {
        return new DaemonThreads(null, () -> name);
    }

    /** Threads with this prefix and a number, from 1. */
    public static DaemonThreads numbered(String prefix) {
        return new DaemonThreads(null, numbers(prefix));
    }

    /** Threads of this group, with its name and a number, from 1. */
    public static DaemonThreads of(ThreadGroup group) {
        return new DaemonThreads(group, numbers(group.getName() + "-"));
    }

    private static Supplier<String> numbers(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return () -> prefix + number.incrementAndGet();
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(group, task, names.get());
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }
}
