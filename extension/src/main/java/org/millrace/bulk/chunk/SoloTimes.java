package org.millrace.bulk.chunk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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

    /** Imports one after the other whose first chunks differ by less are taken to cost the same: a single chunk says no more. */
    private static final double AS_FAST = 1.5;

    /** The same of a chunk that was written beside others, which says less still. */
    private static final double AS_FAST_BESIDE_OTHERS = 2.5;

    /** After so many imports on end that cost the same, the next one is expected to. */
    private static final int ALIKE = 3;

    /** So much the first chunk of the next import counts beside those of the imports before it that were as fast. */
    private static final double NEXT = 0.2;

    private final Map<Object, Solo> known = new LinkedHashMap<>();

    /** Of the last chunk that was alone, of whatever import. */
    private @Nullable Solo latest;

    /** How many imports on end cost the same as the one before. */
    private int alike;

    /** @param guessed whether no chunk of this import was alone */
    private record Solo(double nanosPerRecord, int records, boolean guessed) {}

    /** Whether a chunk of this import is to be written alone: not if those before it all cost the same. */
    boolean wants(Object work) {
        return !known.containsKey(work) && alike < ALIKE;
    }

    /** Learns from a chunk that was written while no other was. */
    void alone(Object work, int records, long nanos) {
        double now = (double) nanos / records;
        @Nullable Solo before = known.get(work);
        if (before == null || before.guessed() && isSimilar(records, before)) {
            alike = latest(records)
                            .filter(solo -> differ(now, solo.nanosPerRecord()) < AS_FAST)
                            .isPresent()
                    ? alike + 1
                    : 0;
            rememberAlone(work, likeTheLatest(now, records), records);
        } else if (isLarger(records, before)) {
            rememberAlone(work, now, records);
        } else if (isSimilar(records, before)) {
            rememberAlone(work, (now + before.nanosPerRecord()) / 2, before.records());
        }
    }

    private void rememberAlone(Object work, double nanosPerRecord, int records) {
        latest = new Solo(nanosPerRecord, records, false);
        remember(work, latest);
    }

    private double likeTheLatest(double now, int records) {
        return latest(records)
                .map(Solo::nanosPerRecord)
                .filter(before -> differ(now, before) < AS_FAST)
                .map(before -> before + NEXT * (now - before))
                .orElse(now);
    }

    /** The latest one, if it was a chunk of such a size. */
    private Optional<Solo> latest(int records) {
        return Optional.ofNullable(latest).filter(solo -> !isLarger(records, solo) && isSimilar(records, solo));
    }

    /** By how many times, whichever of them is the larger one. */
    private static double differ(double one, double other) {
        return Math.max(one / other, other / one);
    }

    /**
     * How many times slower a chunk was than it would have been alone.
     *
     * @param present what is to be expected of it if nothing is known of its import, from which is told how fast that is: as fast as
     *     the latest one, if it may be
     * @return empty if the chunk can be compared with none
     */
    OptionalDouble slowdown(Object work, int records, long nanos, double present) {
        double now = (double) nanos / records;
        @Nullable Solo solo = known.get(work);
        if (solo == null) {
            solo = latest(records)
                    .filter(before -> differ(now / present, before.nanosPerRecord()) < AS_FAST_BESIDE_OTHERS)
                    .map(before -> new Solo(before.nanosPerRecord(), before.records(), true))
                    .orElse(null);
            alike = solo == null ? 0 : alike;
        }
        if (solo == null || isLarger(records, solo)) {
            remember(work, new Solo(now / present, records, true));
            return OptionalDouble.empty();
        }
        if (!isSimilar(records, solo)) {
            return OptionalDouble.empty();
        }
        // Code gets faster while it runs; or it is chance, which is evened out.
        double alone = Math.min(solo.nanosPerRecord(), (now + 7 * solo.nanosPerRecord()) / 8);
        remember(work, new Solo(alone, solo.records(), solo.guessed()));
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
