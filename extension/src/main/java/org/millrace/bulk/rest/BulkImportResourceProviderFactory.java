package org.millrace.bulk.rest;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.common.util.Environment;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.services.resources.ShutdownDelayInitiatedEvent;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.millrace.bulk.job.JobSettings;
import org.millrace.bulk.job.QueuePolicy;
import org.millrace.bulk.password.PasswordSettings;
import org.millrace.bulk.writer.RemovedEntityListener;

/** Puts the bulk import under {@code /admin/realms/{realm}/bulk-import}. */
public final class BulkImportResourceProviderFactory implements AdminRealmResourceProviderFactory {
    /** The path segment, and the name in the configuration. */
    public static final String ID = "bulk-import";

    private @Nullable ImportSettings settings;
    private @Nullable JobSettings jobSettings;
    private @Nullable QueuePolicy queues;
    private @Nullable BulkImport bulkImport;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public void init(Config.Scope config) {
        settings = ImportSettings.of(config);
        jobSettings = ImportSettings.jobs(config);
        queues = ImportSettings.queues(config);
        PasswordSettings.of(config);
        BodyLimit.set(settings.maxBodyBytes());
    }

    @Override
    public void postInit(KeycloakSessionFactory sessions) {
        BulkImport shared = new BulkImport(
                Objects.requireNonNull(settings, "settings are read in init"),
                Objects.requireNonNull(jobSettings, "settings are read in init"),
                Objects.requireNonNull(queues, "settings are read in init"),
                sessions);
        bulkImport = shared;
        sessions.register(new RemovedEntityListener(shared::deleteOrphans));
        sessions.register(event -> {
            if (event instanceof PostMigrationEvent) {
                if (!Environment.isNonServerMode()) {
                    shared.startJobs();
                }
            } else if (event instanceof ShutdownDelayInitiatedEvent) {
                shared.stop();
            } else if (event instanceof RealmModel.RealmRemovedEvent removed) {
                shared.forgetRealm(removed.getRealm().getId());
            }
        });
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        BulkImport shared = Objects.requireNonNull(bulkImport, "sessions come after postInit");
        return new AdminRealmResourceProvider() {
            @Override
            public Object getResource(
                    KeycloakSession requestSession,
                    RealmModel realm,
                    org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator permissions,
                    org.keycloak.services.resources.admin.AdminEventBuilder events) {
                return new BulkImportResource(shared, requestSession, realm, permissions, events);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {
        if (bulkImport != null) {
            bulkImport.close();
        }
    }
}
