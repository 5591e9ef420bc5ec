package org.millrace.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;

/** What this node is called: by its cluster, or, where there is none, after its host and process. */
public final class NodeName {
    private static final Logger LOG = Logger.getLogger(NodeName.class);

    private NodeName() {}

    /** The name; available after the start of the server. */
    public static String of(KeycloakSessionFactory sessions) {
        try {
            String name = clusterName(sessions);
            if (name != null && !name.isBlank()) {
                return name;
            }
        } catch (RuntimeException e) {
            LOG.debug("The cluster has no name for this node", e);
        }
        return hostName() + "-" + ProcessHandle.current().pid();
    }

    private static @Nullable String clusterName(KeycloakSessionFactory sessions) {
        try (KeycloakSession session = sessions.create()) {
            return session.getProvider(InfinispanConnectionProvider.class)
                    .getCache(InfinispanConnectionProvider.REALM_CACHE_NAME)
                    .getCacheManager()
                    .getCacheManagerConfiguration()
                    .transport()
                    .nodeName();
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unresolvable) {
            return "localhost"; // A host whose own name does not resolve is still this one.
        }
    }
}
