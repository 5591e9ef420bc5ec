package org.millrace.bulk.password;

import org.keycloak.models.KeycloakSession;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;

/** Verifies imported passwords of one algorithm at login. */
final class ForeignPasswordProvider extends ImportedHashProvider {
    private final HashFormat format;
    private final HashLimits limits;
    private final HashKeys keys;

    ForeignPasswordProvider(KeycloakSession session, HashFormat format, HashLimits limits, HashKeys keys) {
        super(session);
        this.format = format;
        this.limits = limits;
        this.keys = keys;
    }

    /**
     * Whether the password is right.
     *
     * @throws IllegalArgumentException if the hash is malformed or exceeds a limit
     * @throws IllegalStateException if the server's configuration lacks the key that the hash names
     */
    @Override
    public boolean verify(String rawPassword, PasswordCredentialModel credential) {
        return verify(rawPassword, new StoredPassword(credential.getCredentialData(), credential.getSecretData()));
    }

    boolean verify(String rawPassword, StoredPassword stored) {
        PasswordHash hash = format.parse(stored.hash());
        hash.checkCost(limits);
        return hash.matches(rawPassword, keys);
    }
}
