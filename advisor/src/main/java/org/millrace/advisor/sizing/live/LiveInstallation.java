package org.millrace.advisor.sizing.live;

import java.util.OptionalDouble;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.sizing.Installation;

/** The installation of this server, as measured or configured; all nodes are assumed to be identical. */
public final class LiveInstallation {

    /** Fewer do not tell how long one takes: a single one may have waited for a lock. */
    private static final double LEAST_OPERATIONS = 500;

    private LiveInstallation() {}

    /** The installation, as far as the window shows. */
    public static Installation of(Window window) {
        OptionalDouble processors = window.maxIfKnown(JvmSignals.PROCESSORS);
        OptionalDouble quota = window.maxIfKnown(CgroupSignals.CPU_QUOTA);
        return new Installation(
                (int) Math.max(1, window.maxIfKnown(ClusterSignals.SIZE).orElse(1)),
                // A container cannot read its CPU request; its limit is known.
                stated(StatedSettings.CPU_REQUEST, window),
                quota.isPresent() ? quota : processors,
                window.maxIfKnown(PostgresSignals.CORES),
                Installation.DATABASE_USE,
                stated(StatedSettings.DATABASE_WRITES, window),
                window.maxIfKnown(PostgresSignals.MAX_CONNECTIONS),
                window.maxIfKnown(PoolSignals.MAX),
                window.maxIfKnown(ThreadSignals.MAX),
                hold(window).orElse(Installation.HOLD_SECONDS),
                requestSeconds(window).orElse(Installation.REQUEST_SECONDS));
    }

    /** An option may be 0, of which nothing is calculated; none is more than there can be. */
    private static OptionalDouble stated(SettingName name, Window window) {
        OptionalDouble number = window.number(name);
        return number.orElse(0) >= Installation.LEAST ? number : OptionalDouble.empty();
    }

    /** By Little's law: connections in use by connections taken a second. */
    private static OptionalDouble hold(Window window) {
        OptionalDouble used = window.meanIfKnown(PoolSignals.ACTIVE);
        OptionalDouble taken = window.rateIfKnown(PoolSignals.ACQUIRED);
        return used.isPresent() && taken.orElse(0) >= 1 && isEnough(PoolSignals.ACQUIRED, window)
                ? plausible(used.getAsDouble() / taken.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble requestSeconds(Window window) {
        OptionalDouble time = window.rateIfKnown(HttpSignals.REQUEST_TIME);
        OptionalDouble requests = window.rateIfKnown(HttpSignals.REQUESTS);
        // While requests wait for a thread, their time says more about the queue than about what one request takes.
        boolean queued = window.meanIfKnown(ThreadSignals.QUEUE).orElse(0) >= 1;
        return time.isPresent() && !queued && requests.orElse(0) >= 1 && isEnough(HttpSignals.REQUESTS, window)
                ? plausible(time.getAsDouble() / requests.getAsDouble())
                : OptionalDouble.empty();
    }

    private static boolean isEnough(Signal counter, Window window) {
        return window.increaseIfKnown(counter).orElse(0) >= LEAST_OPERATIONS;
    }

    private static OptionalDouble plausible(double seconds) {
        return seconds >= 0.001 && seconds <= 60 ? OptionalDouble.of(seconds) : OptionalDouble.empty();
    }
}
