package org.millrace.advisor.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers signals in the order they are first seen, so that a snapshot is an array of numbers. Thread-safe; only grows. */
public final class SignalIndex {

    private final Map<Signal, Integer> positions = new ConcurrentHashMap<>();
    private final List<Signal> signals = new ArrayList<>();

    synchronized int add(Signal signal) {
        Integer known = positions.get(signal);
        if (known != null) {
            return known;
        }
        signals.add(signal);
        positions.put(signal, signals.size() - 1);
        return signals.size() - 1;
    }

    /** -1 if the signal was never seen. */
    int positionOf(Signal signal) {
        return positions.getOrDefault(signal, -1);
    }

    synchronized List<Signal> signals() {
        return List.copyOf(signals);
    }
}
