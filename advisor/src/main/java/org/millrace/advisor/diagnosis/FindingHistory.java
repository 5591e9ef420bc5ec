package org.millrace.advisor.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Start times of present findings, and finished ones. Bounded; thread-safe. */
public final class FindingHistory {

    /** As long as the longest window of a report. */
    static final Duration REMEMBERED = Duration.ofMinutes(15);

    private static final int MOST = 100;

    private final Map<String, Instant> since = new HashMap<>();
    private final Map<String, RankedFinding> last = new HashMap<>();
    private final Deque<RankedFinding> over = new ArrayDeque<>();

    /** Takes account of a diagnosis; findings that are not in it any more are over. */
    synchronized void observe(List<RankedFinding> findings, Instant now) {
        Map<String, RankedFinding> current = new HashMap<>();
        findings.forEach(ranked -> current.put(ranked.rule().id(), ranked));
        Iterator<Map.Entry<String, Instant>> known = since.entrySet().iterator();
        while (known.hasNext()) {
            Map.Entry<String, Instant> entry = known.next();
            if (!current.containsKey(entry.getKey())) {
                RankedFinding ended = last.remove(entry.getKey());
                if (ended != null) {
                    over.addFirst(ended.until(entry.getValue(), now));
                }
                known.remove();
            }
        }
        current.forEach((rule, ranked) -> {
            since.putIfAbsent(rule, now);
            last.put(rule, ranked);
        });
        while (!over.isEmpty() && (over.size() > MOST || isForgotten(over.getLast(), now))) {
            over.removeLast();
        }
    }

    synchronized Optional<Instant> since(String rule) {
        return Optional.ofNullable(since.get(rule));
    }

    /** What competed for the principal and is over since an instant, the latest first; once for each rule. */
    synchronized List<RankedFinding> recent(Instant from) {
        List<RankedFinding> recent = new ArrayList<>();
        for (RankedFinding ended : over) {
            boolean known = recent.stream()
                    .anyMatch(other -> other.rule().id().equals(ended.rule().id()));
            if (!known
                    && !since.containsKey(ended.rule().id())
                    && ended.until() != null
                    && ended.until().isAfter(from)) {
                recent.add(ended);
            }
        }
        return recent;
    }

    private static boolean isForgotten(RankedFinding ended, Instant now) {
        Instant until = ended.until();
        return until == null || until.isBefore(now.minus(REMEMBERED));
    }
}
