package org.millrace.advisor.rule.host;

import java.util.List;
import org.millrace.advisor.model.Window;
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

/** The database's storage is slower than databases need. */
public final class StorageSlow implements Rule {

    private static final Threshold SYNC = new Threshold(
            "mean time of a sync", 10, "milliseconds", "A hard disk needs eight, a solid-state disk one or two");

    private static final Threshold SYNCS =
            new Threshold("syncs in the window", 100, "syncs", "Fewer make the mean a matter of chance");

    private static final RuleCard CARD = new RuleCard(
            RuleId.STORAGE_SLOW,
            "The database's storage is slow",
            Lane.CAPACITY,
            "Each commit waits for one sync of the log. Network file systems and shared disks slow it down; no database "
                    + "setting makes it fast without giving up durability.",
            List.of(WalSignals.SYNCS, WalSignals.SYNC_TIME),
            List.of(SYNC, SYNCS),
            List.of("https://www.postgresql.org/docs/current/pgtestfsync.html"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double syncs = window.increase(WalSignals.SYNCS);
        double mean = syncs > 0 ? window.increase(WalSignals.SYNC_TIME) / syncs : 0;
        return syncs < SYNCS.in(context) || mean < SYNC.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.WARNING,
                        List.of(
                                Observation.of("postgres.wal.sync.time.mean", mean, SYNC),
                                Observation.of(WalSignals.SYNCS.name(), syncs, SYNCS)),
                        "A sync of the log takes " + Figures.number(mean)
                                + " ms on average. Use a dedicated solid-state disk "
                                + "instead of a network file system; pg_test_fsync measures a disk without load.",
                        Confidence.HIGH,
                        null);
    }
}
