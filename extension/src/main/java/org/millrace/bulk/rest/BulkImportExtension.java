package org.millrace.bulk.rest;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.job.JobDeclarations;
import org.millrace.bulk.job.queue.QueuePolicy;
import org.millrace.bulk.job.run.JobSettings;
import org.millrace.bulk.password.PasswordSettings;
import org.millrace.bulk.password.endpoint.EndpointSettings;
import org.millrace.bulk.rest.body.BodyLimit;
import org.millrace.bulk.rest.run.BulkImport;
import org.millrace.bulk.rest.setting.ImportDeclarations;
import org.millrace.bulk.rest.setting.ImportSettings;
import org.millrace.bulk.writer.RemovedEntityListener;
import org.millrace.server.FaultIsolation;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.setting.DeclaredSetting;
import org.millrace.server.setting.InvalidSettingException;

/** The bulk import of this node: its settings, and its life from the start of the server to its end. */
final class BulkImportExtension implements AutoCloseable {
    private static final String NOT_STOPPED = "Imports were not stopped before the shutdown";

    private final ImportSettings settings;
    private final JobSettings jobSettings;
    private final QueuePolicy queues;
    private @Nullable BulkImport bulkImport;

    /**
     * Reads the settings.
     *
     * @throws InvalidSettingException if a value is out of its range
     */
    BulkImportExtension(Config.Scope config) {
        settings = ImportSettings.of(config);
        jobSettings = ImportSettings.jobs(config);
        queues = ImportSettings.queues(config);
        PasswordSettings.of(config);
        EndpointSettings.of(config);
    }

    /** Every setting, in Keycloak's form. */
    static List<ProviderConfigProperty> declarations() {
        return DeclaredSetting.metadata(
                ImportDeclarations.ALL, JobDeclarations.ALL, PasswordSettings.ALL, EndpointSettings.ALL);
    }

    void start(KeycloakSessionFactory sessions) {
        BulkImport shared = new BulkImport(settings, jobSettings, queues, sessions);
        bulkImport = shared;
        BodyLimit.set(settings.maxBodyBytes());
        ServerShutdown.beforeCachesStop(() -> FaultIsolation.run(NOT_STOPPED, shared::stop));
        sessions.register(new RemovedEntityListener(new OrphanDeletion(shared)::deleteSoon));
        sessions.register(event -> {
            if (event instanceof PostMigrationEvent) {
                if (!KeycloakBridge.isNonServerMode()) {
                    FaultIsolation.run("Jobs are not processed on this node", shared::serverStarted);
                }
            } else if (KeycloakBridge.isShutdownDelayInitiated(event)) {
                FaultIsolation.run(NOT_STOPPED, shared::stop);
            } else if (event instanceof RealmModel.RealmRemovedEvent removed) {
                shared.forgetRealm(removed.getRealm().getId());
            }
        });
    }

    AdminRealmResourceProvider provider() {
        BulkImport shared = Objects.requireNonNull(bulkImport, "sessions come after postInit");
        return new AdminRealmResourceProvider() {
            @Override
            public Object getResource(
                    KeycloakSession session,
                    RealmModel realm,
                    AdminPermissionEvaluator permissions,
                    AdminEventBuilder events) {
                return new BulkImportResource(shared, session, realm, permissions, events);
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
