package org.millrace.bulk.chunk;

/**
 * Which part of the chunks that the database gains from is written on this node. It is one database that all nodes write to, so
 * one of them finds out how many chunks at once are worth it, and all of them together write as many.
 *
 * @param nodes how many write at present, at least 1
 * @param place of this node among them, from 0; changes now and then, so that a limit below the number of nodes is each one's for a
 *     while
 * @param leads whether this is the node that finds the limit
 * @param limit chunks at once of all nodes together, as found by the one that leads; of no meaning on that one
 * @param searching whether the one that leads is trying out limits, and has to be alone for it; on that node, whether the others were
 *     told so
 */
public record ClusterShare(int nodes, int place, boolean leads, int limit, boolean searching) {
    /** That of a node that writes alone. */
    public static final ClusterShare ALONE = new ClusterShare(1, 0, true, 0, false);

    boolean isAlone() {
        return nodes == 1;
    }

    /** This node's part of so many chunks at once; may be none. */
    int of(int total) {
        return total / nodes + (place < total % nodes ? 1 : 0);
    }
}
