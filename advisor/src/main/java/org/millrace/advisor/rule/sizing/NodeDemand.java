package org.millrace.advisor.rule.sizing;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.sizing.Calculator;
import org.millrace.advisor.sizing.Conditions;
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.live.LiveLoad;

/** A node's share of the load, in resources by the guide. */
final class NodeDemand {

    private NodeDemand() {}

    /** In processor cores, at least: there may be load that is not counted. Empty if none is. */
    static OptionalDouble cores(Window window) {
        double nodes = nodes(window);
        return Optional.of(LiveLoad.atLeast(window))
                .filter(demand -> !demand.isNothing())
                .map(demand -> Calculator.size(demand, Conditions.GUIDE, (int) nodes, 1, GuideProfile.NEWEST))
                .map(sizing -> OptionalDouble.of(sizing.pod().demandCores() / nodes))
                .orElse(OptionalDouble.empty());
    }

    static double nodes(Window window) {
        return Math.max(1, Math.min(1000, window.maxIfKnown(ClusterSignals.SIZE).orElse(1)));
    }

    /** Processors that were used over the busiest minute. */
    static double used(Window window) {
        return window.highestRate(JvmSignals.CPU_TIME, Duration.ofMinutes(1))
                .orElseGet(() -> window.rate(JvmSignals.CPU_TIME));
    }
}
