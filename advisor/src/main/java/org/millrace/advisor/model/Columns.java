package org.millrace.advisor.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Derived data of a window, computed once for all rules: the values of a signal in order, and the slices. Thread-safe. */
final class Columns {

    private final Map<Signal, double[]> bySignal = new ConcurrentHashMap<>();
    private final Map<Duration, List<Window>> slices = new ConcurrentHashMap<>();

    double[] of(Signal signal, List<Snapshot> snapshots) {
        double[] known = bySignal.get(signal);
        if (known != null) {
            return known;
        }
        double[] column = read(signal, snapshots);
        bySignal.put(signal, column);
        return column;
    }

    List<Window> slices(Duration length, Supplier<List<Window>> cut) {
        List<Window> known = slices.get(length);
        if (known != null) {
            return known;
        }
        List<Window> made = cut.get();
        slices.put(length, made);
        return made;
    }

    private static double[] read(Signal signal, List<Snapshot> snapshots) {
        double[] column = new double[snapshots.size()];
        @Nullable SignalIndex index = null;
        int position = -1;
        for (int i = 0; i < column.length; i++) {
            Snapshot snapshot = snapshots.get(i);
            if (snapshot.index() != index) {
                index = snapshot.index();
                position = index.positionOf(signal);
            }
            column[i] = snapshot.at(position);
        }
        return column;
    }
}
