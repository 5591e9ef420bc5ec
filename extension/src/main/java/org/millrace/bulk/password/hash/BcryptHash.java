package org.millrace.bulk.password.hash;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.crypto.generators.BCrypt;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/**
 * A bcrypt hash.
 *
 * @param text in modular crypt format
 * @param pepper the name of a key that is appended to the password
 */
record BcryptHash(String text, PreHash preHash, @Nullable String pepper) implements PasswordHash {
    /** bcrypt reads 72 bytes of the key. */
    private static final int MAX_KEY_BYTES = 72;
    /**
     * Bytes of a pepper that have to count, or all of a shorter one: a caller who may choose the hash and the password could otherwise guess the
     * pepper byte by byte, with passwords that leave room for a few bytes. In hexadecimal, as Devise generates peppers, they are 128 bits.
     */
    private static final int MIN_PEPPER_BYTES = 32;

    /** {@code $2b$12$}: the salt follows. */
    private static final int SALT_AT = 7;

    private static final int SALT_CHARACTERS = 22;
    private static final int DIGEST_BYTES = 23;

    /** Empty for a password after which bcrypt reads only a part of the pepper that is too short. */
    @Override
    public byte[] compute(String password, HashKeys keys) {
        String key = pepper == null ? "" : keys.key(pepper);
        if (preHash == PreHash.NONE && cutsPepper(password, key)) {
            return new byte[0];
        }
        String peppered = password + key;
        byte[] input = preHash.apply(peppered.getBytes(StandardCharsets.UTF_8), saltText());
        // The C implementations read the terminating zero byte too.
        byte[] terminated = Arrays.copyOf(input, Math.min(input.length + 1, MAX_KEY_BYTES));
        return Arrays.copyOf(BCrypt.generate(terminated, salt(), iterations()), DIGEST_BYTES);
    }

    /** After a password of 72 bytes, bcrypt reads nothing of the pepper. */
    private static boolean cutsPepper(String password, String pepper) {
        int read = MAX_KEY_BYTES - password.getBytes(StandardCharsets.UTF_8).length;
        int length = pepper.getBytes(StandardCharsets.UTF_8).length;
        return read > 0 && read < Math.min(length, MIN_PEPPER_BYTES);
    }

    @Override
    public byte[] expected() {
        return BinaryText.BCRYPT_BASE64.bytes(text.substring(SALT_AT + SALT_CHARACTERS), "The digest", DIGEST_BYTES);
    }

    private byte[] salt() {
        return BinaryText.BCRYPT_BASE64.bytes(saltText(), "The salt", 16);
    }

    private String saltText() {
        return text.substring(SALT_AT, SALT_AT + SALT_CHARACTERS);
    }

    @Override
    public HashRecord stored() {
        Map<String, String> parameters = new HashMap<>();
        if (preHash != PreHash.NONE) {
            parameters.put(Bcrypt.PREHASH, preHash.id());
        }
        if (pepper != null) {
            parameters.put(Bcrypt.PEPPER, pepper);
        }
        return new HashRecord(Bcrypt.ID, text, null, parameters);
    }

    @Override
    public int iterations() {
        return Integer.parseInt(text.substring(4, 6));
    }

    @Override
    public void checkCost(HashLimits limits) {
        limits.check(HashLimits.Limit.BCRYPT_COST, iterations(), "The cost of bcrypt");
    }

    @Override
    public Optional<String> keyName() {
        return Optional.ofNullable(pepper);
    }

    @Override
    public boolean needsBouncyCastle() {
        return true;
    }

    @Override
    public String toString() {
        return "BcryptHash[cost=" + iterations() + "]";
    }
}
