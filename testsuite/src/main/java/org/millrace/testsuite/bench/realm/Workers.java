package org.millrace.testsuite.bench.realm;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that all do the same, each until nothing is left to do. */
public final class Workers {
    private Workers() {}

    /** What each thread does. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException, SQLException;
    }

    /**
     * Returns when all are done.
     *
     * @throws IllegalStateException if one failed
     */
    public static void run(int threads, Work work) {
        Callable<Boolean> task = () -> {
            work.run();
            return true;
        };
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (Future<Boolean> ended : executor.invokeAll(Collections.nCopies(threads, task))) {
                ended.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a worker failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while workers ran", e);
        } finally {
            executor.shutdownNow();
        }
    }
}
