package org.millrace.bulk.password.hash;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/**
 * A hash of Firebase Authentication: the signer key, encrypted with AES-256 in counter mode under a key derived with scrypt.
 *
 * @param key the name of the signer key in the server's configuration
 * @param signerKey the signer key that the hash contains, in Base64, to be compared with the configured one; null if it contains none. It is not
 * stored.
 */
record FirebaseScryptHash(
        int memoryCost,
        int rounds,
        String key,
        @Nullable String signerKey,
        byte[] saltSeparator,
        byte[] salt,
        byte[] expected)
        implements PasswordHash {
    private static final int AES_KEY_BYTES = 32;
    private static final int AES_BLOCK_BYTES = 16;

    @Override
    public byte[] compute(String password, HashKeys keys) {
        byte[] signerKey = BinaryText.BASE64.bytes(keys.key(key), "The signer key");
        ByteArrayOutputStream salted = new ByteArrayOutputStream();
        salted.writeBytes(salt);
        salted.writeBytes(saltSeparator);
        byte[] derived = ScryptHash.derive(
                password.getBytes(StandardCharsets.UTF_8),
                salted.toByteArray(),
                1 << memoryCost,
                rounds,
                1,
                AES_KEY_BYTES);
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(derived, "AES"),
                    new IvParameterSpec(new byte[AES_BLOCK_BYTES]));
            return cipher.doFinal(signerKey);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java lacks AES in counter mode", e);
        }
    }

    @Override
    public HashRecord stored() {
        return new HashRecord(
                FirebaseScrypt.ID,
                Base64.getEncoder().encodeToString(expected),
                Base64.getEncoder().encodeToString(salt),
                Map.of(
                        FirebaseScrypt.KEY, key,
                        FirebaseScrypt.MEMORY_COST, Integer.toString(memoryCost),
                        FirebaseScrypt.ROUNDS, Integer.toString(rounds),
                        FirebaseScrypt.SALT_SEPARATOR, Base64.getEncoder().encodeToString(saltSeparator)));
    }

    @Override
    public int iterations() {
        return rounds;
    }

    @Override
    public void checkCost(HashLimits limits) {
        ScryptHash.checkCost(limits, 1 << memoryCost, rounds, 1);
    }

    @Override
    public Optional<String> keyName() {
        return Optional.of(key);
    }

    @Override
    public void checkKey(HashKeys keys) {
        PasswordHash.super.checkKey(keys);
        if (signerKey != null
                && !MessageDigest.isEqual(
                        BinaryText.BASE64.bytes(signerKey, "The signer key"),
                        BinaryText.BASE64.bytes(keys.key(key), "The signer key"))) {
            throw InvalidHashException.otherKey(key);
        }
    }

    @Override
    public boolean needsBouncyCastle() {
        return true;
    }

    @Override
    public String toString() {
        return "FirebaseScryptHash[memoryCost=" + memoryCost + ", rounds=" + rounds + "]";
    }
}
