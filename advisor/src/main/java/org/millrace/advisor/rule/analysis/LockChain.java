package org.millrace.advisor.rule.analysis;

import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PostgresSignals;

/**
 * Whether most waiting sessions wait for one blocking session. Then their number says nothing about the load.
 */
public final class LockChain {

    /** Share of the samples in which a session waited for a lock. */
    private static final double MOST = 0.5;

    private LockChain() {}

    /** The same process, or one that does nothing meanwhile, was waited for most of the time. */
    public static boolean isIn(Window window) {
        Window blocked = window.where(PostgresSignals.BLOCKER, process -> true);
        if (!blocked.has(PostgresSignals.BLOCKER)) {
            return false;
        }
        double last = blocked.latest(PostgresSignals.BLOCKER);
        return blocked.shareWhere(PostgresSignals.BLOCKER, process -> process == last) > MOST
                || blocked.meanIfKnown(PostgresSignals.BLOCKER_IDLE).orElse(0) > MOST;
    }
}
