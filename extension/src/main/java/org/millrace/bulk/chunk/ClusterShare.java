package org.millrace.bulk.chunk;

/**
 * Which part of the chunks that the database gains from is written on this node. It is one database that all nodes write to, so
 * one of them finds out how many chunks at once are worth it, while all write, and each writes its share of them.
 *
 * @param nodes how many write at present, at least 1
 * @param place of this node among them, from 0; changes now and then, so that a limit below the number of nodes is each one's for a
 *     while
 * @param leads whether this is the node that finds the limit
 * @param limit chunks at once of all nodes together, as the one that leads has told them
 * @param phase what the one that leads does, as it has told them
 */
public record ClusterShare(int nodes, int place, boolean leads, int limit, Phase phase) {
    /** That of a node that writes alone. */
    public static final ClusterShare ALONE = new ClusterShare(1, 0, true, 0, Phase.SETTLED);

    /** How far the node that leads is. */
    public enum Phase {
        /** It has found a limit. */
        SETTLED,
        /** It tries limits out. */
        TRYING,
        /** It has to know how fast a chunk is while no other is written: the other nodes hold still. */
        HOLDING
    }

    boolean isAlone() {
        return nodes == 1;
    }

    /** This node's part of so many chunks at once; may be none. */
    int of(int total) {
        return total / nodes + (place < total % nodes ? 1 : 0);
    }
}
