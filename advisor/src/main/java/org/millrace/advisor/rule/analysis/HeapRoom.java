package org.millrace.advisor.rule.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.JvmSignals;

/** Number of further cache entries that fit into the heap; 0 if the live heap is unknown. */
public record HeapRoom(double entries) {

    /** Of the heap: with more than that alive, what fills it is to be found out before anything is made larger. */
    private static final double LIVE = 0.6;

    /** Of the heap: less than where KC-CACHE-006 says that caches are too large for it (0.7), and KC-JVM-001 that it is full. */
    private static final double FILLED = 0.65;

    /** Bytes: users take two to five kilobytes, clients and realms some more, sessions less. */
    private static final double ENTRY = 5 * 1024;

    /** Less than half as much again is not worth a restart. */
    private static final double LEAST_TIMES = 1.5;

    /** The room by the heap that is alive, or else in use, at the end of the window. */
    public static HeapRoom in(Window window) {
        OptionalDouble measured = window.latestIfKnown(JvmSignals.LIVE_SET);
        // Before the first collection of old objects, the least that was in use is no less than what is alive.
        OptionalDouble live = measured.isPresent() ? measured : window.minIfKnown(JvmSignals.HEAP_USED);
        OptionalDouble heap = window.latestIfKnown(JvmSignals.HEAP_MAX);
        return live.isPresent() && heap.isPresent()
                ? new HeapRoom(entries(heap.getAsDouble(), live.getAsDouble()))
                : new HeapRoom(0);
    }

    private static double entries(double heap, double live) {
        return live < LIVE * heap ? (FILLED * heap - live) / ENTRY : 0;
    }

    /** The size for a cache: the wanted one, or the largest that fits; the present one if the difference is irrelevant. */
    public double size(double from, double wanted) {
        double to = Math.min(wanted, from + entries);
        return to < LEAST_TIMES * from ? from : to;
    }

    /** The room that is left once caches have taken this number of entries. */
    public HeapRoom without(double taken) {
        return new HeapRoom(entries - taken);
    }

    /** The steps, of which those that enlarge caches fit into the heap together; the first ones get the room. */
    public List<Step> shared(List<Step> steps) {
        HeapRoom room = this;
        List<Step> fitting = new ArrayList<>();
        for (Step step : steps) {
            if (KeycloakSettings.isCacheMaxCount(step.name())) {
                double from = entries(step.from());
                double wanted = entries(step.to());
                double to = wanted - from <= room.entries ? wanted : room.size(from, wanted);
                room = room.without(Math.max(0, to - from));
                fitting.add(new Step(step.kind(), step.name(), step.from(), Integer.toString((int) to)));
            } else {
                fitting.add(step);
            }
        }
        return fitting;
    }

    private static double entries(@Nullable String count) {
        return Double.parseDouble(Objects.requireNonNull(count));
    }
}
