package org.millrace.advisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds windows for tests: one snapshot a second, with what was said of the signals. */
public final class Windows {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final int seconds;
    private Instant start = START;
    private Duration apart = Duration.ofSeconds(1);
    private final Map<Signal, double[]> series = new LinkedHashMap<>();
    private final List<Setting> settings = new ArrayList<>();
    private final List<SettingChange> changes = new ArrayList<>();
    private final List<RequestSample.Part> parts = new ArrayList<>();
    private final Map<RequestSample.Part, Integer> ended = new LinkedHashMap<>();

    private Windows(int seconds) {
        this.seconds = seconds;
    }

    public static Windows of(int seconds) {
        return new Windows(seconds);
    }

    /** Begins so long after all others do. */
    public Windows later(Duration time) {
        start = START.plus(time);
        return this;
    }

    /** With snapshots so far apart instead of a second, as many of them. */
    public Windows apart(Duration interval) {
        apart = interval;
        return this;
    }

    /** The same value all the time. */
    public Windows with(Signal signal, double value) {
        return with(signal, value, 0);
    }

    /** Grows by the given amount a second, or stays if that is zero. */
    public Windows with(Signal signal, double first, double growth) {
        double[] values = new double[seconds + 1];
        for (int i = 0; i <= seconds; i++) {
            values[i] = first + i * growth;
        }
        series.put(signal, values);
        return this;
    }

    /** One value during the first seconds, another one afterwards. */
    public Windows during(int firstSeconds, Signal signal, double value, double afterwards) {
        double[] values = new double[seconds + 1];
        for (int i = 0; i <= seconds; i++) {
            values[i] = i <= firstSeconds ? value : afterwards;
        }
        series.put(signal, values);
        return this;
    }

    /** Second by second; absent afterwards. */
    public Windows series(Signal signal, double... values) {
        series.put(signal, values.clone());
        return this;
    }

    /** Not read in one second; what it is in the others is to be said first. */
    public Windows missing(int second, Signal signal) {
        double[] values = Objects.requireNonNull(series.get(signal)).clone();
        values[second] = Double.NaN;
        series.put(signal, values);
        return this;
    }

    /** As many active requests in a category all the time. */
    public Windows requests(TimeCategory category, RequestKind kind, String detail, double number, double stalled) {
        parts.add(new RequestSample.Part(category, kind, detail, number, stalled));
        return with(
                category.signal(),
                parts.stream()
                        .filter(part -> part.category() == category)
                        .mapToDouble(RequestSample.Part::requests)
                        .sum());
    }

    /** Token requests that wait for a second or more each. */
    public Windows requests(TimeCategory category, double number) {
        return requests(category, RequestKind.TOKEN, "", number, number);
    }

    /** Requests in a category up to a second, which wait for a second or more each. */
    public Windows requestsUntil(int second, TimeCategory category, double number) {
        ended.put(new RequestSample.Part(category, RequestKind.OTHER, "", number, number), second);
        return during(second, category.signal(), number, 0);
    }

    /** No active requests of any category. */
    public Windows withoutRequests() {
        parts.clear();
        return this;
    }

    public Windows with(SettingName name, String value) {
        settings.add(new Setting(name, value, "test"));
        return this;
    }

    public Windows with(SettingName name, String value, String origin) {
        settings.add(new Setting(name, value, origin));
        return this;
    }

    /** With an origin of its own. */
    public Windows with(Setting setting) {
        settings.add(setting);
        return this;
    }

    public Windows unset(SettingName name) {
        settings.add(new Setting(name, null, "unset"));
        return this;
    }

    /** The setting has the last value; the earliest change is to be said first. */
    public Windows changed(SettingName name, @Nullable String from, @Nullable String to, int second) {
        changes.add(new SettingChange(name, from, to, start.plusSeconds(second)));
        settings.removeIf(setting -> setting.name().equals(name));
        settings.add(new Setting(name, to, "test"));
        return this;
    }

    public Windows without(Input input) {
        if (input instanceof Signal signal) {
            series.remove(signal);
        } else {
            settings.removeIf(setting -> setting.name().equals(input));
        }
        return this;
    }

    public Window build() {
        SignalIndex index = new SignalIndex();
        List<Snapshot> snapshots = new ArrayList<>();
        for (int i = 0; i <= seconds; i++) {
            Map<Signal, Double> readings = new LinkedHashMap<>();
            for (Map.Entry<Signal, double[]> entry : series.entrySet()) {
                if (i < entry.getValue().length && !Double.isNaN(entry.getValue()[i])) {
                    readings.put(entry.getKey(), entry.getValue()[i]);
                }
            }
            snapshots.add(Snapshot.of(start.plus(apart.multipliedBy(i)), index, readings));
        }
        List<RequestSample> samples = new ArrayList<>();
        for (int i = 0; i <= seconds && !parts.isEmpty(); i++) {
            List<RequestSample.Part> now = new ArrayList<>(parts);
            int second = i;
            ended.forEach((part, last) -> {
                if (second <= last) {
                    now.add(part);
                }
            });
            samples.add(new RequestSample(start.plus(apart.multipliedBy(i)), now));
        }
        return new Window(
                apart.multipliedBy(seconds), snapshots, Settings.of(settings).after(changes), samples);
    }
}
