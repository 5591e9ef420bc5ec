package org.millrace.advisor.rule.autoscaling;

import java.util.Optional;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;

/** Mean time of requests before and after the cluster changed its size. */
record Latency(double nodes, double seconds, double rate) {

    private static final double LEAST_REQUESTS = 100;

    /** Latency in the snapshots with this number of nodes; empty with too few requests. */
    static Optional<Latency> with(double nodes, Window window) {
        Window part = window.where(ClusterSignals.SIZE, size -> size == nodes);
        double requests = part.increaseIfKnown(HttpSignals.REQUESTS).orElse(0);
        return requests < LEAST_REQUESTS || !part.has(HttpSignals.REQUEST_TIME)
                ? Optional.empty()
                : Optional.of(new Latency(
                        nodes, part.increase(HttpSignals.REQUEST_TIME) / requests, part.rate(HttpSignals.REQUESTS)));
    }
}
