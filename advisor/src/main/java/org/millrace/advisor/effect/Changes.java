package org.millrace.advisor.effect;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.effect.ObservedChange.Kind;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingChange;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.TimeSignals;

/** Changes of this node in this run, and fingerprints of the requests before and after each. In memory, bounded, thread-safe. */
public final class Changes {

    /** Length of one measurement. */
    public static final Duration SLOT = Duration.ofSeconds(10);

    /** Maximum number of fingerprints in memory: a week of hours with every kind of request. */
    private static final int MOST_FINGERPRINTS = 1000;

    /** Maximum length of a stored value, in characters. */
    private static final int LONGEST_VALUE = 1000;

    private static final int LONGEST_NAME = 255;

    private final Supplier<String> node;
    private final int most;
    private final Instant began;
    private final String run = UUID.randomUUID().toString();
    private final Map<String, String> versions;
    private final Deque<ObservedChange> changes = new ArrayDeque<>();
    private final Deque<Fingerprint> finished = new ArrayDeque<>();
    private final Map<String, Fingerprint> current = new LinkedHashMap<>();
    private final Map<String, @Nullable String> settings = new TreeMap<>();
    /** Settings of the previous run that were not compared yet. */
    private final Map<String, @Nullable String> earlier = new HashMap<>();

    private final AdviceLog advice = new AdviceLog();

    private Instant since;
    private @Nullable Instant lastSlot;
    private @Nullable Instant lastSettingChange;

    /**
     * @param node returns the name of this node, which may change after the start
     * @param versions by product
     * @param most maximum number of detected changes in memory, and of marks
     * @param began start of sampling
     */
    public Changes(Supplier<String> node, Map<String, String> versions, int most, Instant began) {
        this.node = node;
        this.versions = Map.copyOf(versions);
        this.most = most;
        this.began = began.truncatedTo(ChronoUnit.MILLIS);
        this.since = this.began;
    }

    /** The identifier of this run of the server. */
    public String run() {
        return run;
    }

    /** Adds a window of {@link #SLOT}; windows that overlap the previous one add only changes of settings. */
    public synchronized void observe(Window slot) {
        @Nullable Instant now = slot.end().orElse(null);
        if (now == null) {
            return;
        }
        observe(slot.settings(), now);
        if (lastSlot == null || !now.isBefore(lastSlot.plus(SLOT))) {
            lastSlot = now;
            if (!slot.start().orElse(now).isBefore(since)) {
                measure(slot, now);
            }
        }
    }

    /** Remembers the proposals of the findings, to link changes of settings to them. */
    public synchronized void propose(Diagnosis diagnosis) {
        advice.add(diagnosis);
    }

    /** Proposals that are not applied, by setting, for {@link #restore} of the next run. */
    public synchronized Map<String, Advice> proposals() {
        return advice.all();
    }

    /** Adds the proposals of the previous run; to be called before {@link #follow}. */
    public synchronized void restore(Map<String, Advice> earlier) {
        advice.restore(earlier);
    }

    private void observe(Settings now, Instant at) {
        for (Setting setting : now.all()) {
            String name = setting.name().name();
            if (PostgresSettings.isFact(setting.name())) {
                continue;
            }
            @Nullable String value = value(setting.value());
            settings.put(name, value);
            if (earlier.containsKey(name)) {
                compare(name, Kind.SETTING, earlier.remove(name), value);
            }
        }
        for (SettingChange change : now.changes()) {
            if (lastSettingChange == null || change.at().isAfter(lastSettingChange)) {
                add(Kind.SETTING, change.name().name(), change.from(), change.to(), change.at());
                split(at);
            }
        }
        now.changes().forEach(change -> lastSettingChange = change.at());
    }

    /**
     * Compares this run with the previous run of the server, and records the restart.
     *
     * @param before settings and versions of the previous run, by name
     */
    public synchronized void follow(Map<String, @Nullable String> before) {
        add(Kind.RESTART, node.get(), null, null, began);
        versions.forEach((product, version) -> {
            if (before.containsKey(product)) {
                compare(product, Kind.VERSION, before.get(product), version);
            }
        });
        earlier.putAll(before);
        versions.keySet().forEach(earlier::remove);
        settings.forEach((name, value) -> {
            if (earlier.containsKey(name)) {
                compare(name, Kind.SETTING, earlier.remove(name), value);
            }
        });
    }

    private void compare(String name, Kind kind, @Nullable String from, @Nullable String to) {
        if (!Objects.equals(from, to)) {
            add(kind, name, from, to, began);
        }
    }

    /** Settings and versions by name, for {@link #follow} of the next run. */
    public synchronized Map<String, @Nullable String> state() {
        Map<String, @Nullable String> state = new TreeMap<>(earlier);
        state.putAll(settings);
        state.putAll(versions);
        return state;
    }

    /** Records a change that an administrator made outside of the settings of the server. */
    public synchronized ObservedChange mark(String label, Instant now) {
        split(now);
        return add(Kind.MARK, label, null, null, now);
    }

    private ObservedChange add(Kind kind, String name, @Nullable String from, @Nullable String to, Instant at) {
        ObservedChange change = new ObservedChange(
                UUID.randomUUID().toString(),
                at.truncatedTo(ChronoUnit.MILLIS),
                node.get(),
                kind,
                name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name,
                value(from),
                value(to),
                kind == Kind.SETTING ? advice.applied(name, from, to) : null);
        changes.addLast(change);
        removeExcess(kind == Kind.MARK);
        return change;
    }

    /** Marks have a limit of their own: any number of them leaves the detected changes in place. */
    private void removeExcess(boolean marks) {
        List<ObservedChange> counted = changes.stream()
                .filter(change -> (change.kind() == Kind.MARK) == marks)
                .toList();
        if (counted.size() > most) {
            changes.remove(counted.get(0));
        }
    }

    private static @Nullable String value(@Nullable String text) {
        return text == null || text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE);
    }

    /** Ends the current fingerprints: later measurements begin new ones. */
    private void split(Instant now) {
        finished.addAll(current.values());
        current.clear();
        while (finished.size() > MOST_FINGERPRINTS) {
            finished.removeFirst();
        }
        since = now.truncatedTo(ChronoUnit.MILLIS);
    }

    private void measure(Window slot, Instant now) {
        Instant start = slot.start().orElse(now);
        if (!start.truncatedTo(ChronoUnit.HOURS).equals(since.truncatedTo(ChronoUnit.HOURS))) {
            split(start);
        }
        double seconds = Duration.between(start, now).toMillis() / 1e3;
        if (seconds <= 0) {
            return;
        }
        TimeModel model = slot.timeModel();
        double requests = 0;
        double time = 0;
        double processor = 0;
        for (RequestKind kind : RequestKind.values()) {
            double answered = slot.increaseIfKnown(TimeSignals.answered(kind)).orElse(0);
            double spent = slot.increaseIfKnown(TimeSignals.time(kind)).orElse(0);
            double used = onProcessor(model, kind) * seconds;
            add(kind.label(), seconds, answered, spent, cost(model, used), now);
            requests += answered;
            time += spent;
            processor += used;
        }
        add(Fingerprint.ALL, seconds, requests, time, cost(model, processor), now);
    }

    /** Processor time in seconds; empty without samples of request threads. */
    private static OptionalDouble cost(TimeModel model, double seconds) {
        return model.samples() == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    private void add(String kind, double seconds, double requests, double time, OptionalDouble processor, Instant now) {
        if (requests < 1) {
            return;
        }
        Fingerprint before = current.getOrDefault(kind, Fingerprint.begun(run, kind, since));
        current.put(
                kind,
                new Fingerprint(
                        run,
                        kind,
                        before.since(),
                        now,
                        before.requests() + Math.round(requests),
                        before.throughput().with(requests / seconds),
                        before.latency().with(time / requests),
                        processor.isPresent()
                                ? before.cost().with(processor.getAsDouble() / requests)
                                : before.cost()));
    }

    /** Average number of requests of a kind that were on a processor. */
    private static double onProcessor(TimeModel model, RequestKind kind) {
        return model.shares().stream()
                .filter(share -> !share.category().isWaiting())
                .mapToDouble(share -> share.kinds().getOrDefault(kind, 0.0))
                .sum();
    }

    /** Of this run, the earliest first. */
    public synchronized List<ObservedChange> all() {
        return List.copyOf(changes);
    }

    /** Of this run, those that are still being measured too. */
    public synchronized List<Fingerprint> fingerprints() {
        List<Fingerprint> all = new ArrayList<>(finished);
        all.addAll(current.values());
        return all;
    }
}
