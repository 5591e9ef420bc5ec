package org.millrace.advisor.model;

/** The cluster as this node sees it. */
public final class ClusterSignals {

    public static final Signal SIZE = Signal.gauge("cluster.size", "nodes");

    private ClusterSignals() {}
}
