package org.millrace.bulk.job;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProvider;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.millrace.server.FaultIsolation;

/**
 * Has Keycloak create and migrate the tables of jobs, under its own lock and migration strategy. They are used with plain
 * SQL, so no entity is added to the server's persistence unit.
 */
public final class JobTables implements JpaEntityProviderFactory {
    /** Keycloak names the change log's table after its first ten letters. */
    private static final String ID = "millrace-jobs";

    private static final String CHANGE_LOG = "META-INF/millrace-jobs-changelog.xml";

    @Override
    public JpaEntityProvider create(KeycloakSession session) {
        return new JpaEntityProvider() {
            @Override
            public List<Class<?>> getEntities() {
                return List.of();
            }

            // Keycloak checks for null, and creates nothing then; its interface has no annotation that says so.
            @Override
            @SuppressWarnings("NullAway")
            public @Nullable String getChangelogLocation() {
                // A method reference would load the class here already.
                return FaultIsolation.test("Jobs are not available", () -> JobSupport.needsTables())
                        ? CHANGE_LOG
                        : null;
            }

            @Override
            public String getFactoryId() {
                return ID;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory sessions) {}

    @Override
    public void close() {}
}
