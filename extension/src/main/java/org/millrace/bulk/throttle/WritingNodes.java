package org.millrace.bulk.throttle;

import java.sql.SQLException;
import java.time.Duration;

/** The nodes that write chunks to the same database. */
interface WritingNodes {
    /** Time after its last heartbeat at which a node no longer counts. */
    Duration SILENT = Duration.ofSeconds(5);

    /**
     * Records the heartbeat of a node that writes.
     *
     * @param limit chunks at once of all nodes together, as this node has found
     * @return the number of nodes that write, this one included
     * @throws SQLException if the database does not answer
     */
    int heartbeat(String node, int limit) throws SQLException;

    /**
     * Records that a node no longer writes.
     *
     * @throws SQLException if the database does not answer
     */
    void leave(String node) throws SQLException;
}
