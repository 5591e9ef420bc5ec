package org.millrace.bulk.writer.id;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Makes UUIDs of version 7: the time first, so that rows written together lie together in every index. Random ids make each
 * index entry touch another page, which in a large table costs more than all else. For one thread.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7">RFC 9562, section 5.7</a>
 */
public final class TimeOrderedIds {
    private static final SecureRandom SEEDS = new SecureRandom();
    private static final int COUNTER_BITS = 12;
    private static final int COUNTER_LIMIT = 1 << COUNTER_BITS;

    private final InstantSource clock;
    private final SplittableRandom random;
    private long lastMillis;
    private int counter;

    /** Ids by this clock, with a random part of their own. */
    public TimeOrderedIds(InstantSource clock) {
        this.clock = clock;
        this.random = new SplittableRandom(SEEDS.nextLong());
    }

    /** An id that is greater than all before it, as lower-case text of 36 characters. */
    public String next() {
        long millis = Math.max(clock.millis(), lastMillis);
        if (millis > lastMillis) {
            counter = 0;
        } else if (++counter == COUNTER_LIMIT) {
            // More in one millisecond than the counter holds: borrow from the next, as the RFC allows.
            millis++;
            counter = 0;
        }
        lastMillis = millis;
        long high = millis << 16 | 0x7000L | counter;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
