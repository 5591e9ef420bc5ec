package org.millrace.advisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * The last snapshots, oldest first, and the settings in force. Immutable.
 *
 * <p>The figures that return a {@code double} are for signals a rule has named among its inputs, and throw
 * {@link IllegalStateException} for one that is absent: a number for something unknown would be a guess.
 *
 * <p>One long class: rules read all figures from one object.
 */
public final class Window {

    /** The share of a slice that the snapshots of a window of its length cover at least. */
    private static final double NEARLY = 0.9;

    private final Duration length;
    private final List<Snapshot> snapshots;
    private final Settings settings;
    private final Columns columns;
    private final List<RequestSample> requests;

    /** @param length requested length; after a start the snapshots cover less */
    public Window(Duration length, List<Snapshot> snapshots, Settings settings) {
        this(length, snapshots, settings, List.of());
    }

    /** @param requests samples of what requests did, oldest first */
    public Window(Duration length, List<Snapshot> snapshots, Settings settings, List<RequestSample> requests) {
        this(length, List.copyOf(snapshots), settings, new Columns(), List.copyOf(requests));
    }

    private Window(
            Duration length,
            List<Snapshot> snapshots,
            Settings settings,
            Columns columns,
            List<RequestSample> requests) {
        this.length = length;
        this.snapshots = snapshots;
        this.settings = settings;
        this.columns = columns;
        this.requests = requests;
    }

    private Window of(Duration span, List<Snapshot> some) {
        return of(span, some, requests);
    }

    private Window of(Duration span, List<Snapshot> some, List<RequestSample> of) {
        return new Window(span, List.copyOf(some), settings, new Columns(), of);
    }

    /** Where the time of requests went. */
    public TimeModel timeModel() {
        return TimeModel.of(requests);
    }

    /** The end of the window: the same window if it is not longer. */
    public Window last(Duration span) {
        if (span.compareTo(length) >= 0) {
            return this;
        }
        Instant from = end().orElse(Instant.MAX).minus(span);
        return of(
                span,
                snapshots.stream()
                        .filter(snapshot -> !snapshot.at().isBefore(from))
                        .toList(),
                requests.stream().filter(sample -> !sample.at().isBefore(from)).toList());
    }

    /** How long it was meant to be; there may be samples of a shorter time. */
    public Duration length() {
        return length;
    }

    /** When the first snapshot was taken; empty if there is none. */
    public Optional<Instant> start() {
        return snapshots.isEmpty()
                ? Optional.empty()
                : Optional.of(snapshots.get(0).at());
    }

    /** When the last snapshot was taken; empty if there is none. */
    public Optional<Instant> end() {
        return snapshots.isEmpty()
                ? Optional.empty()
                : Optional.of(snapshots.get(snapshots.size() - 1).at());
    }

    /** Oldest first. */
    List<Snapshot> snapshots() {
        return snapshots;
    }

    /** As they were read last. */
    public Settings settings() {
        return settings;
    }

    /** A counter needs two readings, because only their difference has a meaning. */
    public boolean has(Input input) {
        if (input instanceof SettingName name) {
            return settings.find(name).isPresent();
        }
        Signal signal = (Signal) input;
        int needed = signal.kind() == Signal.Kind.COUNTER ? 2 : 1;
        int found = 0;
        for (double value : column(signal)) {
            if (Double.isFinite(value) && ++found == needed) {
                return true;
            }
        }
        return false;
    }

    public Setting setting(SettingName name) {
        return settings.find(name).orElseThrow(() -> absent(name));
    }

    /** The number that a setting begins with; empty if it is not known, not set, or none. */
    public OptionalDouble number(SettingName name) {
        return settings.find(name).map(Setting::number).orElse(OptionalDouble.empty());
    }

    /** Settings that were changed in its time, the earliest change first. */
    public List<SettingChange> changes() {
        Instant begin = end().map(end -> end.minus(length)).orElse(Instant.MAX);
        return settings.changes().stream()
                .filter(change -> !change.at().isBefore(begin))
                .toList();
    }

    public double latest(Signal signal) {
        double[] column = column(signal);
        for (int i = column.length - 1; i >= 0; i--) {
            if (Double.isFinite(column[i])) {
                return column[i];
            }
        }
        throw absent(signal);
    }

    /** The names, beginning with the given one, of signals that were read last. */
    public List<String> latestNames(String prefix) {
        return snapshots.isEmpty()
                ? List.of()
                : snapshots.get(snapshots.size() - 1).readings().keySet().stream()
                        .map(Signal::name)
                        .filter(name -> name.startsWith(prefix))
                        .toList();
    }

    /** For signals that belong together: what another snapshot says may be about something else. */
    public Optional<Snapshot> latestWith(Signal signal) {
        return snapshots.stream().filter(snapshot -> snapshot.has(signal)).reduce((earlier, later) -> later);
    }

    public double mean(Signal signal) {
        return values(signal).average().orElseThrow(() -> absent(signal));
    }

    public double max(Signal signal) {
        return values(signal).max().orElseThrow(() -> absent(signal));
    }

    /** The mean, or empty where {@link #mean} would throw: for what sharpens a verdict but is not needed for it. */
    public OptionalDouble meanIfKnown(Signal signal) {
        return values(signal).average();
    }

    public OptionalDouble maxIfKnown(Signal signal) {
        return values(signal).max();
    }

    /** The least reading in the window, in the unit of the signal; empty if there is none. */
    public OptionalDouble minIfKnown(Signal signal) {
        return values(signal).min();
    }

    /** The share, 0 to 1, of the readings that match. */
    public double shareWhere(Signal signal, DoublePredicate condition) {
        return values(signal)
                .map(value -> condition.test(value) ? 1 : 0)
                .average()
                .orElseThrow(() -> absent(signal));
    }

    /** The share, 0 to 1, of the snapshots with the signal; 0 without snapshots. */
    public double coverage(Signal signal) {
        return snapshots.isEmpty() ? 0 : (double) count(signal) / snapshots.size();
    }

    /** The time from the first reading to the last, as an upper bound for any run within the window. */
    public Duration span(Signal signal) {
        double[] column = column(signal);
        int first = -1;
        int last = -1;
        for (int i = 0; i < column.length; i++) {
            if (Double.isFinite(column[i])) {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        return first < 0 ? Duration.ZERO : between(first, last);
    }

    /** The longest time, from reading to reading, through which every reading matched; zero if none or a single one did. */
    public Duration longestRun(Signal signal, DoublePredicate condition) {
        double[] column = column(signal);
        return longestRun((IntPredicate) i -> Double.isFinite(column[i]) && condition.test(column[i]));
    }

    /** Consecutive windows of the given length, the oldest first, without a shorter remainder. */
    public List<Window> slices(Duration slice) {
        return columns.slices(slice, () -> cut(slice));
    }

    private List<Window> cut(Duration slice) {
        List<Window> slices = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < snapshots.size(); i++) {
            if (between(first, i).compareTo(slice) >= 0) {
                // The snapshot at the border belongs to both: increases are counted from it and up to it.
                slices.add(new Window(slice, snapshots.subList(first, i + 1), settings));
                first = i;
            }
        }
        // Snapshots are a little more than their interval apart: the last 30 seconds hold 29.
        boolean isOneSlice = slices.isEmpty() && slice.compareTo(length) <= 0 && !snapshots.isEmpty();
        if (isOneSlice && between(0, snapshots.size() - 1).toNanos() >= NEARLY * slice.toNanos()) {
            slices.add(new Window(slice, snapshots, settings, requests));
        }
        return slices;
    }

    /** The window with the highest mean among consecutive windows of the given length; empty if none has the signal. */
    public Optional<Window> busiest(Signal signal, Duration slice) {
        return slices(slice).stream()
                .filter(window -> window.has(signal))
                .max(Comparator.comparing(window -> window.mean(signal)));
    }

    /** The highest rate over such a window; empty if there are none. */
    public OptionalDouble highestRate(Signal counter, Duration slice) {
        return slices(slice).stream()
                .filter(window -> window.has(counter))
                .mapToDouble(window -> window.rate(counter))
                .max();
    }

    /** How many readings there are. */
    public long count(Signal signal) {
        return values(signal).count();
    }

    public double min(Signal signal) {
        return values(signal).min().orElseThrow(() -> absent(signal));
    }

    /** The same for a condition about several signals at once. */
    public Duration longestRun(Predicate<Snapshot> condition) {
        return longestRun((IntPredicate) i -> condition.test(snapshots.get(i)));
    }

    /** The time, up to the last snapshot, through which every one matched; zero if the last did not or alone did. */
    public Duration lastRun(Predicate<Snapshot> condition) {
        int last = snapshots.size() - 1;
        Duration run = Duration.ZERO;
        for (int i = last; i >= 0 && condition.test(snapshots.get(i)); i--) {
            run = between(i, last);
        }
        return run;
    }

    private Duration between(int from, int to) {
        return Duration.between(snapshots.get(from).at(), snapshots.get(to).at());
    }

    private Duration longestRun(IntPredicate condition) {
        Duration longest = Duration.ZERO;
        int since = -1;
        for (int i = 0; i < snapshots.size(); i++) {
            if (!condition.test(i)) {
                since = -1;
            } else if (since < 0) {
                since = i;
            } else {
                Duration run = between(since, i);
                longest = run.compareTo(longest) > 0 ? run : longest;
            }
        }
        return longest;
    }

    /** The same window with only those snapshots in which the signal was there and matched. */
    public Window where(Signal signal, DoublePredicate condition) {
        double[] column = column(signal);
        List<Snapshot> matching = new ArrayList<>();
        for (int i = 0; i < column.length; i++) {
            if (Double.isFinite(column[i]) && condition.test(column[i])) {
                matching.add(snapshots.get(i));
            }
        }
        return matching.size() == snapshots.size() ? this : of(length, matching);
    }

    /** The same window with only the snapshots before a time. */
    public Window before(Instant time) {
        return of(
                length,
                snapshots.stream()
                        .filter(snapshot -> snapshot.at().isBefore(time))
                        .toList(),
                requests.stream().filter(sample -> sample.at().isBefore(time)).toList());
    }

    /** The same window with only the snapshots from a time on. */
    public Window from(Instant time) {
        return of(
                length,
                snapshots.stream()
                        .filter(snapshot -> !snapshot.at().isBefore(time))
                        .toList(),
                requests.stream().filter(sample -> !sample.at().isBefore(time)).toList());
    }

    /** The increase, or empty where {@link #increase} would throw. */
    public OptionalDouble increaseIfKnown(Signal counter) {
        return has(counter) ? OptionalDouble.of(increase(counter)) : OptionalDouble.empty();
    }

    public OptionalDouble latestIfKnown(Signal signal) {
        return has(signal) ? OptionalDouble.of(latest(signal)) : OptionalDouble.empty();
    }

    /** The increase of a counter; a decrease is a reset, after which it counts from zero. */
    public double increase(Signal counter) {
        if (!has(counter)) {
            throw absent(counter);
        }
        double[] readings = values(counter).toArray();
        double increase = 0;
        for (int i = 1; i < readings.length; i++) {
            increase += readings[i] < readings[i - 1] ? readings[i] : readings[i] - readings[i - 1];
        }
        return increase;
    }

    /** The increase a second, over the time for which there are readings. */
    public double rate(Signal counter) {
        double increase = increase(counter);
        Duration span = span(counter);
        return span.isZero() ? 0 : increase * 1e9 / span.toNanos();
    }

    /** The rate, or empty where {@link #rate} would throw. */
    public OptionalDouble rateIfKnown(Signal counter) {
        return has(counter) ? OptionalDouble.of(rate(counter)) : OptionalDouble.empty();
    }

    /** All signals that were ever read, in the order they were first seen; none without a snapshot. */
    public List<Signal> signals() {
        return snapshots.isEmpty()
                ? List.of()
                : snapshots.get(snapshots.size() - 1).index().signals();
    }

    private DoubleStream values(Signal signal) {
        return Arrays.stream(column(signal)).filter(Double::isFinite);
    }

    /** One value for each snapshot, not a number where the signal is absent. */
    double[] column(Signal signal) {
        return columns.of(signal, snapshots);
    }

    private static IllegalStateException absent(Input input) {
        return new IllegalStateException("\"" + input.name() + "\" is absent from this window");
    }
}
