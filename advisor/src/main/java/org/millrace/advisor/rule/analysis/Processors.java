package org.millrace.advisor.rule.analysis;

import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Threshold;

/** Available and used processors of the process. */
public final class Processors {

    /** From this utilisation on, additional concurrent work waits for a processor. */
    public static final Threshold USED_UP = new Threshold(
            "used processors by those there are",
            0.85,
            "ratio",
            "Queues for a processor grow steeply from here on, and more connections or threads only lengthen them");

    private Processors() {}

    /** A control group's quota, or as many as the JVM sees; empty if neither is known. */
    public static OptionalDouble available(Window window) {
        OptionalDouble quota = window.maxIfKnown(CgroupSignals.CPU_QUOTA);
        return quota.isPresent() ? quota : window.maxIfKnown(JvmSignals.PROCESSORS);
    }

    /** Used by available, 0 to 1; empty if not known. */
    public static OptionalDouble share(Window window) {
        OptionalDouble used = window.rateIfKnown(JvmSignals.CPU_TIME);
        OptionalDouble available = available(window);
        return used.isPresent() && available.orElse(0) > 0
                ? OptionalDouble.of(used.getAsDouble() / available.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Processors used by the installation on this machine ({@link MachineUse}) by available ones, 0 to 1; empty if not known. */
    public static OptionalDouble shareOfInstallation(Window window) {
        return MachineUse.of(window).stream().mapToDouble(MachineUse::share).findFirst();
    }

    /** Whether the installation on this machine uses up the processors; false if it is not known. */
    public static boolean areUsedUp(RuleContext context) {
        Window window = context.window();
        return shareOfInstallation(window).orElse(0) >= USED_UP.in(context);
    }

    /** Share of the control group's periods in which it was stopped; zero without a quota. */
    public static double throttled(Window window) {
        double periods = window.increaseIfKnown(CgroupSignals.CPU_PERIODS).orElse(0);
        return periods > 0
                ? window.increaseIfKnown(CgroupSignals.CPU_THROTTLED_PERIODS).orElse(0) / periods
                : 0;
    }
}
