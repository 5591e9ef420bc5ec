package org.millrace.testsuite.advisor.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Clients that are at work from construction until it is closed. */
public interface Traffic extends AutoCloseable {

    /** Requests that the server has answered without an error of its own so far. */
    long answered();

    /** Requests a second that are answered, measured over this time from now on. */
    default double perSecond(Duration duration) {
        long before = answered();
        long start = System.nanoTime();
        while (System.nanoTime() - start < duration.toNanos()) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        return (answered() - before) * 1e9 / (System.nanoTime() - start);
    }

    @Override
    void close();
}
