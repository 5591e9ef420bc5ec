package org.millrace.bulk.chunk;

import java.util.concurrent.Semaphore;

/** Lets a fixed number of chunks through at once, first come, first served. */
public final class FixedConcurrencyLimiter implements ConcurrencyLimiter {
    private final int limit;
    private final Semaphore permits;

    /**
     * A limiter with a constant limit.
     *
     * @throws IllegalArgumentException if the limit is below 1
     */
    public FixedConcurrencyLimiter(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit + " is below 1");
        }
        this.limit = limit;
        this.permits = new Semaphore(limit, true);
    }

    @Override
    public Permit enter(Object work, int records) throws InterruptedException {
        permits.acquire();
        return new Permit() {
            @Override
            public int records() {
                return records;
            }

            @Override
            public void written() {}

            @Override
            public void close() {
                permits.release();
            }
        };
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public int maximum() {
        return limit;
    }

    @Override
    public String reason() {
        return "the setting writers";
    }
}
