package org.millrace.advisor.rule.host;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.HostSignals;
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

/** The machine swaps, or stops everything to find memory. */
public final class MemoryShort implements Rule {

    private static final Threshold SWAPPED_IN = new Threshold(
            "pages swapped in a second",
            10,
            "pages per second",
            "Pages that were swapped out once and are never read again do no harm");

    private static final Threshold SWAP = new Threshold(
            "swap of this process",
            50.0 * 1024 * 1024,
            "bytes",
            "Less consists of pages from the start of the server that are not used again");

    private static final Threshold PRESSURE =
            new Threshold("time in which everything waited for memory", 0.01, "ratio", "With enough memory it is zero");

    private static final RuleCard CARD = new RuleCard(
            RuleId.MEMORY_SHORT,
            "Memory is short, and the process swaps",
            Lane.SATURATION,
            "The collector walks all of the heap: a heap that is partly on disk makes each collection take seconds. Tests on a "
                    + "machine that swapped ended in failures at its greatest size.",
            List.of(HostSignals.OWN_SWAP, HostSignals.SWAPPED_IN),
            List.of(SWAPPED_IN, SWAP, PRESSURE),
            List.of("https://docs.kernel.org/accounting/psi.html"),
            Causality.at(Station.GARBAGE_COLLECTION).leadingTo(RuleId.PAUSES_LONG));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double swap = window.max(HostSignals.OWN_SWAP);
        double rate = window.rate(HostSignals.SWAPPED_IN);
        double pressure = window.maxIfKnown(CgroupSignals.MEMORY_PRESSURE).orElse(0);
        boolean swapping = swap >= SWAP.in(context) && rate >= SWAPPED_IN.in(context);
        return swapping || pressure >= PRESSURE.in(context) ? finding(swap, rate, pressure) : Verdict.healthy();
    }

    private static Finding finding(double swap, double rate, double pressure) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(HostSignals.OWN_SWAP.name(), swap, SWAP),
                        Observation.of("host.swap.pages.in.rate", rate, SWAPPED_IN),
                        Observation.of(CgroupSignals.MEMORY_PRESSURE.name(), pressure, PRESSURE)),
                Figures.bytes(swap) + " of the process are swapped out, " + Figures.number(rate)
                        + " pages a second come back, and everything waited for memory for " + Figures.percent(pressure)
                        + " of a minute. Give it the memory it uses, and switch swap off for machines with a JVM.",
                Confidence.HIGH,
                null);
    }
}
