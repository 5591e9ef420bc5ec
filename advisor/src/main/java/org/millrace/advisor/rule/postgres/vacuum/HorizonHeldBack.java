package org.millrace.advisor.rule.postgres.vacuum;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HorizonSignals;
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
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** An old transaction or slot keeps vacuum from removing dead tuples. */
public final class HorizonHeldBack implements Rule {

    private static final Threshold AGE = new Threshold(
            "age of the oldest transaction",
            600,
            "seconds",
            "Twice the longest transaction that Keycloak allows itself");

    private static final Threshold GREAT_AGE = new Threshold(
            "age of the oldest transaction, critical",
            3600,
            "seconds",
            "By then an hour of updates of sessions lies about dead");

    private static final Threshold SLOT = new Threshold(
            "age of the oldest replication slot",
            10_000_000,
            "transactions",
            "Some hours of a busy server: a standby that is alive is seconds behind");

    private static final RuleCard CARD = new RuleCard(
            RuleId.HORIZON_HELD_BACK,
            "An old transaction or replication slot holds back vacuum",
            Lane.SAFETY,
            "Vacuum keeps every row version that a transaction may still read. A forgotten or prepared transaction, or "
                    + "an inactive replication slot, makes all tables grow and finally fills the disk. "
                    + "Only members of pg_monitor see transactions of other roles.",
            List.of(HorizonSignals.OLDEST_TRANSACTION, HorizonSignals.OLDEST_PREPARED, HorizonSignals.OLDEST_SLOT),
            List.of(AGE, GREAT_AGE, SLOT),
            List.of(
                    "https://www.postgresql.org/docs/current/routine-vacuuming.html",
                    "https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-IDLE-IN-TRANSACTION-SESSION-TIMEOUT"),
            Causality.none()
                    .leadingTo(RuleId.DEAD_TUPLES_ACCUMULATE)
                    // Vacuum cannot remove row versions that a snapshot may still read.
                    .holdingBack(RuleId.DEAD_TUPLES_ACCUMULATE, RuleId.AUTOVACUUM_BUSY));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double open = window.latest(HorizonSignals.OLDEST_TRANSACTION);
        double prepared = window.latest(HorizonSignals.OLDEST_PREPARED);
        double slot = window.latest(HorizonSignals.OLDEST_SLOT);
        double age = Math.max(open, prepared);
        if (age >= AGE.in(context) || slot >= SLOT.in(context)) {
            return finding(context, open, prepared, slot);
        }
        // A backend that is always present may be an old transaction; several short ones are not.
        return window.has(HorizonSignals.HIDDEN) && window.min(HorizonSignals.HIDDEN) > 0
                ? new Verdict.Skipped(List.of(HorizonSignals.OLDEST_TRANSACTION))
                : Verdict.healthy();
    }

    private static Finding finding(RuleContext context, double open, double prepared, double slot) {
        List<String> holders = new ArrayList<>();
        if (open >= AGE.in(context)) {
            holders.add("A transaction is open since " + Figures.time(open)
                    + ": find it in pg_stat_activity by xact_start, and end it if it is not needed.");
        }
        if (prepared >= AGE.in(context)) {
            holders.add("A transaction is prepared since " + Figures.time(prepared)
                    + ": find it in pg_prepared_xacts, and let its transaction manager finish it.");
        }
        if (slot >= SLOT.in(context)) {
            holders.add("A replication slot is " + Figures.number(slot) + " transactions behind: find it in "
                    + "pg_replication_slots, and drop it if its reader is gone for good.");
        }
        return new Finding(
                Math.max(open, prepared) >= GREAT_AGE.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of(HorizonSignals.OLDEST_TRANSACTION.name(), open, AGE),
                        Observation.of(HorizonSignals.OLDEST_PREPARED.name(), prepared, AGE),
                        Observation.of(HorizonSignals.OLDEST_SLOT.name(), slot, SLOT)),
                String.join(" ", holders) + " Until then vacuum removes nothing that died since.",
                Confidence.HIGH,
                null);
    }
}
