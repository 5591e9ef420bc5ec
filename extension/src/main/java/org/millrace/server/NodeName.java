package org.millrace.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.infinispan.Cache;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.provider.Spi;

/** What this node is called: by its cluster, or, where there is none, after its host and process. */
public final class NodeName {
    private static final Logger LOG = Logger.getLogger(NodeName.class);

    private static final String SPI = "connectionsInfinispan";

    private NodeName() {}

    /** The name; available after the start of the server. */
    public static String of(KeycloakSessionFactory sessions) {
        try {
            String name = clusterName(sessions);
            if (name != null && !name.isBlank()) {
                return name;
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("The cluster has no name for this node", e);
        }
        return hostName() + "-" + ProcessHandle.current().pid();
    }

    /** The SPI's classes are in a module that Maven Central does not serve completely: its one method goes by name. */
    private static @org.jspecify.annotations.Nullable String clusterName(KeycloakSessionFactory sessions)
            throws ReflectiveOperationException {
        Class<? extends Provider> type = sessions.getSpis().stream()
                .filter(spi -> spi.getName().equals(SPI))
                .findFirst()
                .map(Spi::getProviderClass)
                .orElseThrow(() -> new ClassNotFoundException("the server has no SPI " + SPI));
        try (KeycloakSession session = sessions.create()) {
            Provider connections = session.getProvider(type);
            Object cache = type.getMethod("getCache", String.class).invoke(connections, "realms");
            return ((Cache<?, ?>) cache)
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
