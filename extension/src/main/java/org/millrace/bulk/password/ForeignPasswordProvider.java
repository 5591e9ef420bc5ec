package org.millrace.bulk.password;

import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;

/**
 * Verifies imported passwords of one algorithm at login. It hashes no new ones: Keycloak replaces an imported hash by one of the realm's
 * algorithm at the first successful login.
 */
final class ForeignPasswordProvider implements PasswordHashProvider {
    private final HashFormat format;
    private final HashLimits limits;
    private final HashKeys keys;

    ForeignPasswordProvider(HashFormat format, HashLimits limits, HashKeys keys) {
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

    /** No hash of this algorithm satisfies a policy. */
    @Override
    public boolean policyCheck(PasswordPolicy policy, PasswordCredentialModel credential) {
        return false;
    }

    /** @throws UnsupportedOperationException always */
    @Override
    public PasswordCredentialModel encodedCredential(String rawPassword, int iterations) {
        throw new UnsupportedOperationException("Hash algorithm " + StoredPassword.ALGORITHM_PREFIX + format.id()
                + " only verifies imported passwords. Choose another hash algorithm in the realm's password policy.");
    }

    @Override
    public void close() {}
}
