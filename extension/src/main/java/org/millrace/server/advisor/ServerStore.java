package org.millrace.server.advisor;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import org.keycloak.common.Version;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.PostMigrationEvent;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.effect.Changes;
import org.millrace.bulk.job.JobSupport;
import org.millrace.server.Compatibility;
import org.millrace.server.Database;
import org.millrace.server.NodeName;
import org.millrace.server.advisor.sampler.PoolSampler;
import org.millrace.server.advisor.store.AdvisorStore;
import org.millrace.server.advisor.store.OwnConnections;

/** Creates the store of this server's incidents and changes. */
final class ServerStore {

    private ServerStore() {}

    /** To be called before the advisor starts. */
    static AdvisorStore create(KeycloakSessionFactory factory, AdvisorOptions options, Advisor advisor) {
        Changes changes = new Changes(
                advisor::node,
                Map.of("keycloak", Version.VERSION, "millrace", Compatibility.millraceVersion()),
                options.stored().changes(),
                Instant.now());
        advisor.onDiagnosis(diagnosis -> {
            changes.observe(advisor.window(Changes.SLOT));
            changes.propose(diagnosis);
        });
        boolean tables = options.databaseConnection() && JobSupport.ofServer() == JobSupport.AVAILABLE;
        AdvisorStore.@Nullable Source source = tables ? ServerStore::database : null;
        AdvisorStore store = new AdvisorStore(advisor, changes, options.stored(), name(), source);
        advisor.showApplied(store::applied);
        factory.register(event -> {
            if (event instanceof PostMigrationEvent) {
                store.begin();
            }
        });
        return store;
    }

    private static Database database() throws SQLException {
        return OwnConnections.database(
                PoolSampler.serverPool().orElseThrow(() -> new SQLException("the server has no connection pool")));
    }

    /** Host name and ports, which distinguish several servers on a host. */
    private static String name() {
        Config config = ConfigProvider.getConfig();
        String port = config.getOptionalValue("kc.http-port", String.class).orElse("") + "/"
                + config.getOptionalValue("kc.https-port", String.class).orElse("");
        return NodeName.host() + " " + port;
    }
}
