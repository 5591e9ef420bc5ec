package org.millrace.advisor.loadtest;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.SignalIndex;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;

/**
 * One steady stretch of a load test.
 *
 * @param figures the known figures
 */
public record Run(String name, Map<RunFigure, Double> figures) {

    private static final Instant WHENEVER = Instant.EPOCH;

    public Run {
        figures = Map.copyOf(figures);
    }

    /** The figure, in its own unit; empty if the run does not tell it. */
    public OptionalDouble get(RunFigure figure) {
        Double value = figures.get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The same run with one more figure, in its own unit. */
    public Run with(RunFigure figure, double value) {
        Map<RunFigure, Double> more = new EnumMap<>(RunFigure.class);
        more.putAll(figures);
        more.put(figure, value);
        return new Run(name, more);
    }

    /** As rules see it. */
    Window window() {
        Map<Signal, Double> readings = new LinkedHashMap<>();
        figures.forEach((figure, value) -> readings.put(figure.signal(), value));
        return new Window(
                Duration.ofSeconds(1), List.of(Snapshot.of(WHENEVER, new SignalIndex(), readings)), Settings.NONE);
    }
}
