package org.millrace.advisor.rule.analysis;

import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.Threshold;

/** Connections of this node that are idle in a transaction, by those in use. */
public final class HeldIdle {

    public static final Threshold SHARE = new Threshold(
            "used connections that are idle in a transaction",
            0.5,
            "ratio",
            "If most connections are idle in a transaction, the same happens to additional ones");

    private HeldIdle() {}

    public static double in(Window waiting) {
        double used = waiting.meanIfKnown(PoolSignals.ACTIVE).orElse(0);
        double idle =
                waiting.meanIfKnown(PostgresSignals.OWN_IDLE_IN_TRANSACTION).orElse(0);
        return used > 0 ? Math.min(1, idle / used) : 0;
    }
}
