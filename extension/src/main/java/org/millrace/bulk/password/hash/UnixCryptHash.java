package org.millrace.bulk.password.hash;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/**
 * A hash of crypt(3) that commons-codec computes as text.
 *
 * @param format the id of the format
 * @param digestAt where in the text the digest begins
 */
record UnixCryptHash(String format, Function function, String text, int digestAt, int iterations)
        implements PasswordHash {
    /** Computes the whole text from a password and the text before the digest. */
    @FunctionalInterface
    interface Function {
        String crypt(byte[] password, String setting);
    }

    @Override
    public byte[] compute(String password, HashKeys keys) {
        String computed = function.crypt(password.getBytes(StandardCharsets.UTF_8), text.substring(0, digestAt));
        int digestLength = text.length() - digestAt;
        return computed.substring(computed.length() - digestLength).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] expected() {
        return text.substring(digestAt).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public HashRecord stored() {
        return new HashRecord(format, text, null, Map.of());
    }

    @Override
    public void checkCost(HashLimits limits) {
        limits.check(HashLimits.Limit.ITERATIONS, iterations, "The number of rounds");
    }

    @Override
    public String toString() {
        return "UnixCryptHash[format=" + format + "]";
    }
}
