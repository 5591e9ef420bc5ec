package org.millrace.bulk.chunk.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;

/**
 * Hands outcomes out in the order of the input, although some are decided later than those behind them: records that name what
 * does not exist wait here for it. For one thread.
 */
final class OutcomeOrder {
    private static final int MAX_TOGETHER = 2000;
    private static final int MAX_HELD = 100_000;
    private static final long MAX_WAITING_BYTES = 16L * 1024 * 1024;
    private static final long MAX_HELD_CHARACTERS = 16L * 1024 * 1024;

    private final Consumer<Outcome> sink;
    private final Deque<Place> places = new ArrayDeque<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final Set<String> waitingKeys = new HashSet<>();
    private long waitingBytes;
    private long heldCharacters;
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
            heldCharacters += outcome.characters();
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
        waitingKeys.addAll(keys(entry));
    }

    /** Whether the chunk is about something that a record is about that waits: what came first is to be decided first. */
    boolean isAbout(Chunk chunk) {
        return !waiting.isEmpty()
                && chunk.entries().stream()
                        .flatMap(entry -> keys(entry).stream())
                        .anyMatch(waitingKeys::contains);
    }

    static List<String> keys(Entry entry) {
        return entry instanceof Entry.Readable readable ? readable.item().keys() : List.of();
    }

    /** Whether no more can be held. */
    boolean isFull() {
        return places.size() > MAX_HELD || waitingBytes > MAX_WAITING_BYTES || heldCharacters > MAX_HELD_CHARACTERS;
    }

    /** Whether something waits, and something was written since it was tried last. */
    boolean isHopeful() {
        return hopeful && !waiting.isEmpty();
    }

    /** The records that wait, in their order, those of one kind together, as many at once as one transaction may write. */
    List<List<Waiting>> waiting() {
        hopeful = false;
        Map<Class<?>, List<Waiting>> byKind = new LinkedHashMap<>();
        List<List<Waiting>> some = new ArrayList<>();
        Map<Class<?>, Integer> slowParts = new HashMap<>();
        for (Waiting place : waiting) {
            if (place.entry instanceof Entry.Readable readable) {
                Class<?> kind = readable.item().getClass();
                List<Waiting> together = byKind.get(kind);
                int slow = slowParts.getOrDefault(kind, 0) + readable.item().slowParts();
                if (together == null || together.size() == MAX_TOGETHER || slow > Chunker.MAX_SLOW_PARTS) {
                    together = new ArrayList<>();
                    byKind.put(kind, together);
                    some.add(together);
                    slow = readable.item().slowParts();
                }
                slowParts.put(kind, slow);
                together.add(place);
            }
        }
        return some;
    }

    /** Takes the outcomes of another attempt, in the same order; true if at least one waiting record is decided. */
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
        waitingKeys.clear();
        waiting.forEach(place -> waitingKeys.addAll(keys(place.entry)));
        handOut();
        return any;
    }

    /** Ends all waiting: missing entities stay missing. */
    void giveUp() {
        waiting.forEach(place -> place.decided = true);
        close();
    }

    /** Ends all waiting, because no further attempt is possible. */
    void leave() {
        waiting.forEach(place -> {
            ((Place) place).outcome = Outcomes.unprocessed(place.entry);
            place.decided = true;
        });
        close();
    }

    private void close() {
        waiting.clear();
        waitingKeys.clear();
        waitingBytes = 0;
        handOut();
    }

    private void handOut() {
        while (!places.isEmpty() && places.element().isDecided()) {
            Place place = places.remove();
            if (!(place instanceof Waiting)) {
                heldCharacters -= place.outcome.characters();
            }
            sink.accept(place.outcome);
        }
    }
}
