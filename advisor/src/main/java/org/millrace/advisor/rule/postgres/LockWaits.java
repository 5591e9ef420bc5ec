package org.millrace.advisor.rule.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.PostgresSignals;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Sessions wait for a lock that another session holds. */
public final class LockWaits implements Rule {

    private static final Threshold WAIT =
            new Threshold("longest lock wait", 5, "seconds", "No transaction of Keycloak's holds a lock this long");

    private static final Threshold LONG_WAIT = new Threshold(
            "longest lock wait, critical", 10, "seconds", "Users give up, and connections pile up behind the lock");

    private static final Threshold DEADLOCKS = new Threshold(
            "deadlocks in the window", 1, "deadlocks", "Each one is a request that failed, and none is expected");

    private static final RuleCard CARD = new RuleCard(
            "KC-PG-008",
            "Database sessions wait for locks",
            Lane.SATURATION,
            "A session that waits for a lock keeps its connection and its request thread. One forgotten transaction can "
                    + "so stop a whole cluster, with processors idle everywhere.",
            List.of(PostgresSignals.LONGEST_LOCK_WAIT, PostgresSignals.WAITING_FOR_LOCK),
            List.of(WAIT, LONG_WAIT, DEADLOCKS),
            List.of(
                    "https://www.postgresql.org/docs/current/explicit-locking.html",
                    "https://wiki.postgresql.org/wiki/Lock_Monitoring"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        double wait = window.max(PostgresSignals.LONGEST_LOCK_WAIT);
        double deadlocks = window.has(PostgresSignals.DEADLOCKS) ? window.increase(PostgresSignals.DEADLOCKS) : 0;
        if (wait < WAIT.in(window) && deadlocks < DEADLOCKS.in(window)) {
            return Verdict.healthy();
        }
        return wait < WAIT.in(window) ? deadlocks(deadlocks) : waits(window, wait, deadlocks);
    }

    private static Finding waits(Window window, double wait, double deadlocks) {
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
                wait >= LONG_WAIT.in(window) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "Up to " + Figures.count(sessions, "session") + " waited up to "
                        + Figures.count(Math.floor(wait), "second") + " for a lock."
                        + blocked.map(LockWaits::blocker).orElse(""),
                Confidence.HIGH,
                null);
    }

    private static String blocker(Snapshot blocked) {
        double process = blocked.value(PostgresSignals.BLOCKER).orElseThrow();
        if (process == PostgresSignals.PREPARED) {
            return " A prepared transaction held it, which belongs to no process: find it in pg_prepared_xacts, and let "
                    + "its transaction manager finish it, or COMMIT PREPARED or ROLLBACK PREPARED it.";
        }
        double age = blocked.value(PostgresSignals.BLOCKER_TRANSACTION).orElse(0);
        boolean idle = blocked.matches(PostgresSignals.BLOCKER_IDLE, ratio -> ratio > 0);
        return " Process " + Figures.number(process) + " held it in a transaction of "
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
