package org.millrace.bulk.password.source;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.hash.Argon2;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Magento: digest, salt and version with colons between them. */
public final class Magento implements HashFormat {
    private static final Pattern HASH =
            Pattern.compile("([0-9a-fA-F]{32,128}):([^:]+)(?::([0-2]|3_([0-9]{1,3})_([0-9]{1,5})_([0-9]{1,12})))?");
    private static final Pattern UPGRADED = Pattern.compile("[0-9a-fA-F]{32,128}:[^:]+(?::[0-3][0-9_]*){2,}");
    private static final int SODIUM_SALT_BYTES = 16;
    private static final int KIBIBYTE = 1024;

    /** Iterations of version 2: {@code SODIUM_CRYPTO_PWHASH_OPSLIMIT_INTERACTIVE}. */
    private static final int PASSES = 2;

    /** Memory of version 2 in bytes: {@code SODIUM_CRYPTO_PWHASH_MEMLIMIT_INTERACTIVE}. */
    private static final long MEMORY = 67_108_864;

    /** Length of a digest of version 2 in bytes: {@code SODIUM_CRYPTO_SIGN_SEEDBYTES}. */
    private static final int LENGTH = 32;

    private static final int MAX_LENGTH = 1024;

    @Override
    public String id() {
        return "magento";
    }

    @Override
    public String description() {
        return "Magento 1 (digest:salt) and 2 (digest:salt:0 or 1, and Argon2id as digest:salt:2 or digest:salt:3_32_2_67108864)";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        Matcher parts = HASH.matcher(hash.value());
        if (!parts.matches()) {
            throw UPGRADED.matcher(hash.value()).matches()
                    ? InvalidHashException.unsupported(
                            "Hashes upgraded by customer:hash:upgrade, such as digest:salt:0:1, are not supported;"
                                    + " leave the hash out, and let the user set a new password")
                    : InvalidHashException.malformed("A hash of Magento is digest:salt, digest:salt:0, digest:salt:1,"
                            + " digest:salt:2, or digest:salt:3_length_passes_memory");
        }
        byte[] digest = BinaryText.HEX.bytes(parts.group(1), "The digest");
        String version = parts.group(3);
        if ("2".equals(version)) {
            return argon2(parts.group(2), digest, LENGTH, PASSES, MEMORY);
        }
        if (version != null && version.startsWith("3")) {
            return argon2(
                    parts.group(2),
                    digest,
                    HashFields.number(parts.group(4), "The length", 1, MAX_LENGTH),
                    Integer.parseInt(parts.group(5)),
                    Long.parseLong(parts.group(6)));
        }
        // Without a version, Magento selects the hash function by the length of the hash.
        boolean isMd5 = version == null ? digest.length == HashFunction.MD5.length() : version.equals("0");
        return Digest.of(isMd5 ? HashFunction.MD5 : HashFunction.SHA256, digest, parts.group(2), Map.of());
    }

    /** @param memory in bytes */
    private static PasswordHash argon2(String salt, byte[] digest, int length, int passes, long memory) {
        if (digest.length != length) {
            throw InvalidHashException.malformed("The digest has " + digest.length + " bytes instead of " + length);
        }
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return Argon2.of("$argon2id$v=19$m=" + Math.min(Integer.MAX_VALUE, memory / KIBIBYTE) + ",t=" + passes + ",p=1$"
                + base64.encodeToString(sodiumSalt(salt)) + "$" + base64.encodeToString(digest));
    }

    /** Magento repeats a salt that is too short, and ignores the end of a longer one. */
    private static byte[] sodiumSalt(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] salt = new byte[SODIUM_SALT_BYTES];
        for (int i = 0; i < salt.length; i++) {
            salt[i] = bytes[i % bytes.length];
        }
        return salt;
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                new HashRecord(
                        "magento",
                        "b47979306cfbbe69055691db2d2846db7ef943e801805d7f37e63c3559c65b92:71500f20d0f56a64505f7bbad440d475:1",
                        null,
                        Map.of()),
                new HashRecord(
                        "magento",
                        "d4137271768ee5ec803500fb3667ff34deb23e4a58a35afb93554a4c2ab7d2f2:fa1504e1fc4ec48d4111ee10d5ee30d7:3_32_2_65536",
                        null,
                        Map.of()));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.MEMORY, HashLimits.Limit.WORK);
    }
}
