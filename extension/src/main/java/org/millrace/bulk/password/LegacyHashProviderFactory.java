package org.millrace.bulk.password;

import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.millrace.server.Compatibility;

/**
 * The hash provider of format {@code legacy}: after a password reset before the first login, Keycloak verifies the password
 * history and requires a provider for each algorithm. It accepts no password.
 */
public final class LegacyHashProviderFactory
        implements PasswordHashProviderFactory, EnvironmentDependentProviderFactory {
    @Override
    public PasswordHashProvider create(KeycloakSession session) {
        return new Provider(session);
    }

    @Override
    public String getId() {
        return LegacyPassword.ALGORITHM;
    }

    /** Keycloak loads this class on every version. */
    @Override
    public boolean isSupported(Config.Scope config) {
        return Compatibility.isSupported();
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}

    /** Below Keycloak's own, so that it never becomes the default for new passwords. */
    @Override
    public int order() {
        return -1;
    }

    private static final class Provider extends ImportedHashProvider {
        private Provider(KeycloakSession session) {
            super(session);
        }

        @Override
        public boolean verify(String rawPassword, PasswordCredentialModel credential) {
            return false;
        }
    }
}
