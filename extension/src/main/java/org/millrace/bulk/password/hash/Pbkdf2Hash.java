package org.millrace.bulk.password.hash;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.KeycloakHash;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** A PBKDF2 hash (RFC 8018) with HMAC. */
record Pbkdf2Hash(HashFunction function, int iterations, byte[] salt, byte[] expected) implements PasswordHash {
    @Override
    public byte[] compute(String password, HashKeys keys) {
        return derive(function, password.getBytes(StandardCharsets.UTF_8), salt, iterations, expected.length);
    }

    static byte[] derive(HashFunction function, byte[] password, byte[] salt, int iterations, int bytes) {
        Mac mac = function.mac(password);
        ByteBuffer derived = ByteBuffer.allocate(bytes);
        for (int block = 1; derived.hasRemaining(); block++) {
            mac.update(salt);
            byte[] chained =
                    mac.doFinal(ByteBuffer.allocate(Integer.BYTES).putInt(block).array());
            byte[] result = chained.clone();
            for (int i = 1; i < iterations; i++) {
                chained = mac.doFinal(chained);
                for (int at = 0; at < result.length; at++) {
                    result[at] ^= chained[at];
                }
            }
            derived.put(result, 0, Math.min(result.length, derived.remaining()));
        }
        return derived.array();
    }

    @Override
    public HashRecord stored() {
        return new HashRecord(
                Pbkdf2.ID,
                Base64.getEncoder().encodeToString(expected),
                Base64.getEncoder().encodeToString(salt),
                Map.of(Pbkdf2.DIGEST, function.id(), Pbkdf2.ITERATIONS, Integer.toString(iterations)));
    }

    @Override
    public void checkCost(HashLimits limits) {
        // Each block of the derived key takes all iterations.
        long blocks = (expected.length + function.length() - 1L) / function.length();
        limits.check(
                HashLimits.Limit.ITERATIONS, iterations * blocks, "The number of iterations times blocks of PBKDF2");
    }

    @Override
    public Optional<KeycloakHash> keycloakForm() {
        String algorithm = switch (function) {
            case SHA1 -> "pbkdf2";
            case SHA256 -> "pbkdf2-sha256";
            case SHA512 -> "pbkdf2-sha512";
            default -> "";
        };
        // Java's PBEKeySpec rejects an empty salt.
        return algorithm.isEmpty() || salt.length == 0
                ? Optional.empty()
                : Optional.of(new KeycloakHash(algorithm, iterations, Map.of(), expected, salt));
    }

    @Override
    public String toString() {
        return "Pbkdf2Hash[function=" + function.id() + ", iterations=" + iterations + "]";
    }
}
