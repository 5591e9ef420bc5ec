package org.millrace.bulk.password;

import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.server.Compatibility;

/** Makes the providers of one algorithm. The id is what {@code credentialData.algorithm} names. */
public abstract class ForeignPasswordProviderFactory
        implements PasswordHashProviderFactory, EnvironmentDependentProviderFactory {
    private final HashFormat format;

    /** @param format format of the stored hashes */
    protected ForeignPasswordProviderFactory(HashFormat format) {
        this.format = format;
    }

    HashFormat format() {
        return format;
    }

    @Override
    public PasswordHashProvider create(KeycloakSession session) {
        PasswordSettings settings = PasswordSettings.configured();
        return new ForeignPasswordProvider(session, format, settings.limits(), settings.keys(session));
    }

    @Override
    public String getId() {
        return StoredPassword.ALGORITHM_PREFIX + format.id();
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

    /** Below Keycloak's own, so that none of these becomes the default for new passwords. */
    @Override
    public int order() {
        return -1;
    }
}
