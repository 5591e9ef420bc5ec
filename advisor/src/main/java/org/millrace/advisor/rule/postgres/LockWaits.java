package org.millrace.advisor.rule.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
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
import org.millrace.advisor.rule.analysis.Figures;

/** Sessions wait for a lock that another session holds. */
public final class LockWaits implements Rule {

    private static final Threshold WAIT =
            new Threshold("longest lock wait", 5, "seconds", "No transaction of Keycloak's holds a lock this long");

    private static final Threshold LONG_WAIT = new Threshold(
            "longest lock wait, critical", 10, "seconds", "Users give up, and connections pile up behind the lock");

    private static final Threshold DEADLOCKS = new Threshold(
            "deadlocks in the window", 1, "deadlocks", "Each one is a request that failed, and none is expected");

    private static final Threshold SHARE = new Threshold(
            "active sessions that wait for a lock",
            0.1,
            "ratio",
            "Each waits shortly, and yet one in ten at any time means that all go through the same few rows");

    private static final Threshold SESSIONS = new Threshold(
            "sessions that wait for a lock",
            2,
            "sessions",
            "On average; where few are active, one that waits for another is a tenth of them and nothing");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch", 30, "seconds", "Thirty samples make a share; a burst is shorter");

    private static final RuleCard CARD = new RuleCard(
            RuleId.LOCK_WAITS,
            "Database sessions wait for locks",
            Lane.SATURATION,
            "A session that waits for a lock keeps its connection and its request thread. One forgotten transaction can "
                    + "block a whole cluster, with idle processors.",
            List.of(PostgresSignals.LONGEST_LOCK_WAIT, PostgresSignals.WAITING_FOR_LOCK),
            List.of(WAIT, LONG_WAIT, DEADLOCKS, SHARE, SESSIONS, SLICE),
            List.of(
                    "https://www.postgresql.org/docs/current/explicit-locking.html",
                    "https://wiki.postgresql.org/wiki/Lock_Monitoring"),
            Causality.at(Station.DATABASE_LOCKS)
                    .explaining(TimeCategory.DATABASE_LOCK)
                    .leadingTo(RuleId.DATABASE_BEHIND_POOL_SATURATED)
                    // More connections or threads widen the load on a database that is the bottleneck.
                    .holdingBackMoreConcurrency());

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double wait = window.max(PostgresSignals.LONGEST_LOCK_WAIT);
        double deadlocks = window.has(PostgresSignals.DEADLOCKS) ? window.increase(PostgresSignals.DEADLOCKS) : 0;
        if (wait >= WAIT.in(context)) {
            return waits(context, wait, deadlocks);
        }
        Optional<Window> many = window.busiest(PostgresSignals.WAITING_FOR_LOCK, SLICE.duration(context))
                .filter(slice -> areMany(context.of(slice)));
        if (many.isPresent()) {
            return many(many.get(), window);
        }
        return deadlocks < DEADLOCKS.in(context) ? Verdict.healthy() : deadlocks(deadlocks);
    }

    private static boolean areMany(RuleContext context) {
        Window slice = context.window();
        double waiting = slice.mean(PostgresSignals.WAITING_FOR_LOCK);
        double active = slice.meanIfKnown(PostgresSignals.ACTIVE).orElse(Double.POSITIVE_INFINITY);
        return waiting >= SESSIONS.in(context) && waiting > SHARE.in(context) * active;
    }

    private static Finding many(Window slice, Window window) {
        double waiting = slice.mean(PostgresSignals.WAITING_FOR_LOCK);
        double active = slice.mean(PostgresSignals.ACTIVE);
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("postgres.sessions.waiting.for.lock.share", waiting / active, SHARE),
                        Observation.of(PostgresSignals.WAITING_FOR_LOCK.name(), waiting, SESSIONS)),
                Figures.number(waiting) + " of " + Figures.count(active, "active session")
                        + " on average waited for a lock, each not for long: they all go through the same few rows. "
                        + statements(window)
                        + "Find out which row it is that all of them change, and let fewer requests change it in parallel.",
                Confidence.HIGH,
                null);
    }

    private static Finding waits(RuleContext context, double wait, double deadlocks) {
        Window window = context.window();
        Window waiting = window.where(PostgresSignals.LONGEST_LOCK_WAIT, seconds -> seconds >= 1);
        double sessions = waiting.max(PostgresSignals.WAITING_FOR_LOCK);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(PostgresSignals.LONGEST_LOCK_WAIT.name(), wait, WAIT));
        observed.add(Observation.of(PostgresSignals.WAITING_FOR_LOCK.name(), sessions, "sessions"));
        observed.add(Observation.of(PostgresSignals.DEADLOCKS.name(), deadlocks, DEADLOCKS));
        Optional<Snapshot> blocked = waiting.latestWith(PostgresSignals.BLOCKER);
        blocked.map(snapshot -> snapshot.value(PostgresSignals.BLOCKER_TRANSACTION))
                .orElse(OptionalDouble.empty())
                .ifPresent(age ->
                        observed.add(Observation.of(PostgresSignals.BLOCKER_TRANSACTION.name(), age, "seconds")));
        return new Finding(
                wait >= LONG_WAIT.in(context) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "Up to " + Figures.count(sessions, "session") + " waited up to "
                        + Figures.count(Math.floor(wait), "second") + " for a lock. "
                        + statements(window)
                        + blocked.map(LockWaits::blocker)
                                .orElse(
                                        "Each waits for another one that waits, too: they all change the same few rows. Find "
                                                + "out which row it is, and let fewer requests change it in parallel."),
                Confidence.HIGH,
                null);
    }

    /** As fingerprints, without literals. */
    private static String statements(Window window) {
        String statements = window.timeModel().details(TimeCategory.DATABASE_LOCK).stream()
                .limit(2)
                .map(TimeModel.Detail::what)
                .collect(Collectors.joining("; "));
        return statements.isEmpty() ? "" : "Waiting: " + statements + ". ";
    }

    private static String blocker(Snapshot blocked) {
        double process = blocked.value(PostgresSignals.BLOCKER).orElseThrow();
        if (process == PostgresSignals.PREPARED) {
            return "A prepared transaction held it, which belongs to no process: find it in pg_prepared_xacts, and let "
                    + "its transaction manager finish it, or COMMIT PREPARED or ROLLBACK PREPARED it.";
        }
        if (!blocked.has(PostgresSignals.BLOCKER_IDLE)) {
            return "Process " + Figures.number(process)
                    + " held it; what that does is hidden from Keycloak's role, and would "
                    + "not be from a member of pg_monitor. Find its client in pg_stat_activity; if it may be lost, "
                    + "SELECT pg_terminate_backend(" + Figures.number(process) + ") ends the wait.";
        }
        double age = blocked.value(PostgresSignals.BLOCKER_TRANSACTION).orElse(0);
        boolean idle = blocked.matches(PostgresSignals.BLOCKER_IDLE, ratio -> ratio > 0);
        return "Process " + Figures.number(process) + " held it in a transaction of "
                + Figures.count(Math.floor(age), "second")
                + (idle ? ", idle: it waits for its client, not for the database." : ".")
                + " Find its client in pg_stat_activity; if it is still there and may be lost, "
                + (idle ? "SELECT pg_terminate_backend(" : "SELECT pg_cancel_backend(")
                + Figures.number(process) + ") ends the wait.";
    }

    private static Finding deadlocks(double deadlocks) {
        return new Finding(
                Severity.WARNING,
                List.of(Observation.of(PostgresSignals.DEADLOCKS.name(), deadlocks, DEADLOCKS)),
                "The database broke " + Figures.count(deadlocks, "deadlock")
                        + " by failing a transaction; its log names the statements.",
                Confidence.HIGH,
                null);
    }
}
