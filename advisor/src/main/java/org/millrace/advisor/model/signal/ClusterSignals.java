package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** The cluster as this node sees it. */
public final class ClusterSignals {

    public static final Signal SIZE = Signal.gauge("cluster.size", "nodes");

    /**
     * Nodes, of all sites, whose advisors are at the same database, whether they see each other or not; absent if that is not
     * PostgreSQL.
     */
    public static final Signal ADVISORS = Signal.gauge("cluster.advisors", "nodes");

    /** Parts of the cluster that had lost each other and met again. */
    public static final Signal MERGES = Signal.counter("cluster.merges", "merges");

    public static final Signal REPLICATIONS = Signal.counter("cluster.replications", "replications");

    public static final Signal FAILED_REPLICATIONS = Signal.counter("cluster.replications.failed", "replications");

    /** In the caches that are of the cluster, the time of writing an entry to the nodes that own it. */
    public static final Signal STORE_TIME = Signal.counter("cluster.store.time", "seconds");

    public static final Signal STORES = Signal.counter("cluster.stores", "entries");

    public static final Signal SEGMENTS_IN_FLIGHT = Signal.gauge("cluster.segments.in.flight", "segments");

    /** Zero with virtual threads, which have no pool. */
    public static final Signal TRANSPORT_THREADS = Signal.gauge("cluster.transport.threads", "threads");

    public static final Signal LARGEST_TRANSPORT_THREADS = Signal.gauge("cluster.transport.threads.largest", "threads");

    public static final Signal REJECTED_MESSAGES = Signal.counter("cluster.messages.rejected", "messages");

    public static final Signal SENT_MESSAGES = Signal.counter("cluster.messages.sent", "messages");

    public static final Signal RETRANSMISSIONS = Signal.counter("cluster.messages.retransmitted", "messages");

    public static final Signal DROPPED_MESSAGES = Signal.counter("cluster.messages.dropped", "messages");

    /** Times a sender had to wait for a slow receiver. */
    public static final Signal BLOCKINGS = Signal.counter("cluster.senders.blocked", "waits");

    /** Of the node that serves most; the last minute's, and known only if all nodes have said how many they serve. */
    public static final Signal BUSIEST_REQUESTS = Signal.gauge("cluster.requests.busiest", "requests per second");

    /** Of all nodes. */
    public static final Signal MEAN_REQUESTS = Signal.gauge("cluster.requests.mean", "requests per second");

    /** Of the processors that the node whose processors are busiest may use. */
    public static final Signal BUSIEST_CPU = Signal.gauge("cluster.cpu.busiest", "ratio");

    /** Of the processors that the node whose processors are least busy may use. */
    public static final Signal LEAST_CPU = Signal.gauge("cluster.cpu.least.busy", "ratio");

    /** Nodes of the cluster on the same processors, this one included; 1 with a CPU quota. */
    public static final Signal NODES_HERE = Signal.gauge("cluster.machine.nodes", "nodes");

    /** Processors that the other nodes on the same processors use, on average over the last minute; 0 with a CPU quota. */
    public static final Signal OTHER_NODES_CPU = Signal.gauge("cluster.machine.other.nodes.cpu", "cores");

    private ClusterSignals() {}
}
