package org.millrace.bulk.password.hash;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** scrypt in PHC notation, of libsodium ({@code $7$}), and with explicit parameters. */
public final class Scrypt implements HashFormat {
    /** The id. */
    public static final String ID = "scrypt";

    static final String N = "n";
    static final String R = "r";
    static final String P = "p";
    static final String ENCODING = "encoding";
    static final String SALT_ENCODING = "saltEncoding";
    static final String NORMALIZATION = "normalization";

    private static final Map<String, Optional<Normalizer.Form>> NORMALIZATIONS = Map.of(
            "none", Optional.empty(),
            "nfc", Optional.of(Normalizer.Form.NFC),
            "nfkc", Optional.of(Normalizer.Form.NFKC));
    private static final int MAX_LOGARITHM = 30;
    private static final int MIN_BYTES = 8;
    private static final int MAX_BYTES = 1024;
    private static final Pattern PHC = Pattern.compile(
            "\\$scrypt\\$ln=([0-9]{1,10}),r=([0-9]{1,8}),p=([0-9]{1,8})\\$([A-Za-z0-9+/]*)=*\\$([A-Za-z0-9+/]+)=*");
    private static final Pattern SODIUM = Pattern.compile(
            "\\$7\\$([./A-Za-z0-9])([./A-Za-z0-9]{5})([./A-Za-z0-9]{5})([^$]{1,64})\\$([./A-Za-z0-9]{43})");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "scrypt in PHC notation ($scrypt$, Passlib and Kratos), $7$ of libsodium, or with n, r, p, value and salt";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("$scrypt$") || hash.startsWith("$7$");
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        String text = hash.value();
        if (text.startsWith("$7$")) {
            return sodium(text);
        }
        if (text.startsWith("$")) {
            return phc(text);
        }
        return of(
                fields.number(N, 2, Integer.MAX_VALUE),
                fields.number(R, 1, Integer.MAX_VALUE),
                fields.number(P, 1, Integer.MAX_VALUE),
                fields.choice(NORMALIZATION, "none", NORMALIZATIONS),
                fields.encoding(SALT_ENCODING, BinaryText.BASE64).bytes(fields.salt(), "The salt"),
                fields.encoding(ENCODING, BinaryText.BASE64).bytes(text, "The value"));
    }

    private static PasswordHash phc(String text) {
        Matcher parts = PHC.matcher(text);
        if (!parts.matches()) {
            throw InvalidHashException.malformed("Malformed scrypt hash; expected $scrypt$ln=16,r=8,p=1$salt$digest");
        }
        return of(
                cost(HashFields.number(parts.group(1), "ln", 1, 1 << 30)),
                HashFields.number(parts.group(2), "r", 1, Integer.MAX_VALUE),
                HashFields.number(parts.group(3), "p", 1, Integer.MAX_VALUE),
                BinaryText.BASE64.bytes(parts.group(4), "The salt"),
                BinaryText.BASE64.bytes(parts.group(5), "The digest"));
    }

    /** The logarithm of N, or N itself as Kratos writes it. */
    private static int cost(int ln) {
        return ln <= MAX_LOGARITHM ? 1 << ln : ln;
    }

    private static PasswordHash sodium(String text) {
        Matcher parts = SODIUM.matcher(text);
        if (!parts.matches()) {
            throw InvalidHashException.malformed(
                    "Malformed scrypt hash of libsodium; expected $7$, N, r, p, salt, $, and 43 characters");
        }
        int exponent = BinaryText.digit(parts.group(1).charAt(0));
        if (exponent < 1 || exponent > MAX_LOGARITHM) {
            throw InvalidHashException.malformed("The logarithm of N must be a whole number from 1 to 30");
        }
        return of(
                1 << exponent,
                number(parts.group(2)),
                number(parts.group(3)),
                parts.group(4).getBytes(StandardCharsets.UTF_8),
                BinaryText.CRYPT_BASE64.bytes(parts.group(5), "The digest", 32));
    }

    /** Five digits of six bits, the lowest first. */
    private static int number(String digits) {
        int number = 0;
        for (int i = digits.length() - 1; i >= 0; i--) {
            number = number << 6 | BinaryText.digit(digits.charAt(i));
        }
        return number;
    }

    /** A hash of these parts, of the password as it is. */
    public static PasswordHash of(int n, int r, int p, byte[] salt, byte[] digest) {
        return of(n, r, p, Optional.empty(), salt, digest);
    }

    /** A hash of these parts, of the password in a normalization form of Unicode. */
    public static PasswordHash of(
            int n, int r, int p, Optional<Normalizer.Form> normalization, byte[] salt, byte[] digest) {
        if (digest.length < MIN_BYTES || digest.length > MAX_BYTES) {
            throw InvalidHashException.malformed(
                    "The digest of scrypt must have " + MIN_BYTES + " to " + MAX_BYTES + " bytes");
        }
        return new ScryptHash(n, r, p, normalization.orElse(null), salt, digest);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of(
                        "$scrypt$ln=4,r=8,p=2$dO7du3fu3XvPWUtpzdmbEw$/78SbiTivzHQmqakOGg9y5YCdWZz01hrKIUyDFTdz3Y"),
                HashRecord.of("$7$26..../....SodiumChloride.$67hQn3MfJN2bTLOpEQocXW9QTEUoZPrnExHkVhWWQl7"));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                N, "cost, a power of two",
                R, "block size",
                P, "parallelism",
                ENCODING, "of the value: base64 (default) or hex",
                SALT_ENCODING, "of the salt: base64 (default), hex or utf-8",
                NORMALIZATION, "Unicode normalization of the password: none (default), nfc or nfkc");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.MEMORY, HashLimits.Limit.WORK);
    }
}
