package org.millrace.bulk.password.model;

import java.security.MessageDigest;
import java.util.Optional;
import org.millrace.bulk.record.HashRecord;

/**
 * A parsed password hash. Immutable, for any thread. Implementations never show value or salt in {@code toString}.
 */
public interface PasswordHash {
    /**
     * Derives what the password would have been stored as.
     *
     * @throws MissingKeyException if the hash needs a key that the server's configuration does not have
     */
    byte[] compute(String password, HashKeys keys);

    /** What {@link #compute} returns for the right password. */
    byte[] expected();

    /** The form in which the hash is stored; parsing it gives an equal hash. The format is the one whose provider verifies it. */
    HashRecord stored();

    /** The number that {@code credentialData.hashIterations} shows. */
    int iterations();

    /**
     * Checks the cost of one verification.
     *
     * @throws InvalidHashException if it exceeds a limit
     */
    void checkCost(HashLimits limits);

    /** The name of the key or pepper in the server's configuration, if the hash needs one. */
    default Optional<String> keyName() {
        return Optional.empty();
    }

    /** The same hash for an algorithm that Keycloak verifies itself. */
    default Optional<KeycloakHash> keycloakForm() {
        return Optional.empty();
    }

    /** Compares in constant time. */
    default boolean matches(String password, HashKeys keys) {
        return MessageDigest.isEqual(compute(password, keys), expected());
    }
}
