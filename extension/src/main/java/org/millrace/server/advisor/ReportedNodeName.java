package org.millrace.server.advisor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Supplier;
import org.millrace.server.advisor.sampler.CacheSampler;

/** The node's name in its cluster, once that is known; until then, and without a cluster, the host's. */
final class ReportedNodeName implements Supplier<String> {

    private final CacheSampler caches;
    private final String host = hostName();

    ReportedNodeName(CacheSampler caches) {
        this.caches = caches;
    }

    @Override
    public String get() {
        return caches.nodeName().orElse(host);
    }

    static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unresolvable) {
            return "localhost"; // A host whose own name does not resolve is still this one.
        }
    }
}
