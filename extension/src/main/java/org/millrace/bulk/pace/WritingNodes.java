package org.millrace.bulk.pace;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.millrace.bulk.chunk.ClusterShare.Phase;

/** Where nodes that write chunks to the same database say so to each other. */
interface WritingNodes {
    /** Whoever has said nothing for so long, does not write. */
    Duration SILENT = Duration.ofSeconds(5);

    /**
     * A node that writes.
     *
     * @param since when it began, in milliseconds since the epoch
     * @param chunks how many at once the database gains from, as far as it knows
     * @param phase how far it is in finding that
     */
    record Writer(String node, long since, int chunks, Phase phase) {}

    /**
     * All nodes that write.
     *
     * @param writers whoever began first is first; the node that asks is among them
     * @param now milliseconds since the epoch, by the database's clock
     */
    record Meeting(List<Writer> writers, long now) {
        public Meeting {
            writers = List.copyOf(writers);
        }
    }

    /**
     * Says that a node writes, and who else does.
     *
     * @throws SQLException if nobody can be told
     */
    Meeting meet(String node, int chunks, Phase phase) throws SQLException;

    /**
     * Says that a node does not write any more.
     *
     * @throws SQLException if nobody can be told
     */
    void leave(String node) throws SQLException;
}
