package org.millrace.bulk.pace;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.ClusterShare;
import org.millrace.bulk.chunk.ClusterShare.Phase;
import org.millrace.bulk.chunk.Redacted;

/** Makes one limit of the nodes that write to the same database: whoever began first finds it, and each has a share. For one thread. */
final class ClusterPace {
    private static final Logger LOG = Logger.getLogger(ClusterPace.class);

    /** With fewer chunks at once than nodes, each has its turn for so long: a few chunks, and a few looks. */
    private static final Duration TURN = Duration.ofSeconds(5);

    /** So long, one that leads may have less to write than it may. */
    private static final int LOOKS = 10;

    private final WritingNodes nodes;
    private final LongSupplier nanoTime;
    private final String node = UUID.randomUUID().toString();
    private ClusterShare last = ClusterShare.ALONE;
    private long lastMeeting;
    private int unsaturated;

    /** @param nanoTime the running time, as {@link System#nanoTime()} */
    ClusterPace(WritingNodes nodes, LongSupplier nanoTime) {
        this.nodes = nodes;
        this.nanoTime = nanoTime;
    }

    /**
     * This node's share. While the database cannot tell who else writes it is what it was, and soon that of a node that is alone: nothing
     * can be written then either.
     *
     * @param chunks how many at once the database gains from, as far as this node knows
     * @param phase how far it is in finding that
     * @param saturated whether it writes all that it may, without which it can find nothing
     */
    ClusterShare meet(int chunks, Phase phase, boolean saturated) {
        try {
            unsaturated = saturated ? 0 : unsaturated + 1;
            if (last.leads() && last.nodes() > 1 && unsaturated >= LOOKS) {
                // Another one may be able to find more.
                unsaturated = 0;
                nodes.leave(node);
            }
            last = share(nodes.meet(node, chunks, phase), node);
            lastMeeting = nanoTime.getAsLong();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Nobody can tell which other nodes write", Redacted.of(e));
            if (nanoTime.getAsLong() - lastMeeting > WritingNodes.SILENT.toNanos()) {
                last = ClusterShare.ALONE;
            }
        }
        return last;
    }

    static ClusterShare share(WritingNodes.Meeting meeting, String node) {
        List<WritingNodes.Writer> writers = meeting.writers();
        WritingNodes.Writer first = writers.get(0);
        List<String> names = writers.stream().map(WritingNodes.Writer::node).toList();
        // The one that tries limits out has to take part in each.
        long turn = first.phase() == Phase.SETTLED ? meeting.now() / TURN.toMillis() : 0;
        int place = (int) Math.floorMod(names.indexOf(node) - turn, (long) writers.size());
        return new ClusterShare(writers.size(), place, first.node().equals(node), first.chunks(), first.phase());
    }

    /** Says that this node writes no more. */
    void leave() {
        last = ClusterShare.ALONE;
        unsaturated = 0;
        try {
            nodes.leave(node);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Other nodes will see by this one's silence that it does not write", Redacted.of(e));
        }
    }
}
