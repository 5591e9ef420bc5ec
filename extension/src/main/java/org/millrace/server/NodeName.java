package org.millrace.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.infinispan.manager.EmbeddedCacheManager;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;

/** The name of this node in jobs and in reports: that in its cluster, or, without a cluster, its host and process. */
public final class NodeName {
    private static final Logger LOG = Logger.getLogger(NodeName.class);

    private NodeName() {}

    /** The name; available after the start of the server. */
    public static String of(KeycloakSessionFactory sessions) {
        try {
            return of(caches(sessions));
        } catch (RuntimeException e) {
            LOG.debug("The cluster has no name for this node", e);
            return ofProcess();
        }
    }

    /** The name as the other nodes know it. */
    public static String of(EmbeddedCacheManager caches) {
        // A class in one version of Infinispan and an interface in another.
        @Nullable Object address = caches.getAddress();
        @Nullable
        String configured = caches.getCacheManagerConfiguration().transport().nodeName();
        @Nullable String name = address == null ? configured : address.toString();
        return name == null || name.isBlank() ? ofProcess() : name;
    }

    /** The name without a cluster. */
    public static String ofProcess() {
        return host() + "-" + ProcessHandle.current().pid();
    }

    /** The name of this host. */
    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unresolvable) {
            return "localhost"; // A host whose own name does not resolve is still this one.
        }
    }

    /** The embedded caches of the server; the first call makes it start them, which needs the tables of its database. */
    public static EmbeddedCacheManager caches(KeycloakSessionFactory sessions) {
        try (KeycloakSession session = sessions.create()) {
            return session.getProvider(InfinispanConnectionProvider.class)
                    .getCache(InfinispanConnectionProvider.REALM_CACHE_NAME)
                    .getCacheManager();
        }
    }
}
