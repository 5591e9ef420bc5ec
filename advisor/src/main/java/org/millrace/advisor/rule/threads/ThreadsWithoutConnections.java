package org.millrace.advisor.rule.threads;

import java.time.Duration;
import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
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
import org.millrace.advisor.rule.analysis.DatabaseLoad;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.HeldIdle;
import org.millrace.advisor.rule.analysis.PoolBudget;
import org.millrace.advisor.rule.analysis.Processors;

/** More threads want connections than there are. */
public final class ThreadsWithoutConnections implements Rule {

    private static final Threshold WAITING =
            new Threshold("threads that wait for a connection", 1, "threads", "One that waits is the least there is");

    private static final Threshold SUSTAINED =
            new Threshold("longest run of waiting", 5, "seconds", "The queue is meant for shorter bursts");

    private static final int LEAST_THREADS = 16;

    private static final RuleCard CARD = new RuleCard(
            RuleId.THREADS_WITHOUT_CONNECTIONS,
            "More request threads than connections for them",
            Lane.SATURATION,
            "A thread that waits for a connection does nothing for its request and cannot take another one. Requests wait more "
                    + "cheaply in the queue: Keycloak's guide recommends to lower the number of threads to the capacity of the connections "
                    + "before enlarging the pool. Where the database has room for a larger pool, KC-POOL-001 proposes that; "
                    + "reducing threads as well would undo it.",
            List.of(ThreadSignals.MAX, ThreadSignals.WAITING_FOR_CONNECTION, PoolSignals.MAX),
            DatabaseLoad.thresholds(WAITING, SUSTAINED, HeldIdle.SHARE, Processors.USED_UP),
            List.of("https://www.keycloak.org/observability/metrics-for-troubleshooting-database"),
            Causality.at(Station.REQUEST_THREADS).leadingTo(RuleId.REQUESTS_QUEUE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double threads = window.latest(ThreadSignals.MAX);
        double pool = window.latest(PoolSignals.MAX);
        double least = WAITING.in(context);
        Duration longest = window.longestRun(ThreadSignals.WAITING_FOR_CONNECTION, waiting -> waiting >= least);
        if (threads <= pool || longest.compareTo(SUSTAINED.duration(context)) < 0) {
            return Verdict.healthyOver(context, ThreadSignals.WAITING_FOR_CONNECTION, SUSTAINED);
        }
        return finding(
                context.of(window.where(ThreadSignals.WAITING_FOR_CONNECTION, waiting -> waiting >= least)),
                threads,
                pool);
    }

    private static Finding finding(RuleContext context, double threads, double pool) {
        Window waiting = context.window();
        double busy = waiting.meanIfKnown(ThreadSignals.BUSY).orElse(threads);
        double blocked = waiting.mean(ThreadSignals.WAITING_FOR_CONNECTION);
        // Threads that hold a connection, except those that wait for one.
        double holding = busy > blocked ? Math.min(1, pool / (busy - blocked)) : 1;
        int to = (int) Math.max(LEAST_THREADS, Math.floor(pool / Math.max(0.1, holding)));
        Step step = new Step(
                Step.Kind.OPTION,
                KeycloakSettings.HTTP_POOL_MAX_THREADS.name(),
                Integer.toString((int) threads),
                Integer.toString(to));
        boolean poolHelps = poolHelps(context, pool);
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(ThreadSignals.WAITING_FOR_CONNECTION.name(), blocked, WAITING),
                        Observation.of(ThreadSignals.MAX.name(), threads, "threads"),
                        Observation.of(PoolSignals.MAX.name(), pool, "connections")),
                Figures.number(blocked) + " threads on average waited for one of " + Figures.count(pool, "connection")
                        + (poolHelps
                                ? ". The database has room and connections left: a larger pool comes first (KC-POOL-001), "
                                        + "and fewer threads only if that does not help."
                                : ". Change threads and pool together: about " + to
                                        + " threads keep the connections busy, and the other requests wait in the queue."),
                Confidence.MEDIUM,
                !poolHelps && to < threads ? new Change(List.of(step), true, Change.Risk.LOW) : null);
    }

    /** Whether KC-POOL-001 can see, and finds, that a larger pool lets more requests through. */
    private static boolean poolHelps(RuleContext context, double pool) {
        Window waiting = context.window();
        if (!PoolBudget.isMeasured(waiting)
                || DatabaseLoad.of(context).isSaturated()
                || HeldIdle.in(waiting) >= HeldIdle.SHARE.in(context)
                || Processors.areUsedUp(context)) {
            return false;
        }
        return PoolBudget.most(waiting, pool).orElse(0) > pool;
    }
}
