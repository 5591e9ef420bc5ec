package org.millrace.bulk.password;

import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;

/**
 * Verifies imported passwords. It hashes no new ones: if the password policy of a realm names its algorithm, which Keycloak accepts, new
 * passwords get the server's default algorithm, and imported hashes are replaced by it at the first successful login.
 */
abstract class ImportedHashProvider implements PasswordHashProvider {
    private final KeycloakSession session;

    ImportedHashProvider(KeycloakSession session) {
        this.session = session;
    }

    /** Whether the server's default algorithm accepts the credential as it is. */
    @Override
    public final boolean policyCheck(PasswordPolicy policy, PasswordCredentialModel credential) {
        return defaultProvider().policyCheck(policy, credential);
    }

    /** Hashes with the server's default algorithm. */
    @Override
    public final PasswordCredentialModel encodedCredential(String rawPassword, int iterations) {
        return defaultProvider().encodedCredential(rawPassword, iterations);
    }

    private PasswordHashProvider defaultProvider() {
        PasswordHashProvider provider = session.getProvider(PasswordHashProvider.class);
        if (provider instanceof ImportedHashProvider) {
            throw new IllegalStateException(
                    "Setting spi-password-hashing--provider-default names an algorithm that only verifies imported passwords; choose argon2");
        }
        return provider;
    }

    @Override
    public final void close() {}
}
