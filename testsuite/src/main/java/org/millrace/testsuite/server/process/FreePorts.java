package org.millrace.testsuite.server.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of this machine without a listener. A port of the ephemeral range, which a socket bound to port 0 would give, can be
 * taken by any outgoing connection before the server gets to listen on it; these lie below that range.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int LAST = 31_999;

    /** JGroups' failure detection listens 50,000 above, which must be a port too, and above the ephemeral range. */
    private static final int FIRST_CLUSTER = 11_000;

    private static final int LAST_CLUSTER = 15_500;
    private static final int ATTEMPTS = 1000;

    /** A process takes ports of one share, so that others, which may run tests too, seldom take a port between the check and its use. */
    private static final int SHARES = 12;

    private static final int SHARE = (int) (ProcessHandle.current().pid() % SHARES);

    private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    public static int next() {
        return next(FIRST, LAST);
    }

    /** A free port for the cluster transport. */
    public static int nextForCluster() {
        return next(FIRST_CLUSTER, LAST_CLUSTER);
    }

    private static int next(int first, int last) {
        int share = (last - first + 1) / SHARES;
        int from = first + SHARE * share;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = from + ThreadLocalRandom.current().nextInt(share);
            if (isFree(port) && HANDED_OUT.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port between " + from + " and " + (from + share - 1));
    }

    /** Tries to bind: there is no other reliable test. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
