package org.millrace.bulk.throttle;

import java.sql.SQLException;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;

/** The number of nodes that write, kept for a while when the database does not answer. For one thread. */
final class NodeCount {
    private static final Logger LOG = Logger.getLogger(NodeCount.class);

    private final WritingNodes nodes;
    private final LongSupplier nanoTime;
    private final String node = UUID.randomUUID().toString();
    private int last = 1;
    private long lastHeartbeat;

    /** @param nanoTime the running time, as {@link System#nanoTime()} */
    NodeCount(WritingNodes nodes, LongSupplier nanoTime) {
        this.nodes = nodes;
        this.nanoTime = nanoTime;
    }

    /**
     * Nodes that write, at least this one. It is the last number if the database does not answer, and soon 1: nothing can be written then.
     *
     * @param limit chunks at once of all nodes together, as this node has found
     */
    int writing(int limit) {
        try {
            last = Math.max(1, nodes.heartbeat(node, limit));
            lastHeartbeat = nanoTime.getAsLong();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Number of writing nodes unknown", RedactedException.of(e));
            if (nanoTime.getAsLong() - lastHeartbeat > WritingNodes.SILENT.toNanos()) {
                last = 1;
            }
        }
        return last;
    }

    /** This node no longer writes. */
    void leave() {
        last = 1;
        try {
            nodes.leave(node);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The heartbeat could not be deleted; other nodes detect its expiry", RedactedException.of(e));
        }
    }
}
