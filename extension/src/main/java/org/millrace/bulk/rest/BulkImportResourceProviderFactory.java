package org.millrace.bulk.rest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ServerInfoAwareProviderFactory;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;
import org.millrace.server.setting.InvalidSettingException;

/**
 * Puts the bulk import under {@code /admin/realms/{realm}/bulk-import}. Keycloak loads this class on every version, so it uses no type
 * that one of them lacks: {@link BulkImportExtension} does the work.
 */
public final class BulkImportResourceProviderFactory
        implements AdminRealmResourceProviderFactory, ServerInfoAwareProviderFactory {
    /** The path segment, and the name in the configuration. */
    public static final String ID = "bulk-import";

    private static final String DISABLED = "The bulk import is disabled: it failed to start";

    private @Nullable BulkImportExtension extension;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return Compatibility.isSupported() ? BulkImportExtension.declarations() : List.of();
    }

    /** @throws InvalidSettingException if a setting has a value that is not allowed */
    @Override
    public void init(Config.Scope config) {
        if (Compatibility.isSupported()) {
            FaultIsolation.run(DISABLED, () -> extension = new BulkImportExtension(config));
        }
    }

    @Override
    public void postInit(KeycloakSessionFactory sessions) {
        Compatibility.log();
        BulkImportExtension configured = extension;
        if (configured != null && !FaultIsolation.run(DISABLED, () -> configured.start(sessions))) {
            extension = null;
        }
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        BulkImportExtension running = extension;
        return running == null ? Compatibility.noResource() : running.provider();
    }

    /** What the page <i>Server info</i> of the admin console shows. */
    @Override
    public Map<String, String> getOperationalInfo() {
        return Map.of(
                "version", Compatibility.millraceVersion(),
                "keycloak", Compatibility.range(),
                "state", extension == null ? "disabled" : "enabled");
    }

    @Override
    public void close() {
        BulkImportExtension running = extension;
        if (running != null) {
            FaultIsolation.run("The bulk import was not stopped", running::close);
        }
    }
}
