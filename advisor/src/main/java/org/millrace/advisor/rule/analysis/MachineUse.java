package org.millrace.advisor.rule.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Threshold;

/**
 * Average use of the processors of this machine by the installation: this node, the other nodes and a local PostgreSQL. All values
 * are numbers of processors. Immutable.
 *
 * @param own processors that this process uses, 0 or more
 * @param database processors that PostgreSQL uses; 0 unless it runs on this machine and no quota limits this process
 * @param otherNodes processors that the other nodes of the cluster use; 0 unless they run on this machine and no quota limits this process
 * @param available processors that this process may use, more than 0
 */
public record MachineUse(double own, double database, double otherNodes, double available) {

    /** From this use on, a database on this machine counts as a part of the load. */
    public static final Threshold DATABASE = new Threshold(
            "processors that a local database uses by those there are",
            0.05,
            "ratio",
            "A database that uses less does not run, or waits for something else");

    /**
     * Empty if the use of this process is not known. A CPU quota limits this process only: then other nodes and a local database do
     * not count.
     *
     * @param window averaging time
     */
    public static Optional<MachineUse> of(Window window) {
        OptionalDouble used = window.rateIfKnown(JvmSignals.CPU_TIME);
        double available = Processors.available(window).orElse(0);
        if (used.isEmpty() || available <= 0) {
            return Optional.empty();
        }
        boolean quota = hasQuota(window);
        return Optional.of(new MachineUse(
                used.getAsDouble(),
                quota ? 0 : window.meanIfKnown(TimeSignals.DATABASE_PROCESSORS).orElse(0),
                quota ? 0 : window.meanIfKnown(ClusterSignals.OTHER_NODES_CPU).orElse(0),
                available));
    }

    /** Number of nodes on the same processors, 1 or more; 1 with a CPU quota, which limits this node only. */
    public static double nodes(Window window) {
        double here = window.latestIfKnown(ClusterSignals.NODES_HERE).orElse(1);
        return hasQuota(window) ? 1 : Math.max(1, here);
    }

    private static boolean hasQuota(Window window) {
        return window.has(CgroupSignals.CPU_QUOTA);
    }

    /** Whether PostgreSQL runs on this machine and uses a noticeable part of its processors. */
    public boolean includesDatabase(RuleContext context) {
        return database >= DATABASE.in(context) * available && database > 0;
    }

    /** Processors that the installation uses apart from this process. */
    public double others() {
        return database + otherNodes;
    }

    /** Processors that this process leaves to other processes, 0 or more. */
    public double left() {
        return Math.max(0, available - own);
    }

    /** Processors used by the installation by available ones, 0 to 1. */
    public double share() {
        return Math.min(1, (own + others()) / available);
    }

    /** For messages: {@code this node 0.7, other nodes on this machine 0.6, PostgreSQL 0.4}. */
    public String parts() {
        List<String> parts = new ArrayList<>();
        parts.add("this node " + Figures.number(own));
        if (otherNodes > 0) {
            parts.add("other nodes on this machine " + Figures.number(otherNodes));
        }
        if (database > 0) {
            parts.add("PostgreSQL " + Figures.number(database));
        }
        return String.join(", ", parts);
    }
}
