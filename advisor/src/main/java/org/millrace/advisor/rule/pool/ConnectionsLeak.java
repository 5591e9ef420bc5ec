package org.millrace.advisor.rule.pool;

import java.time.Duration;
import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** Connections are in use that no request can be using. */
public final class ConnectionsLeak implements Rule {

    private static final Threshold SHARE = new Threshold(
            "connections without a request by pool size",
            0.2,
            "ratio",
            "A background job or an import holds a few, not a fifth");

    private static final Threshold LEAST = new Threshold(
            "connections without a request", 3, "connections", "One or two may belong to a job that has just begun");

    private static final Threshold SUSTAINED =
            new Threshold("longest run", 60, "seconds", "Longer than any job of Keycloak's holds several connections");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CONNECTIONS_LEAK,
            "Connections are held without a request",
            Lane.SATURATION,
            "A connection in use belongs to a thread that processes a request, or writes a chunk of an import. More of them than "
                    + "such threads, for longer than a job takes, were never returned: a leak fills a pool of any "
                    + "size.",
            List.of(PoolSignals.ACTIVE, PoolSignals.MAX, ThreadSignals.BUSY, ThreadSignals.WAITING_FOR_CONNECTION),
            List.of(SHARE, LEAST, SUSTAINED),
            List.of("https://quarkus.io/guides/datasource#leak-detection"),
            Causality.at(Station.CONNECTION_POOL)
                    .leadingTo(
                            RuleId.POOL_TOO_SMALL,
                            RuleId.DATABASE_BEHIND_POOL_SATURATED,
                            RuleId.ACQUISITIONS_TIME_OUT,
                            RuleId.HELD_WHILE_BUSY_ELSEWHERE)
                    // A leak fills any pool, and what leaked is idle.
                    .holdingBack(
                            RuleId.POOL_TOO_SMALL,
                            RuleId.HELD_WHILE_BUSY_ELSEWHERE,
                            RuleId.THREADS_ALL_BUSY,
                            RuleId.THREADS_WITHOUT_CONNECTIONS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double max = window.latest(PoolSignals.MAX);
        double limit = Math.max(LEAST.in(context), SHARE.in(context) * max);
        Duration longest = window.longestRun(snapshot -> unexplained(snapshot) >= limit);
        return longest.compareTo(SUSTAINED.duration(context)) < 0
                ? Verdict.healthyOver(context, PoolSignals.ACTIVE, SUSTAINED)
                : finding(window, max, longest);
    }

    private static double unexplained(Snapshot snapshot) {
        double explained = snapshot.value(ThreadSignals.BUSY).orElse(Double.POSITIVE_INFINITY)
                - snapshot.value(ThreadSignals.WAITING_FOR_CONNECTION).orElse(0)
                + snapshot.value(PoolSignals.WRITING_CHUNKS).orElse(0);
        return snapshot.value(PoolSignals.ACTIVE).orElse(0) - explained;
    }

    private static Finding finding(Window window, double max, Duration longest) {
        double active = window.latest(PoolSignals.ACTIVE);
        double requests =
                Math.max(0, window.latest(ThreadSignals.BUSY) - window.latest(ThreadSignals.WAITING_FOR_CONNECTION));
        double explained =
                requests + window.latestIfKnown(PoolSignals.WRITING_CHUNKS).orElse(0);
        String interval = window.settings()
                .find(QuarkusSettings.LEAK_DETECTION)
                .flatMap(Setting::text)
                .orElse(null);
        Step step = new Step(Step.Kind.PROPERTY, QuarkusSettings.LEAK_DETECTION.name(), interval, "60s");
        boolean waits = window.meanIfKnown(PoolSignals.AWAITING).orElse(0) >= 1;
        Finding finding = new Finding(
                waits ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("agroal.active.without.request", active - explained, LEAST),
                        Observation.of(
                                "agroal.active.without.request.longest.run", longest.toMillis() / 1e3, SUSTAINED),
                        Observation.of(PoolSignals.ACTIVE.name(), active, "connections"),
                        Observation.of(PoolSignals.MAX.name(), max, "connections"),
                        Observation.of(ThreadSignals.BUSY.name(), window.latest(ThreadSignals.BUSY), "threads")),
                Figures.number(active) + " of " + Figures.count(max, "connection") + " are in use, and only "
                        + Figures.count(explained, "thread") + " can be using one, for "
                        + Figures.time(longest.toSeconds())
                        + ". Something takes connections and does not give them back, an "
                        + "extension as a rule: leak detection writes to the log who took them. A restart helps for a while, a "
                        + "larger pool for a little longer.",
                Confidence.HIGH,
                "60s".equalsIgnoreCase(interval) ? null : new Change(List.of(step), true, Change.Risk.LOW));
        return waits ? finding : finding.withoutSymptom();
    }
}
