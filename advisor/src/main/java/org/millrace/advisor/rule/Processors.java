package org.millrace.advisor.rule;

import java.util.OptionalDouble;
import org.millrace.advisor.model.CgroupSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.Window;

/** What the process may use of processors, and uses. */
public final class Processors {

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

    /** Share of the control group's periods in which it was stopped; zero without a quota. */
    public static double throttled(Window window) {
        double periods = window.increaseIfKnown(CgroupSignals.CPU_PERIODS).orElse(0);
        return periods > 0
                ? window.increaseIfKnown(CgroupSignals.CPU_THROTTLED_PERIODS).orElse(0) / periods
                : 0;
    }
}
