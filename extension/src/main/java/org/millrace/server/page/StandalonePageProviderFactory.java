package org.millrace.server.page;

import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.services.resource.RealmResourceProvider;
import org.keycloak.services.resource.RealmResourceProviderFactory;
import org.millrace.server.Compatibility;

/**
 * Serves the page at {@code /realms/{realm}/millrace} if the option {@code page} is {@code true}; it is {@code false} by default, and
 * Keycloak then answers 404. Keycloak loads this class on every version, so it uses no type that one of them lacks.
 */
public final class StandalonePageProviderFactory implements RealmResourceProviderFactory {
    /** The path segment, and the name in the configuration. */
    public static final String ID = "millrace";

    private static final Logger LOG = Logger.getLogger(StandalonePageProviderFactory.class);
    private static final String OPTION = "page";
    private static final String FULL_NAME = "spi-realm-restapi-extension--" + ID + "--" + OPTION;

    private boolean enabled;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return List.of(new ProviderConfigProperty(
                OPTION,
                OPTION,
                "Whether the page for bulk imports is served at /realms/{realm}/" + ID,
                ProviderConfigProperty.BOOLEAN_TYPE,
                false));
    }

    /** @throws IllegalArgumentException if the option is neither {@code true} nor {@code false}: the server must not start */
    @Override
    public void init(Config.Scope config) {
        enabled = Compatibility.isSupported() && isTrue(config.get(OPTION));
    }

    static boolean isTrue(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return false;
        }
        return switch (text.strip()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "Option " + FULL_NAME + ": \"" + text + "\" is not supported; use true or false");
        };
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
