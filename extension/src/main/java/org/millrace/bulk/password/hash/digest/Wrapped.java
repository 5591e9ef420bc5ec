package org.millrace.bulk.password.hash.digest;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.hash.Argon2Hash;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** A digest of format {@code digest} inside Argon2id, as {@code wrapWeakHashes} stores it. */
public final class Wrapped implements HashFormat {
    /** The id. */
    public static final String ID = "wrapped";

    static final String MEMORY = "memory";
    static final String PASSES = "passes";
    static final String PARALLELISM = "parallelism";
    static final char SALT_SEPARATOR = '$';

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SALT_BYTES = 16;
    private static final int BYTES = 32;
    private static final int VERSION = 19;
    /** KiB; with five passes and one lane what Keycloak and OWASP recommend. */
    private static final int DEFAULT_MEMORY = 7168;

    private static final int DEFAULT_PASSES = 5;
    private static final int KIBIBYTES_A_LANE = 8;
    private static final int MAX_LANES = 255;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "A weak digest inside Argon2id, as wrapWeakHashes stores it";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    /** The hash inside Argon2id if its function is MD4, MD5 or SHA-1. */
    public static Optional<PasswordHash> around(PasswordHash hash) {
        if (!(hash instanceof DigestHash inner) || !inner.isWeak()) {
            return Optional.empty();
        }
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        Argon2Hash recipe = new Argon2Hash("id", VERSION, DEFAULT_MEMORY, DEFAULT_PASSES, 1, salt, new byte[BYTES]);
        byte[] outer = recipe.derive(inner.expected());
        return Optional.of(new WrappedHash(
                withoutDigest(inner.recipe(), inner.salt()),
                new Argon2Hash("id", VERSION, DEFAULT_MEMORY, DEFAULT_PASSES, 1, salt, outer)));
    }

    private static DigestHash withoutDigest(DigestRecipe recipe, @Nullable String salt) {
        return new DigestHash(recipe, salt, new byte[0]);
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        String salts = fields.salt();
        int separator = salts.indexOf(SALT_SEPARATOR);
        String innerSalt = separator < 0 ? null : salts.substring(separator + 1);
        int lanes = fields.number(PARALLELISM, 1, MAX_LANES);
        byte[] digest = BinaryText.BASE64.bytes(hash.value(), "The value", BYTES);
        byte[] salt = BinaryText.BASE64.bytes(separator < 0 ? salts : salts.substring(0, separator), "The salt");
        if (salt.length != SALT_BYTES) {
            throw InvalidHashException.malformed("The salt has " + salt.length + " bytes instead of " + SALT_BYTES);
        }
        return new WrappedHash(
                withoutDigest(Digest.recipe(fields, innerSalt), innerSalt),
                new Argon2Hash(
                        "id",
                        VERSION,
                        fields.number(MEMORY, KIBIBYTES_A_LANE * lanes, Integer.MAX_VALUE),
                        fields.number(PASSES, 1, Integer.MAX_VALUE),
                        lanes,
                        salt,
                        digest));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of();
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = DigestRecipe.documentation();
        parameters.put(MEMORY, "memory of Argon2id in KiB");
        parameters.put(PASSES, "iterations of Argon2id");
        parameters.put(PARALLELISM, "lanes of Argon2id");
        return parameters;
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.MEMORY, HashLimits.Limit.WORK, HashLimits.Limit.ITERATIONS);
    }
}
