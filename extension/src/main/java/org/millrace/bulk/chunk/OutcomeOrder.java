package org.millrace.bulk.chunk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.millrace.bulk.format.Entry;

/**
 * Hands outcomes out in the order of the input, although some are decided later than those behind them: records that name what
 * does not exist wait here for it. For one thread.
 */
final class OutcomeOrder {
    private static final int MAX_HELD = 100_000;
    private static final long MAX_WAITING_BYTES = 16L * 1024 * 1024;

    private final Consumer<Outcome> sink;
    private final Deque<Place> places = new ArrayDeque<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private long waitingBytes;
    private boolean hopeful;

    /** @param sink takes outcomes in order */
    OutcomeOrder(Consumer<Outcome> sink) {
        this.sink = sink;
    }

    /** An outcome's place in the order. */
    private static class Place {
        private Outcome outcome;

        private Place(Outcome outcome) {
            this.outcome = outcome;
        }

        boolean isDecided() {
            return true;
        }
    }

    /** A record that waits. */
    static final class Waiting extends Place {
        private final Entry entry;
        private boolean decided;

        private Waiting(Entry entry, Outcome outcome) {
            super(outcome);
            this.entry = entry;
        }

        Entry entry() {
            return entry;
        }

        @Override
        boolean isDecided() {
            return decided;
        }
    }

    /** Whether a record is at fault for nothing but naming what does not exist yet. */
    static boolean mayCome(Outcome outcome) {
        return outcome instanceof Outcome.Rejected rejected
                && rejected.problems().stream().allMatch(violation -> violation.isMissing());
    }

    void add(Outcome outcome) {
        hopeful |= !outcome.isProblem();
        if (places.isEmpty()) {
            sink.accept(outcome);
        } else {
            places.add(new Place(outcome));
        }
    }

    /**
     * Keeps a record back.
     *
     * @param soFar its outcome if nothing more comes
     */
    void await(Entry entry, Outcome soFar) {
        Waiting place = new Waiting(entry, soFar);
        places.add(place);
        waiting.add(place);
        waitingBytes += entry.bytes();
    }

    /** Whether no more can be held. */
    boolean isFull() {
        return places.size() > MAX_HELD || waitingBytes > MAX_WAITING_BYTES;
    }

    /** Whether something waits, and something was written since it was tried last. */
    boolean isHopeful() {
        return hopeful && !waiting.isEmpty();
    }

    /** The records that wait, in their order, those of one kind together. */
    Collection<List<Waiting>> waiting() {
        hopeful = false;
        Map<Class<?>, List<Waiting>> byKind = new LinkedHashMap<>();
        for (Waiting place : waiting) {
            if (place.entry instanceof Entry.Readable readable) {
                byKind.computeIfAbsent(readable.item().getClass(), kind -> new ArrayList<>())
                        .add(place);
            }
        }
        return byKind.values();
    }

    /** Takes the outcomes of another attempt, in the same order; tells whether any record needs to wait no longer. */
    boolean decide(List<Waiting> tried, List<Outcome> outcomes) {
        boolean any = false;
        for (int i = 0; i < tried.size(); i++) {
            Waiting place = tried.get(i);
            ((Place) place).outcome = outcomes.get(i);
            if (!mayCome(outcomes.get(i))) {
                place.decided = true;
                waitingBytes -= place.entry.bytes();
                any = true;
            }
        }
        waiting.removeIf(Waiting::isDecided);
        handOut();
        return any;
    }

    /** Waits for nothing any more. */
    void giveUp() {
        waiting.forEach(place -> place.decided = true);
        waiting.clear();
        waitingBytes = 0;
        handOut();
    }

    private void handOut() {
        while (!places.isEmpty() && places.element().isDecided()) {
            sink.accept(places.remove().outcome);
        }
    }
}
