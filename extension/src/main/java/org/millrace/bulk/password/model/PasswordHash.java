package org.millrace.bulk.password.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.millrace.bulk.record.user.HashRecord;

/**
 * A parsed password hash. Immutable, for any thread. Implementations never show value or salt in {@code toString}.
 */
public interface PasswordHash {
    /**
     * Computes the hash of the password.
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

    /** Whether the verification uses BouncyCastle, which a server in FIPS mode lacks. */
    default boolean needsBouncyCastle() {
        return false;
    }

    /**
     * Checks that the server has the key that the hash needs.
     *
     * @throws InvalidHashException if it does not
     */
    default void checkKey(HashKeys keys) {
        keyName().ifPresent(name -> {
            try {
                keys.key(name);
            } catch (MissingKeyException e) {
                throw InvalidHashException.missingKey(e);
            }
        });
    }

    /** The same hash for an algorithm that Keycloak verifies itself. */
    default Optional<KeycloakHash> keycloakForm() {
        return Optional.empty();
    }

    /**
     * Upper bound for the length of a verified password, in bytes of UTF-8. Callers are not authenticated, and several formats
     * hash the password in every round, some in quadratic time.
     */
    int MAX_PASSWORD_BYTES = 512;

    /** Compares in constant time. A longer password than {@link #MAX_PASSWORD_BYTES} is wrong. */
    default boolean matches(String password, HashKeys keys) {
        if (password.length() > MAX_PASSWORD_BYTES
                || password.getBytes(StandardCharsets.UTF_8).length > MAX_PASSWORD_BYTES) {
            return false;
        }
        return MessageDigest.isEqual(compute(password, keys), expected());
    }
}
