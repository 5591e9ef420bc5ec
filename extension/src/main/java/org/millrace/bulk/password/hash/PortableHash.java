package org.millrace.bulk.password.hash;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/**
 * A hash of phpass or Drupal 7: a digest that is repeated with the password.
 *
 * @param text prefix, digit of the cost, eight characters of salt, and the digest, perhaps cut off
 * @param ofMd5 whether the password was replaced by its MD5 digest before ({@code U$S$}, of an update of Drupal)
 */
record PortableHash(HashFunction function, String text, boolean ofMd5) implements PasswordHash {
    private static final int COST_AT = 3;
    private static final int SALT_AT = 4;
    private static final int DIGEST_AT = 12;

    @Override
    public byte[] compute(String password, HashKeys keys) {
        byte[] secret = password.getBytes(StandardCharsets.UTF_8);
        if (ofMd5) {
            secret = HexFormat.of().formatHex(HashFunction.MD5.digest(secret)).getBytes(StandardCharsets.US_ASCII);
        }
        byte[] digest =
                function.digest(joined(text.substring(SALT_AT, DIGEST_AT).getBytes(StandardCharsets.US_ASCII), secret));
        int rounds = iterations();
        for (int i = 0; i < rounds; i++) {
            digest = function.digest(joined(digest, secret));
        }
        return BinaryText.crypt(digest).substring(0, text.length() - DIGEST_AT).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream(first.length + second.length);
        joined.writeBytes(first);
        joined.writeBytes(second);
        return joined.toByteArray();
    }

    @Override
    public byte[] expected() {
        return text.substring(DIGEST_AT).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public HashRecord stored() {
        return new HashRecord(Phpass.ID, ofMd5 ? "U" + text : text, null, Map.of());
    }

    @Override
    public int iterations() {
        return 1 << BinaryText.digit(text.charAt(COST_AT));
    }

    @Override
    public void checkCost(HashLimits limits) {
        limits.check(HashLimits.Limit.ITERATIONS, iterations(), "The number of rounds");
    }

    @Override
    public String toString() {
        return "PortableHash[function=" + function.id() + "]";
    }
}
