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
    /** {@code $2b$12$}: the salt follows. */
    private static final int SALT_AT = 7;

    private static final int SALT_CHARACTERS = 22;
    private static final int DIGEST_BYTES = 23;

    @Override
    public byte[] compute(String password, HashKeys keys) {
        String peppered = pepper == null ? password : password + keys.key(pepper);
        byte[] input = preHash.apply(peppered.getBytes(StandardCharsets.UTF_8), saltText());
        // The C implementations read the terminating zero byte too.
        byte[] key = Arrays.copyOf(input, Math.min(input.length + 1, MAX_KEY_BYTES));
        return Arrays.copyOf(BCrypt.generate(key, salt(), iterations()), DIGEST_BYTES);
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
