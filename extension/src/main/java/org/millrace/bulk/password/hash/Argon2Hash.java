package org.millrace.bulk.password.hash;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.KeycloakHash;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/**
 * An Argon2 hash (RFC 9106).
 *
 * @param type d, i or id
 * @param version 16 or 19
 * @param memory in KiB
 */
public record Argon2Hash(
        String type, int version, int memory, int iterations, int parallelism, byte[] salt, byte[] expected)
        implements PasswordHash {
    private static final int KIBIBYTE = 1024;
    private static final int VERSION_10 = 16;

    @Override
    public byte[] compute(String password, HashKeys keys) {
        return derive(password.getBytes(StandardCharsets.UTF_8));
    }

    /** The hash of a password with this type, salt and cost. */
    public byte[] derive(byte[] password) {
        int argon2 = switch (type) {
            case "d" -> Argon2Parameters.ARGON2_d;
            case "i" -> Argon2Parameters.ARGON2_i;
            default -> Argon2Parameters.ARGON2_id;
        };
        Argon2Parameters parameters = new Argon2Parameters.Builder(argon2)
                .withVersion(version)
                .withMemoryAsKB(memory)
                .withIterations(iterations)
                .withParallelism(parallelism)
                .withSalt(salt)
                .build();
        return HashMemory.with((long) memory * KIBIBYTE, () -> {
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(parameters);
            byte[] derived = new byte[expected.length];
            generator.generateBytes(password, derived);
            return derived;
        });
    }

    @Override
    public HashRecord stored() {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        String text = "$argon2" + type + "$v=" + version + "$m=" + memory + ",t=" + iterations + ",p=" + parallelism
                + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(expected);
        return new HashRecord(Argon2.ID, text, null, Map.of());
    }

    @Override
    public void checkCost(HashLimits limits) {
        long mebibytes = (memory + KIBIBYTE - 1L) / KIBIBYTE;
        limits.check(HashLimits.Limit.MEMORY, mebibytes, "The memory of Argon2 in MiB");
        limits.check(HashLimits.Limit.WORK, mebibytes * iterations, "Memory in MiB times iterations of Argon2");
    }

    @Override
    public Optional<KeycloakHash> keycloakForm() {
        return Optional.of(new KeycloakHash(
                "argon2",
                iterations,
                Map.of(
                        "type", type,
                        "version", version == VERSION_10 ? "1.0" : "1.3",
                        "memory", Integer.toString(memory),
                        "parallelism", Integer.toString(parallelism),
                        "hashLength", Integer.toString(expected.length)),
                expected,
                salt));
    }

    @Override
    public boolean needsBouncyCastle() {
        return true;
    }

    @Override
    public String toString() {
        return "Argon2Hash[type=" + type + ", memory=" + memory + ", iterations=" + iterations + "]";
    }
}
