package org.millrace.bulk.password;

import io.agroal.api.AgroalDataSource;
import io.quarkus.arc.Arc;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.keycloak.credential.CredentialProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.millrace.bulk.password.endpoint.EndpointSettings;
import org.millrace.bulk.password.endpoint.PasswordEndpoints;
import org.millrace.server.Compatibility;

/** Makes the providers that verify passwords of format {@code legacy}. */
public final class LegacyCredentialProviderFactory
        implements CredentialProviderFactory<LegacyCredentialProvider>, EnvironmentDependentProviderFactory {
    private static final String REQUEST_THREADS = "quarkus.thread-pool.max-threads";
    /** Keycloak's default for the request threads. */
    private static final int THREADS = 50;

    private @Nullable PasswordEndpoints endpoints;

    @Override
    public LegacyCredentialProvider create(KeycloakSession session) {
        return new LegacyCredentialProvider(session, endpoints());
    }

    /** At the first login: the pool exists then. */
    private synchronized PasswordEndpoints endpoints() {
        PasswordEndpoints known = endpoints;
        if (known == null) {
            known = new PasswordEndpoints(EndpointSettings.configured(), capacity());
            endpoints = known;
        }
        return known;
    }

    private static int capacity() {
        int connections = Arc.container()
                .instance(AgroalDataSource.class)
                .get()
                .getConfiguration()
                .connectionPoolConfiguration()
                .maxSize();
        int threads = ConfigProvider.getConfig()
                .getOptionalValue(REQUEST_THREADS, Integer.class)
                .orElse(THREADS);
        return Math.min(connections, threads);
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
    public synchronized void close() {
        if (endpoints != null) {
            endpoints.close();
        }
    }
}
