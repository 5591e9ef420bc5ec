package org.millrace.testsuite.bench.realm;

import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * UUIDs of version 7 with an incrementing timestamp: ordered, as an importer generates them for the sake of the indexes. For one
 * thread.
 */
public final class OrderedIds implements Supplier<String> {
    private static final int COUNTER_BITS = 12;

    private final SplittableRandom random;
    private final long firstMillis;
    private long made;

    /** @param firstMillis milliseconds since the epoch */
    public OrderedIds(long firstMillis, long seed) {
        this.firstMillis = firstMillis;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public String get() {
        long millis = firstMillis + (made >> COUNTER_BITS);
        long counter = made & (1 << COUNTER_BITS) - 1;
        made++;
        long high = millis << 16 | 0x7000L | counter;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
