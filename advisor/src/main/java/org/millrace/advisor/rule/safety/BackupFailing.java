package org.millrace.advisor.rule.safety;

import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.model.signal.WalSignals;
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

/** WAL archiving is failing, or a slot has lost required WAL. */
public final class BackupFailing implements Rule {

    private static final Threshold FAILING = new Threshold(
            "time in which archiving has only failed",
            600,
            "seconds",
            "A short failure of the archive usually resolves without action");

    private static final RuleCard CARD = new RuleCard(
            RuleId.BACKUP_FAILING,
            "WAL archiving or replication is failing",
            Lane.SAFETY,
            "While archiving fails, point-in-time recovery is impossible, and WAL accumulates until the disk is full. A slot that has lost "
                    + "its WAL requires a new standby or base backup.",
            List.of(HorizonSignals.LOST_SLOTS),
            List.of(FAILING),
            List.of("https://www.postgresql.org/docs/current/continuous-archiving.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double failing = window.latestIfKnown(WalSignals.ARCHIVE_FAILING).orElse(0);
        double lost = window.latest(HorizonSignals.LOST_SLOTS);
        double unreserved =
                window.latestIfKnown(HorizonSignals.UNRESERVED_SLOTS).orElse(0);
        if (failing >= FAILING.in(context)) {
            return new Finding(
                    Severity.CRITICAL,
                    List.of(Observation.of(WalSignals.ARCHIVE_FAILING.name(), failing, FAILING)),
                    "Archiving has failed for " + Figures.time(failing)
                            + ", as pg_stat_archiver and the server's log say. Fix it "
                            + "before any change to the database.",
                    Confidence.HIGH,
                    null);
        }
        return lost == 0 && unreserved == 0 ? Verdict.healthy() : slots(lost, unreserved);
    }

    private static Finding slots(double lost, double unreserved) {
        List<String> facts = new ArrayList<>();
        if (unreserved > 0) {
            facts.add(Figures.count(unreserved, "replication slot")
                    + " will lose the log that its reader needs at the next checkpoint: start that reader or let it catch up, or raise "
                    + "max_slot_wal_keep_size; do not drop the slot.");
        }
        if (lost > 0) {
            facts.add(Figures.count(lost, "replication slot")
                    + " lost the WAL that its standby needs: rebuild that standby, and drop the slot.");
        }
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(HorizonSignals.LOST_SLOTS.name(), lost, "slots"),
                        Observation.of(HorizonSignals.UNRESERVED_SLOTS.name(), unreserved, "slots")),
                String.join(" ", facts),
                Confidence.HIGH,
                null);
    }
}
