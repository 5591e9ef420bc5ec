package org.millrace.bulk.rest;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;

/** Puts the bulk import under {@code /admin/realms/{realm}/bulk-import}. */
public final class BulkImportResourceProviderFactory implements AdminRealmResourceProviderFactory {
    /** The path segment, and the name in the configuration. */
    public static final String ID = "bulk-import";

    private @Nullable ImportSettings settings;
    private @Nullable BulkImport bulkImport;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public void init(Config.Scope config) {
        settings = ImportSettings.of(config);
        BodyLimit.set(settings.maxBodyBytes());
    }

    @Override
    public void postInit(KeycloakSessionFactory sessions) {
        bulkImport = new BulkImport(Objects.requireNonNull(settings, "settings are read in init"), sessions);
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        BulkImport shared = Objects.requireNonNull(bulkImport, "sessions come after postInit");
        return new AdminRealmResourceProvider() {
            @Override
            public Object getResource(
                    KeycloakSession requestSession,
                    org.keycloak.models.RealmModel realm,
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
