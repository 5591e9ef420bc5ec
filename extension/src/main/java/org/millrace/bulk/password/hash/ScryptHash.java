package org.millrace.bulk.password.hash;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.bouncycastle.crypto.generators.SCrypt;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/**
 * An scrypt hash (RFC 7914).
 *
 * @param normalization Unicode normalization of the password before it is hashed; null for none
 */
record ScryptHash(int n, int r, int p, Normalizer.@Nullable Form normalization, byte[] salt, byte[] expected)
        implements PasswordHash {
    private static final int BLOCK_BYTES = 128;
    private static final int MEBIBYTE = 1024 * 1024;

    ScryptHash {
        checkParameters(n, r, p);
    }

    /** @throws InvalidHashException if RFC 7914 does not allow the parameters */
    static void checkParameters(int n, int r, int p) {
        boolean isPowerOfTwo = n > 1 && Integer.bitCount(n) == 1;
        if (!isPowerOfTwo || r < 1 || p < 1 || (long) r * p >= 1 << 20 || r == 1 && n >= 1 << 16) {
            throw InvalidHashException.malformed(
                    "N of scrypt must be a power of two above 1, r and p at least 1, and r times p below 1048576");
        }
    }

    @Override
    public byte[] compute(String password, HashKeys keys) {
        String normalized = normalization == null ? password : Normalizer.normalize(password, normalization);
        return derive(normalized.getBytes(StandardCharsets.UTF_8), salt, n, r, p, expected.length);
    }

    static byte[] derive(byte[] password, byte[] salt, int n, int r, int p, int bytes) {
        return HashMemory.with(memory(n, r, p), () -> SCrypt.generate(password, salt, n, r, p, bytes));
    }

    /** The table of N blocks, and the derived blocks before and after. */
    private static long memory(int n, int r, int p) {
        return (long) BLOCK_BYTES * r * (n + 2L * p);
    }

    static void checkCost(HashLimits limits, int n, int r, int p) {
        long mebibytes = Math.max(1, memory(n, r, p) / MEBIBYTE);
        limits.check(HashLimits.Limit.MEMORY, mebibytes, "The memory of scrypt in MiB");
        limits.check(HashLimits.Limit.WORK, mebibytes * p, "Memory in MiB times p of scrypt");
    }

    @Override
    public HashRecord stored() {
        Map<String, String> parameters = new HashMap<>(
                Map.of(Scrypt.N, Integer.toString(n), Scrypt.R, Integer.toString(r), Scrypt.P, Integer.toString(p)));
        if (normalization != null) {
            parameters.put(Scrypt.NORMALIZATION, normalization.name().toLowerCase(Locale.ROOT));
        }
        return new HashRecord(
                Scrypt.ID,
                Base64.getEncoder().encodeToString(expected),
                Base64.getEncoder().encodeToString(salt),
                parameters);
    }

    @Override
    public int iterations() {
        return n;
    }

    @Override
    public void checkCost(HashLimits limits) {
        checkCost(limits, n, r, p);
    }

    @Override
    public boolean needsBouncyCastle() {
        return true;
    }

    @Override
    public String toString() {
        return "ScryptHash[n=" + n + ", r=" + r + ", p=" + p + "]";
    }
}
