package org.millrace.bulk.pace;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.ClusterShare;
import org.millrace.bulk.chunk.ClusterShare.Phase;
import org.millrace.bulk.chunk.Redacted;

/** Makes one limit of the nodes that write to the same database: whoever began first finds it, and each has a share. */
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
     * @param phase how far it is in finding that
     */
    ClusterShare meet(int chunks, Phase phase) {
        try {
            PaceTable.Meeting meeting = table.meet(node, chunks, phase);
            return share(meeting, node);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Nobody can tell which other nodes write", Redacted.of(e));
            return ClusterShare.ALONE;
        }
    }

    static ClusterShare share(PaceTable.Meeting meeting, String node) {
        List<PaceTable.Writer> writers = meeting.writers();
        PaceTable.Writer first = writers.get(0);
        List<String> names = writers.stream().map(PaceTable.Writer::node).toList();
        // The one that tries limits out has to take part in each.
        long turn = first.phase() == Phase.SETTLED ? meeting.now() / TURN.toMillis() : 0;
        int place = (int) Math.floorMod(names.indexOf(node) - turn, (long) writers.size());
        return new ClusterShare(writers.size(), place, first.node().equals(node), first.chunks(), first.phase());
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
