package org.millrace.server.page;

import java.util.List;
import org.jboss.logging.Logger;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.services.resource.RealmResourceProvider;
import org.keycloak.services.resource.RealmResourceProviderFactory;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;
import org.millrace.server.setting.BooleanSetting;
import org.millrace.server.setting.InvalidSettingException;

/**
 * Serves the page at {@code /realms/{realm}/millrace} if the setting {@code page} is {@code true}; it is {@code false} by default, and
 * Keycloak then answers 404. Keycloak loads this class on every version, so it uses no type that one of them lacks.
 */
public final class StandalonePageProviderFactory implements RealmResourceProviderFactory {
    /** The path segment, and the name in the configuration. */
    public static final String ID = "millrace";

    private static final Logger LOG = Logger.getLogger(StandalonePageProviderFactory.class);
    private static final BooleanSetting PAGE = new BooleanSetting(
            ID, "page", false, "Whether the page for bulk imports is served at /realms/{realm}/" + ID + ".");

    private boolean enabled;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return List.of(PAGE.metadata());
    }

    /** @throws InvalidSettingException if the setting is neither {@code true} nor {@code false} */
    @Override
    public void init(Config.Scope config) {
        FaultIsolation.run(
                "The page for bulk imports is disabled",
                () -> enabled = Compatibility.isSupported() && PAGE.read(config));
    }

    @Override
    public void postInit(KeycloakSessionFactory sessions) {
        if (enabled) {
            LOG.infof("The page for bulk imports is served at /realms/{realm}/%s", ID);
        }
    }

    @Override
    public RealmResourceProvider create(KeycloakSession session) {
        return new StandalonePageProvider(enabled ? session : null);
    }

    @Override
    public void close() {}
}
