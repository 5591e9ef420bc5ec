package org.millrace.bulk.password.hash;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/** PBKDF2 of Passlib and in PHC notation, and with explicit parameters. */
public final class Pbkdf2 implements HashFormat {
    /** The id. */
    public static final String ID = "pbkdf2";

    /** The largest derived key, in bytes: 512 is the default of passport-local-mongoose. */
    public static final int MAX_BYTES = 1024;

    static final String DIGEST = "digest";
    static final String ITERATIONS = "iterations";
    static final String ENCODING = "encoding";
    static final String SALT_ENCODING = "saltEncoding";

    private static final int MIN_BYTES = 8;
    private static final Pattern PASSLIB = Pattern.compile(
            "\\$pbkdf2(?:-(sha1|sha224|sha256|sha384|sha512))?\\$([0-9]{1,10})\\$([A-Za-z0-9./]*)\\$([A-Za-z0-9./]+)");
    private static final Pattern PHC = Pattern.compile("\\$pbkdf2-(sha1|sha224|sha256|sha384|sha512)"
            + "\\$i=([0-9]{1,10})(?:,l=[0-9]{1,5})?\\$([A-Za-z0-9+/]*)\\$([A-Za-z0-9+/]+)");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "PBKDF2 of Passlib ($pbkdf2-sha256$), in PHC notation (Kratos), or with digest, iterations, value and salt";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("$pbkdf2");
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        if (hash.value().startsWith("$")) {
            return text(hash.value());
        }
        BinaryText encoding = fields.encoding(ENCODING, BinaryText.BASE64);
        return of(
                fields.choice(DIGEST, null, functions()),
                fields.number(ITERATIONS, 1, Integer.MAX_VALUE),
                fields.encoding(SALT_ENCODING, BinaryText.BASE64).bytes(fields.salt(), "The salt"),
                encoding.bytes(hash.value(), "The value"));
    }

    private static PasswordHash text(String text) {
        Matcher passlib = PASSLIB.matcher(text);
        Matcher phc = PHC.matcher(text);
        boolean isPasslib = passlib.matches();
        if (!isPasslib && !phc.matches()) {
            throw InvalidHashException.malformed(
                    "Malformed PBKDF2 hash; expected $pbkdf2-sha256$iterations$salt$digest, or $pbkdf2-sha256$i=iterations,l=length$salt$digest");
        }
        Matcher parts = isPasslib ? passlib : phc;
        BinaryText encoding = isPasslib ? BinaryText.ADAPTED_BASE64 : BinaryText.BASE64;
        String function = parts.group(1) == null ? "sha1" : parts.group(1);
        return of(
                functions().getOrDefault(function, HashFunction.SHA1),
                iterations(parts.group(2)),
                encoding.bytes(parts.group(3), "The salt"),
                encoding.bytes(parts.group(4), "The digest"));
    }

    /** The number of iterations, as text. */
    public static int iterations(String text) {
        return HashFields.number(text, "The number of iterations", 1, Integer.MAX_VALUE);
    }

    /** A hash of these parts. */
    public static PasswordHash of(HashFunction function, int iterations, byte[] salt, byte[] digest) {
        if (digest.length < MIN_BYTES || digest.length > MAX_BYTES) {
            throw InvalidHashException.malformed(
                    "The digest of PBKDF2 must have " + MIN_BYTES + " to " + MAX_BYTES + " bytes");
        }
        return new Pbkdf2Hash(function, iterations, salt, digest);
    }

    private static Map<String, HashFunction> functions() {
        Map<String, HashFunction> functions = new HashMap<>(HashFunction.byId());
        functions.remove(HashFunction.MD4.id());
        return functions;
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("$pbkdf2-sha256$1000$.L83ZkxprfVeS6nVGuN87w$LxGbZIzcQwEIkxAFOtqcbZytBKIcm81/nvYDPIbOJwU"),
                HashRecord.of(
                        "$pbkdf2-sha256$i=1000,l=32$cVAPIND1amRQX3u61EDUdQ$ZJUOyiivxMh5HiNFIX4Yt07zYHssM906QtdFmBJqXC4"),
                new HashRecord(
                        "pbkdf2",
                        "e1ebf1a4fe8be63f1c99a15d558ea144487b06b377fbb38d07a9f003b2774d10509b75ece9965d83a4bd348e76262b7766d0",
                        "7609b40c020317550279e79d09f9b016",
                        Map.of("digest", "sha256", "iterations", "1000", "encoding", "hex", "saltEncoding", "hex")));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                DIGEST, "md5, sha1, sha224, sha256, sha384 or sha512",
                ITERATIONS, "number of iterations",
                ENCODING, "of the value: base64 (default), hex or adapted-base64",
                SALT_ENCODING, "of the salt: base64 (default), hex, utf-8 or adapted-base64");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.ITERATIONS);
    }
}
