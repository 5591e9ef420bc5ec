package org.millrace.bulk.pace;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.ClusterShare;
import org.millrace.bulk.chunk.Redacted;

/** Makes one limit of the nodes that write to the same database: whoever began first finds it, and all share it. */
final class ClusterPace {
    private static final Logger LOG = Logger.getLogger(ClusterPace.class);

    /** With fewer chunks at once than nodes, each has its turn for so long: a few chunks, and a few looks. */
    private static final Duration TURN = Duration.ofSeconds(5);

    private final PaceTable table;
    private final String node = UUID.randomUUID().toString();

    ClusterPace(PaceTable table) {
        this.table = table;
    }

    /**
     * This node's share. While the database cannot tell who else writes, nothing can be written either, and the node is as good as
     * alone.
     *
     * @param chunks how many at once the database gains from, as far as this node knows
     * @param searching whether it tries that out
     */
    ClusterShare meet(int chunks, boolean searching) {
        try {
            PaceTable.Meeting meeting = table.meet(node, chunks, searching);
            return share(meeting, node, searching);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Nobody can tell which other nodes write", Redacted.of(e));
            return ClusterShare.ALONE;
        }
    }

    static ClusterShare share(PaceTable.Meeting meeting, String node, boolean searching) {
        List<PaceTable.Writer> writers = meeting.writers();
        PaceTable.Writer first = writers.get(0);
        List<String> names = writers.stream().map(PaceTable.Writer::node).toList();
        int turn = (int) (meeting.now() / TURN.toMillis() % writers.size());
        int place = Math.floorMod(names.indexOf(node) - turn, writers.size());
        boolean leads = Objects.equals(first.node(), node);
        return new ClusterShare(writers.size(), place, leads, first.chunks(), leads ? searching : first.searching());
    }

    /** Says that this node writes no more. */
    void leave() {
        try {
            table.leave(node);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Other nodes will see by this one's silence that it does not write", Redacted.of(e));
        }
    }
}
