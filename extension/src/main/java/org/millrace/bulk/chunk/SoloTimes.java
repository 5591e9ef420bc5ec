package org.millrace.bulk.chunk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How fast chunks of each import are written while no other is, to tell by how much others slow them down. What a record costs
 * differs from import to import by a thousand times, so each is compared with itself; but a single chunk is chance, and imports that
 * seem to cost the same share what is known of them. Not safe for threads.
 */
final class SoloTimes {
    private static final int REMEMBERED = 16;

    /** Chunks whose sizes differ by more are not compared: part of a chunk's time does not depend on its size. */
    private static final int SIMILAR = 2;

    /** Imports one after the other whose chunks differ by less are taken to cost the same: a single chunk says no more. */
    private static final double AS_FAST = 1.5;

    /** The same of a chunk that was written beside others, which says less still. */
    private static final double AS_FAST_BESIDE_OTHERS = 2.5;

    /** So much the first chunk of the next import counts beside those of the imports before it that were as fast. */
    private static final double NEXT = 0.2;

    private final Map<Object, Solo> known = new LinkedHashMap<>();

    /** Of the last chunk that was alone, of whatever import. */
    private @Nullable Solo latest;

    private record Solo(double nanosPerRecord, int records) {}

    /** Whether chunks of this import can be compared with one that was alone. */
    boolean knows(Object work) {
        return known.containsKey(work);
    }

    /** Learns from a chunk that was written while no other was. */
    void alone(Object work, int records, long nanos) {
        double now = (double) nanos / records;
        @Nullable Solo before = known.get(work);
        if (before == null) {
            rememberAlone(work, new Solo(likeTheLatest(now, records), records));
        } else if (isLarger(records, before)) {
            rememberAlone(work, new Solo(now, records));
        } else if (isSimilar(records, before)) {
            rememberAlone(work, new Solo((now + before.nanosPerRecord()) / 2, before.records()));
        }
    }

    private void rememberAlone(Object work, Solo solo) {
        latest = solo;
        remember(work, solo);
    }

    private double likeTheLatest(double now, int records) {
        if (!isAsFastAsTheLatest(now, records, AS_FAST)) {
            return now;
        }
        double before = Objects.requireNonNull(latest).nanosPerRecord();
        return before + NEXT * (now - before);
    }

    private boolean isAsFastAsTheLatest(double now, int records, double most) {
        @Nullable Solo other = latest;
        if (other == null || isLarger(records, other) || !isSimilar(records, other)) {
            return false;
        }
        double difference = now / other.nanosPerRecord();
        return difference < most && difference > 1 / most;
    }

    /**
     * How many times slower a chunk was than it would have been alone.
     *
     * @param present the same of other chunks lately, from which is told how fast an import is of which none was alone yet: as fast
     *     as the latest one, unless it is clearly not
     * @return empty if the chunk can be compared with none
     */
    OptionalDouble slowdown(Object work, int records, long nanos, double present) {
        double now = (double) nanos / records;
        @Nullable Solo solo = known.get(work);
        if (solo == null && isAsFastAsTheLatest(now / present, records, AS_FAST_BESIDE_OTHERS)) {
            solo = Objects.requireNonNull(latest);
            remember(work, solo);
        }
        if (solo == null || isLarger(records, solo)) {
            remember(work, new Solo(now / present, records));
            return OptionalDouble.empty();
        }
        if (!isSimilar(records, solo)) {
            return OptionalDouble.empty();
        }
        if (now < solo.nanosPerRecord()) {
            // Code gets faster while it runs; or it is chance, which is evened out.
            remember(work, new Solo((now + 7 * solo.nanosPerRecord()) / 8, solo.records()));
        }
        return OptionalDouble.of(now / solo.nanosPerRecord());
    }

    private static boolean isLarger(int records, Solo solo) {
        return records > SIMILAR * solo.records();
    }

    /** Of one that is not larger. */
    private static boolean isSimilar(int records, Solo solo) {
        return records * SIMILAR >= solo.records();
    }

    private void remember(Object work, Solo solo) {
        known.remove(work);
        known.put(work, solo);
        if (known.size() > REMEMBERED) {
            known.remove(known.keySet().iterator().next());
        }
    }
}
