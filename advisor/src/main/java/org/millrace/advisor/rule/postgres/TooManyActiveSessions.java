package org.millrace.advisor.rule.postgres;

import java.time.Duration;
import java.util.List;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.LockChain;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.PoolBudget;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

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

    private static final RuleCard CARD = new RuleCard(
            "KC-PG-001",
            "Too many active sessions for the database's cores",
            Lane.SATURATION,
            "Sessions beyond a small multiple of the cores take turns, hold their locks meanwhile, and lower the "
                    + "throughput. All clients of the database count, not this server's pool alone. Up to ten are fine "
                    + "anywhere.",
            List.of(PostgresSignals.ACTIVE, PostgresSignals.SESSIONS, PostgresSignals.CORES),
            List.of(ACTIVE_PER_CORE, SUSTAINED, FAR_TOO_MANY),
            List.of(
                    "https://wiki.postgresql.org/wiki/Number_Of_Database_Connections",
                    "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double cores = window.latest(PostgresSignals.CORES);
        double limit = Math.max(PoolBudget.LEAST, ACTIVE_PER_CORE.in(window) * cores);
        if (LockChain.isIn(window)) {
            return Verdict.healthy(); // Those who wait behind one culprit do not compete for processors.
        }
        Duration longest = longestRunAbove(limit, window);
        if (isSustained(longest, window)) {
            return finding(window.where(PostgresSignals.ACTIVE, active -> active > limit), cores, longest);
        }
        double hidden = window.maxIfKnown(PostgresSignals.HIDDEN).orElse(0);
        return isSustained(longestRunAbove(limit - hidden, window), window)
                ? new Verdict.Skipped(List.of(PostgresSignals.HIDDEN)) // With those that cannot be seen, it may be so.
                : Verdict.healthyOver(window, PostgresSignals.ACTIVE, SUSTAINED);
    }

    private static Duration longestRunAbove(double limit, Window window) {
        return window.longestRun(PostgresSignals.ACTIVE, active -> active > limit);
    }

    private static boolean isSustained(Duration run, Window window) {
        return run.toMillis() >= SUSTAINED.in(window) * 1000;
    }

    private static Finding finding(Window busy, double cores, Duration longest) {
        double active = busy.mean(PostgresSignals.ACTIVE);
        double sessions = busy.mean(PostgresSignals.SESSIONS);
        return new Finding(
                active / cores > FAR_TOO_MANY.in(busy) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("postgres.sessions.active.per.core", active / cores, ACTIVE_PER_CORE),
                        Observation.of("postgres.sessions.active.longest.run", longest.toMillis() / 1e3, SUSTAINED),
                        Observation.of(PostgresSignals.ACTIVE.name(), active, "sessions"),
                        Observation.of(PostgresSignals.SESSIONS.name(), sessions, "sessions"),
                        Observation.of(PostgresSignals.CORES.name(), cores, "cores")),
                Figures.count(active, "session") + " of " + Figures.number(sessions) + " were active at once on "
                        + Figures.count(cores, "core") + ". Fewer connections in all clients' pools together, about "
                        + "two for each core, would raise the throughput.",
                Confidence.HIGH,
                PoolBudget.smaller(busy, ACTIVE_PER_CORE.in(busy)).orElse(null));
    }
}
