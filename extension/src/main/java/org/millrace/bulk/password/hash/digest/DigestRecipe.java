package org.millrace.bulk.password.hash.digest;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashKeys;
import org.millrace.bulk.password.model.InvalidHashException;

/**
 * How a digest is computed from a password: everything but salt and result.
 *
 * @param iterations how often the function is applied
 * @param charset of the password and of literal text
 * @param hmac null for a plain digest
 * @param pepper the name of a key in the server's configuration
 */
record DigestRecipe(
        HashFunction function,
        DigestTemplate template,
        int iterations,
        Repetition repetition,
        Charset charset,
        @Nullable HmacKey hmac,
        @Nullable String pepper,
        BinaryText saltEncoding) {
    static final String DIGEST = "digest";
    static final String TEMPLATE = "template";
    static final String ITERATIONS = "iterations";
    static final String REPETITION = "repetition";
    static final String PASSWORD_ENCODING = "passwordEncoding";
    static final String SALT_ENCODING = "saltEncoding";
    static final String HMAC = "hmac";
    static final String PEPPER = "pepper";

    private static final Map<String, Charset> CHARSETS = Map.of(
            "utf-8", StandardCharsets.UTF_8,
            "utf-16le", StandardCharsets.UTF_16LE,
            "utf-16be", StandardCharsets.UTF_16BE,
            "iso-8859-1", StandardCharsets.ISO_8859_1);
    private static final String USUAL_PASSWORD = "x".repeat(32);
    private static final int BLOCK_BYTES = 64;
    private static final String BASE64_PREFIX = "base64:";
    private static final String HEX_PREFIX = "hex:";

    /** Input of the function from the second round on. */
    enum Repetition {
        DIGEST,
        HEX_DIGEST,
        DIGEST_INPUT,
        DIGEST_PASSWORD,
        DIGEST_SALT,
        SALT_DIGEST;

        String id() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    /** Key of an HMAC. */
    enum HmacKey {
        SALT,
        PASSWORD,
        PEPPER;

        String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** @throws InvalidHashException if the parameters make no recipe */
    static DigestRecipe of(HashFields fields, boolean hasSalt) {
        HashFunction function = fields.choice(DIGEST, null, HashFunction.byId());
        Map<String, HmacKey> hmacs = new HashMap<>();
        for (HmacKey each : HmacKey.values()) {
            hmacs.put(each.id(), each);
        }
        Map<String, Repetition> repetitions = new HashMap<>();
        for (Repetition each : Repetition.values()) {
            repetitions.put(each.id(), each);
        }
        HmacKey hmac = fields.text(HMAC).isPresent() ? fields.choice(HMAC, null, hmacs) : null;
        DigestTemplate template = DigestTemplate.of(fields.text(TEMPLATE).orElse(standard(hmac, hasSalt)));
        DigestRecipe recipe = new DigestRecipe(
                function,
                template,
                fields.number(ITERATIONS, 1, 1, Integer.MAX_VALUE),
                fields.choice(REPETITION, Repetition.DIGEST.id(), repetitions),
                fields.choice(PASSWORD_ENCODING, "utf-8", CHARSETS),
                hmac,
                fields.keyName(PEPPER).orElse(null),
                fields.encoding(SALT_ENCODING, BinaryText.UTF8));
        recipe.check(hasSalt);
        return recipe;
    }

    private static String standard(@Nullable HmacKey hmac, boolean hasSalt) {
        if (hmac == HmacKey.PASSWORD) {
            return hasSalt ? "{salt}{password}" : "{password}";
        }
        return hmac == HmacKey.SALT || !hasSalt ? "{password}" : "{salt}{password}";
    }

    private void check(boolean hasSalt) {
        if (hmac != null && !function.hasMac()) {
            throw InvalidHashException.unsupported("HMAC with " + function.id() + " is not supported");
        }
        boolean usesSalt =
                template.hasSalt() || hmac == HmacKey.SALT || repetition.name().contains("SALT");
        if (usesSalt != hasSalt) {
            throw InvalidHashException.malformed(
                    hasSalt ? "The hash has a salt that the template does not use" : "Missing salt");
        }
        boolean usesPepper = template.hasPepper() || hmac == HmacKey.PEPPER;
        if (usesPepper != (pepper != null)) {
            throw InvalidHashException.malformed(
                    usesPepper
                            ? "Missing parameter pepper, the name of a key in the server configuration"
                            : "The hash names a pepper that the template does not use");
        }
    }

    /** The recipe as parameters, without default values. */
    Map<String, String> parameters(boolean hasSalt) {
        Map<String, String> parameters = new HashMap<>();
        parameters.put(DIGEST, function.id());
        put(parameters, TEMPLATE, template.toString(), standard(hmac, hasSalt));
        put(parameters, ITERATIONS, Integer.toString(iterations), "1");
        put(parameters, REPETITION, repetition.id(), Repetition.DIGEST.id());
        CHARSETS.forEach((name, each) -> {
            if (each.equals(charset)) {
                put(parameters, PASSWORD_ENCODING, name, "utf-8");
            }
        });
        put(parameters, SALT_ENCODING, saltEncoding.id(), BinaryText.UTF8.id());
        if (hmac != null) {
            parameters.put(HMAC, hmac.id());
        }
        if (pepper != null) {
            parameters.put(PEPPER, pepper);
        }
        return parameters;
    }

    private static void put(Map<String, String> parameters, String name, String value, String absent) {
        if (!value.equals(absent)) {
            parameters.put(name, value);
        }
    }

    /** Blocks of the function that one iteration takes, with a password of usual length. */
    long blocksPerIteration(@Nullable String saltText) {
        byte[] salt = saltText == null ? new byte[0] : saltEncoding.bytes(saltText, "The salt");
        int password = USUAL_PASSWORD.getBytes(charset).length;
        int more = switch (repetition) {
            case DIGEST, HEX_DIGEST -> 0;
            case DIGEST_INPUT ->
                template.fill(new DigestTemplate.Values(
                                USUAL_PASSWORD, charset, salt, USUAL_PASSWORD.getBytes(StandardCharsets.UTF_8)))
                        .length;
            case DIGEST_PASSWORD -> password;
            case DIGEST_SALT, SALT_DIGEST -> salt.length;
        };
        return 1L + more / BLOCK_BYTES;
    }

    byte[] compute(String password, @Nullable String saltText, HashKeys keys) {
        byte[] salt = saltText == null ? new byte[0] : saltEncoding.bytes(saltText, "The salt");
        byte[] secret = pepper == null ? new byte[0] : key(keys.key(pepper));
        byte[] input = template.fill(new DigestTemplate.Values(password, charset, salt, secret));
        byte[] digest = apply(input, password, salt, secret);
        for (int i = 1; i < iterations; i++) {
            byte[] next = switch (repetition) {
                case DIGEST -> digest;
                case HEX_DIGEST -> HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
                case DIGEST_INPUT -> joined(digest, input);
                case DIGEST_PASSWORD -> joined(digest, password.getBytes(charset));
                case DIGEST_SALT -> joined(digest, salt);
                case SALT_DIGEST -> joined(salt, digest);
            };
            digest = apply(next, password, salt, secret);
        }
        return digest;
    }

    private byte[] apply(byte[] data, String password, byte[] salt, byte[] secret) {
        if (hmac == null) {
            return function.digest(data);
        }
        byte[] key = switch (hmac) {
            case SALT -> salt;
            case PASSWORD -> password.getBytes(charset);
            case PEPPER -> secret;
        };
        return function.mac(key).doFinal(data);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream(first.length + second.length);
        joined.writeBytes(first);
        joined.writeBytes(second);
        return joined.toByteArray();
    }

    /** Keys are text; a prefix says that they are written in Base64 or hexadecimal. */
    private static byte[] key(String text) {
        if (text.startsWith(BASE64_PREFIX)) {
            return BinaryText.BASE64.bytes(text.substring(BASE64_PREFIX.length()), "The key");
        }
        return text.startsWith(HEX_PREFIX)
                ? BinaryText.HEX.bytes(text.substring(HEX_PREFIX.length()), "The key")
                : text.getBytes(StandardCharsets.UTF_8);
    }

    Optional<String> keyName() {
        return Optional.ofNullable(pepper);
    }

    static Map<String, String> documentation() {
        Map<String, String> parameters = new HashMap<>();
        parameters.put(DIGEST, "md4, md5, sha1, sha224, sha256, sha384 or sha512; required");
        parameters.put(
                TEMPLATE,
                "what the digest is computed of, {salt}{password} by default; {pepper}, {md5(password)}, {sha1-bytes(password)},"
                        + " {upper(password)} and text are possible");
        parameters.put(ITERATIONS, "how often the digest is applied, 1 by default");
        parameters.put(
                REPETITION,
                "what it is applied to from the second time on: digest (default), hex-digest, digest-input, digest-password,"
                        + " digest-salt or salt-digest");
        parameters.put(PASSWORD_ENCODING, "utf-8 (default), utf-16le, utf-16be or iso-8859-1");
        parameters.put(SALT_ENCODING, "utf-8 (default), hex or base64");
        parameters.put(HMAC, "HMAC instead of a plain digest, with this key: salt, password or pepper");
        parameters.put(PEPPER, "name of a key in the server's configuration");
        return parameters;
    }
}
