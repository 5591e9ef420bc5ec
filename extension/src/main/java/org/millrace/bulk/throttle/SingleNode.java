package org.millrace.bulk.throttle;

/** A node without the table in which nodes find each other: it always takes itself for the only one. */
final class SingleNode implements WritingNodes {
    @Override
    public int heartbeat(String node, int limit) {
        return 1;
    }

    @Override
    public void leave(String node) {
        // No other node was informed.
    }
}
