package org.millrace.advisor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.CausalGraph;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.diagnosis.FindingHistory;
import org.millrace.advisor.diagnosis.Hysteresis;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.model.RequestSample;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.SignalIndex;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.AdvisorSignals;
import org.millrace.advisor.report.Evidence;
import org.millrace.advisor.report.Incidents;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ServerContext;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.Thresholds;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.SettingSource;

/**
 * Samples and analyses on threads of its own. Thread-safe.
 *
 * <p>It uses no request thread, so it continues when all of them are busy. {@link #published()} and {@link #latest()} return the
 * last published report and never block.
 */
public final class Advisor implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Advisor.class.getName());

    /** Rules walk the whole window: once in a few seconds is soon enough, and cheap. */
    private static final Duration DIAGNOSIS_INTERVAL = Duration.ofSeconds(5);

    /** Three diagnoses in a row did not come: a long pause of the collector costs one or two. */
    static final Duration STALE_AFTER = Duration.ofSeconds(15);

    private static final Duration SETTINGS_INTERVAL = Duration.ofSeconds(5);

    private final Supplier<String> node;
    private final AdvisorConfig config;
    private final List<SamplerRun> samplers;
    private final SettingReader settings;
    private final Thresholds thresholds;
    private final Diagnostician diagnostician;
    private final SteadyClock clock;
    private final SignalIndex index = new SignalIndex();
    private final Ring ring;
    private final RequestSamples requests;
    private final Incidents incidents;
    private volatile Consumer<Diagnosis> listener = diagnosis -> {};
    private volatile Supplier<List<Effect>> applied = List::of;
    private volatile String millrace = "";
    private final AdvisorThreads threads = new AdvisorThreads();
    private final Hysteresis hysteresis;
    private final FindingHistory history = new FindingHistory();
    private Instant settingsRead = Instant.MIN;
    private Instant diagnosed = Instant.MIN;
    private volatile @Nullable Diagnosis published;
    /** When sampling was started or has last led to a diagnosis. */
    private volatile @Nullable Instant alive;

    /**
     * @param node called for each report, because a server may learn its own name late
     * @param clock for intervals and ages; displayed times use the system clock
     */
    public Advisor(
            Supplier<String> node,
            AdvisorConfig config,
            List<Sampler> samplers,
            List<SettingSource> sources,
            List<Rule> rules,
            Thresholds thresholds,
            SteadyClock clock) {
        this(node, config, samplers, sources, rules, thresholds, clock, new RequestSamples(), 1);
    }

    /**
     * @param node called for each report, because a server may learn its own name late
     * @param clock for intervals and ages; displayed times use the system clock
     * @param requests measurements of requests, added by a sampler
     * @param mostIncidents maximum number of kept reports of changes of the principal finding
     */
    public Advisor(
            Supplier<String> node,
            AdvisorConfig config,
            List<Sampler> samplers,
            List<SettingSource> sources,
            List<Rule> rules,
            Thresholds thresholds,
            SteadyClock clock,
            RequestSamples requests,
            int mostIncidents) {
        this.requests = requests;
        this.incidents = new Incidents(mostIncidents);
        this.node = node;
        this.config = config;
        this.samplers =
                samplers.stream().map(sampler -> new SamplerRun(sampler, clock)).toList();
        this.settings = new SettingReader(sources, clock);
        this.thresholds = thresholds;
        this.diagnostician = new Diagnostician(rules, CausalGraph.of(rules), thresholds);
        this.clock = clock;
        this.hysteresis = new Hysteresis(clock);
        this.ring = new Ring(config.ringSize());
    }

    /** To be called once. */
    public void start() {
        alive = clock.instant();
        for (SamplerRun run : samplers) {
            if (run.sampler().mayBlock()) {
                threads.repeat("advisor-" + run.sampler().name(), run.sampler().interval(), run::runIfDue);
            }
        }
        threads.repeat("advisor", config.sampleInterval(), this::sampleSafely);
    }

    /** Calls one more listener with each published diagnosis, on the sampling thread; to be added before the start. */
    public void onDiagnosis(Consumer<Diagnosis> listener) {
        this.listener = this.listener.andThen(listener);
    }

    /** Adds applied changes to each report; the supplier is called on the sampling thread too and must not block. */
    public void showApplied(Supplier<List<Effect>> supplier) {
        applied = supplier;
    }

    /** The version of Millrace that reports show. */
    public void showVersion(String version) {
        millrace = version;
    }

    /** One pass: a snapshot, and now and then the settings and a diagnosis. Called by the sampling thread alone. */
    void sample() {
        long before = System.nanoTime();
        samplers.stream().filter(run -> !run.sampler().mayBlock()).forEach(SamplerRun::runIfDue);
        Map<Signal, Double> readings = new LinkedHashMap<>();
        samplers.forEach(run -> readings.putAll(run.current()));
        readings.put(AdvisorSignals.CPU_TIME, threads.cpuSeconds());
        readings.put(AdvisorSignals.SAMPLE_TIME, (System.nanoTime() - before) / 1e6);
        Instant now = clock.instant();
        ring.add(Snapshot.of(now, index, readings));
        if (!now.isBefore(settingsRead.plus(SETTINGS_INTERVAL))) {
            settingsRead = now;
            settings.read();
        }
        if (!now.isBefore(diagnosed.plus(DIAGNOSIS_INTERVAL))) {
            Window window = window(config.window());
            Diagnosis diagnosis = diagnostician.diagnose(window, clock.shown(now), hysteresis, history);
            published = diagnosis;
            incidents.observe(diagnosis, () -> report(diagnosis, null, window));
            listener.accept(diagnosis);
            diagnosed = now;
            alive = now;
        }
    }

    /** The published report for the configured window, at most some seconds old; for another window it is computed now. */
    public Report report(Duration window) {
        Diagnosis last = published;
        Diagnosis diagnosis =
                last != null && window.equals(config.window()) ? last : diagnose(AdvisorConfig.requireWindow(window));
        return report(diagnosis, stalledSince().orElse(null), window(window));
    }

    private Report report(Diagnosis diagnosis, @Nullable Instant stalled, Window window) {
        return new Report(
                node.get(),
                diagnosis,
                stalled,
                Evidence.of(diagnosis, window),
                applied.get(),
                ServerContext.of(window, millrace));
    }

    /** The last diagnosis of the sampling thread, over the configured window; empty before the first. Never blocks. */
    public Optional<Diagnosis> published() {
        return Optional.ofNullable(published);
    }

    /** Reports of changes of the principal finding. */
    public Incidents incidents() {
        return incidents;
    }

    /** When sampling was last known to work, if it does no longer: all that is published is then of that time. Never blocks. */
    public Optional<Instant> stalledSince() {
        Instant stale = clock.instant().minus(STALE_AFTER);
        return Optional.ofNullable(alive).filter(last -> last.isBefore(stale)).map(clock::shown);
    }

    /**
     * Reads all settings again, so that the revert set of a plan holds their present values. Blocks up to the given time.
     *
     * @return false if some could not be read in that time: they keep their last values
     */
    public boolean renewSettings(Duration patience) throws InterruptedException {
        return settings.renew(patience);
    }

    /** Of this moment, over the configured window and by the settings as they were read last. */
    public Diagnosis diagnose() {
        return diagnose(config.window());
    }

    /** The last snapshot; empty before the first. */
    public Optional<Snapshot> latest() {
        return ring.latest().map(snapshot -> snapshot.shifted(clock.drift()));
    }

    /** As they were read last; never blocks. */
    public Settings settings() {
        return settings.last();
    }

    /** How it was set up. */
    public AdvisorConfig config() {
        return config;
    }

    /** Those in force. */
    public Thresholds thresholds() {
        return thresholds;
    }

    /** The name of this node. */
    public String node() {
        return node.get();
    }

    /** Ends the threads, then closes the samplers. */
    @Override
    public void close() throws InterruptedException {
        threads.close();
        for (SamplerRun run : samplers) {
            try {
                run.sampler().close();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "Cannot close " + run.sampler().name() + ": " + e.getMessage());
            }
        }
    }

    /** The snapshots of the given time up to now. */
    public Window window(Duration length) {
        Duration drift = clock.drift();
        Instant start = clock.instant().minus(length);
        List<Snapshot> snapshots = ring.since(start).stream()
                .map(snapshot -> snapshot.shifted(drift))
                .toList();
        List<RequestSample> samples = requests.since(start).stream()
                .map(sample -> sample.shifted(drift))
                .toList();
        return new Window(length, snapshots, settings.last(), samples);
    }

    private Diagnosis diagnose(Duration length) {
        return diagnostician.diagnose(window(length), clock.shown(clock.instant()), history);
    }

    /** The scheduler drops a task that throws, and a defect or a class that lacks must not blind the advisor for good. */
    private void sampleSafely() {
        try {
            sample();
        } catch (RuntimeException | LinkageError e) {
            LOG.log(Level.ERROR, "A pass of the advisor failed", e);
        }
    }
}
