package org.millrace.advisor.rule.postgres;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PostgresSignals;
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
import org.millrace.advisor.rule.analysis.LockChain;
import org.millrace.advisor.rule.analysis.PoolBudget;

/** More sessions work at once than the database's processors can serve. */
public final class TooManyActiveSessions implements Rule {

    private static final Threshold ACTIVE_PER_CORE = new Threshold(
            "active sessions per core",
            4,
            "sessions per core",
            "Benchmarks of PostgreSQL flatten out at two to four active sessions per core and fall beyond");

    private static final Threshold SUSTAINED = new Threshold(
            "longest run",
            30,
            "seconds",
            "Half a minute is longer than a burst of logins or a clean-up job's statement");

    private static final Threshold FAR_TOO_MANY = new Threshold(
            "active sessions per core, critical",
            8,
            "sessions per core",
            "At twice the comfortable number, throughput falls while latency doubles");

    private static final Threshold OPEN_PER_CORE = new Threshold(
            "sessions per core",
            10,
            "sessions per core",
            "A process each, active or not: the migration that prompted this did best at 6, and worse the more there were");

    private static final Threshold WAITERS = new Threshold(
            "active sessions that wait for locks or latches",
            0.2,
            "ratio",
            "From a fifth on, another session mostly joins a queue inside the database");

    private static final Threshold WAITING = new Threshold(
            "sessions that wait for locks or latches",
            2,
            "sessions",
            "Fewer, on average, are single waits of a database where a fifth of the active sessions is hardly one");

    private static final Threshold FAR_TOO_MANY_OPEN = new Threshold(
            "sessions per core, critical",
            30,
            "sessions per core",
            "Where throughput was measured, it had fallen to a fraction by then: 292 a core, 458");

    private static final RuleCard CARD = new RuleCard(
            RuleId.TOO_MANY_ACTIVE_SESSIONS,
            "Too many active sessions for the database's cores",
            Lane.SATURATION,
            "Sessions beyond a small multiple of the cores take turns, hold their locks meanwhile, and lower the "
                    + "throughput. All clients of the database count, not this server's pool alone. Up to ten are fine "
                    + "anywhere. A low number of active sessions is no proof: each open one is a process, and they may wait for each "
                    + "other.",
            List.of(
                    PostgresSignals.ACTIVE,
                    PostgresSignals.SESSIONS,
                    PostgresSignals.CORES,
                    PostgresSignals.WAITING_FOR_LOCK,
                    PostgresSignals.WAITING_FOR_LATCH),
            List.of(ACTIVE_PER_CORE, SUSTAINED, FAR_TOO_MANY, OPEN_PER_CORE, WAITERS, WAITING, FAR_TOO_MANY_OPEN),
            List.of(
                    "https://wiki.postgresql.org/wiki/Number_Of_Database_Connections",
                    "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing"),
            Causality.at(Station.DATABASE_SESSIONS)
                    .leadingTo(RuleId.PAGES_CONTENDED, RuleId.LOCK_WAITS)
                    // More connections or threads widen the load on a database that is the bottleneck.
                    .holdingBackMoreConcurrency());

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double cores = window.latest(PostgresSignals.CORES);
        double limit = Math.max(PoolBudget.LEAST, ACTIVE_PER_CORE.in(context) * cores);
        if (LockChain.isIn(window)) {
            return Verdict.healthy(); // Sessions that wait for one blocking session do not compete for processors.
        }
        Duration longest = longestRunAbove(limit, window);
        if (isSustained(longest, context)) {
            return finding(context.of(window.where(PostgresSignals.ACTIVE, active -> active > limit)), cores, longest);
        }
        Optional<Window> contended = window.busiest(PostgresSignals.ACTIVE, SUSTAINED.duration(context))
                .filter(slice -> isContended(context.of(slice), cores));
        if (contended.isPresent()) {
            Window slice = contended.get();
            boolean manyActive = slice.mean(PostgresSignals.ACTIVE) > limit;
            return manyActive ? finding(context.of(slice), cores, slice.length()) : contended(context.of(slice), cores);
        }
        double hidden = window.maxIfKnown(PostgresSignals.HIDDEN).orElse(0);
        return isSustained(longestRunAbove(limit - hidden, window), context)
                ? new Verdict.Skipped(List.of(PostgresSignals.HIDDEN)) // Hidden sessions may change the result.
                : Verdict.healthyOver(context, PostgresSignals.ACTIVE, SUSTAINED);
    }

    private static Duration longestRunAbove(double limit, Window window) {
        return window.longestRun(PostgresSignals.ACTIVE, active -> active > limit);
    }

    private static boolean isSustained(Duration run, RuleContext context) {
        return run.toMillis() >= SUSTAINED.in(context) * 1000;
    }

    /** More sessions are open than the cores can serve, and the active ones block each other. */
    private static boolean isContended(RuleContext context, double cores) {
        Window slice = context.window();
        double sessions = slice.meanIfKnown(PostgresSignals.SESSIONS).orElse(0);
        return sessions > Math.max(PoolBudget.LEAST, OPEN_PER_CORE.in(context) * cores)
                && waiting(slice) >= WAITING.in(context)
                && waiting(slice) > WAITERS.in(context) * slice.mean(PostgresSignals.ACTIVE);
    }

    private static double waiting(Window slice) {
        return slice.meanIfKnown(PostgresSignals.WAITING_FOR_LOCK).orElse(0)
                + slice.meanIfKnown(PostgresSignals.WAITING_FOR_LATCH).orElse(0);
    }

    private static boolean isFarTooManyOpen(RuleContext context, double cores) {
        Window slice = context.window();
        return isContended(context, cores)
                && slice.mean(PostgresSignals.SESSIONS) > FAR_TOO_MANY_OPEN.in(context) * cores;
    }

    private static Finding contended(RuleContext context, double cores) {
        Window slice = context.window();
        double active = slice.mean(PostgresSignals.ACTIVE);
        double sessions = slice.mean(PostgresSignals.SESSIONS);
        double share = Math.min(1, waiting(slice) / Math.max(1, active));
        return new Finding(
                isFarTooManyOpen(context, cores) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("postgres.sessions.per.core", sessions / cores, OPEN_PER_CORE),
                        Observation.of("postgres.sessions.waiting.share", share, WAITERS),
                        Observation.of("postgres.sessions.waiting", waiting(slice), WAITING),
                        Observation.of(PostgresSignals.ACTIVE.name(), active, "sessions"),
                        Observation.of(PostgresSignals.CORES.name(), cores, "cores")),
                Figures.count(sessions, "session") + " were open on " + Figures.count(cores, "core")
                        + ". That only " + Figures.number(active) + " were active deceives: "
                        + Figures.percent(share)
                        + " of them waited for each other. Fewer connections in all clients' pools "
                        + "together, at most ten for each core, would raise the throughput.",
                DatabaseLoad.confidence(slice, Confidence.HIGH),
                PoolBudget.smaller(slice).orElse(null));
    }

    private static Finding finding(RuleContext context, double cores, Duration longest) {
        Window busy = context.window();
        double active = busy.mean(PostgresSignals.ACTIVE);
        double sessions = busy.mean(PostgresSignals.SESSIONS);
        boolean farTooMany = active / cores > FAR_TOO_MANY.in(context) || isFarTooManyOpen(context, cores);
        return new Finding(
                farTooMany ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("postgres.sessions.active.per.core", active / cores, ACTIVE_PER_CORE),
                        Observation.of("postgres.sessions.active.longest.run", longest.toMillis() / 1e3, SUSTAINED),
                        Observation.of(PostgresSignals.ACTIVE.name(), active, "sessions"),
                        Observation.of(PostgresSignals.SESSIONS.name(), sessions, "sessions"),
                        Observation.of(PostgresSignals.CORES.name(), cores, "cores")),
                Figures.count(active, "session") + " of " + Figures.number(sessions) + " were active in parallel on "
                        + Figures.count(cores, "core") + ". Fewer connections in all clients' pools together, about "
                        + "two for each core, would raise the throughput.",
                Confidence.HIGH,
                PoolBudget.smaller(busy, ACTIVE_PER_CORE.in(context)).orElse(null));
    }
}
