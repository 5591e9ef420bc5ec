package org.millrace.advisor;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.Snapshot;

/** The last snapshots, a fixed number of them. Thread-safe. */
final class Ring {

    private final int capacity;
    private final Deque<Snapshot> snapshots;

    Ring(int capacity) {
        this.capacity = capacity;
        this.snapshots = new ArrayDeque<>(capacity);
    }

    synchronized void add(Snapshot snapshot) {
        if (snapshots.size() == capacity) {
            snapshots.removeFirst();
        }
        snapshots.addLast(snapshot);
    }

    /** Oldest first. */
    synchronized List<Snapshot> since(Instant start) {
        return snapshots.stream()
                .filter(snapshot -> !snapshot.at().isBefore(start))
                .toList();
    }

    synchronized Optional<Snapshot> latest() {
        return Optional.ofNullable(snapshots.peekLast());
    }
}
