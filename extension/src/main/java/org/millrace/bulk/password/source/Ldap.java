package org.millrace.bulk.password.source;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.hash.Argon2;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.DesCrypt;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Md5Crypt;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.hash.Scrypt;
import org.millrace.bulk.password.hash.Sha2Crypt;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/**
 * Hashes with a scheme in braces (RFC 2307): OpenLDAP, 389 Directory Server, ForgeRock, Atlassian, Dovecot and Spring Security.
 *
 * <p>One long class: the schemes share one table.
 */
public final class Ldap implements HashFormat {
    private static final Pattern SCHEME = Pattern.compile("\\{([A-Za-z0-9_.@-]{1,40})\\}(.*)", Pattern.DOTALL);
    private static final Pattern DIGEST = Pattern.compile("S?(MD4|MD5|SHA|SHA1|SHA224|SHA256|SHA384|SHA512)");
    private static final Pattern PBKDF2 =
            Pattern.compile("PBKDF2(?:-HMAC)?(?:[-_]?(SHA1|SHA224|SHA256|SHA384|SHA512))?");
    private static final Pattern ITERATED =
            Pattern.compile("([0-9]{1,10})\\$([A-Za-z0-9./+]*)=*\\$([A-Za-z0-9./+]+)=*");
    private static final Pattern FORGEROCK = Pattern.compile("([0-9]{1,10}):([A-Za-z0-9+/=]+)");
    private static final Pattern DOVECOT = Pattern.compile("\\$1\\$([^$]*)\\$([0-9]{1,10})\\$([0-9A-Fa-f]+)");
    private static final Pattern SPRING_DIGEST = Pattern.compile("(\\{[^{}]*\\})([0-9a-f]+)");
    private static final Pattern SPRING_SCRYPT =
            Pattern.compile("\\$([0-9a-f]{5,7})\\$([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+)");
    /** What crypt(3) never computes: Unix marks accounts without a password so. */
    private static final Pattern LOCKED = Pattern.compile("|x|NP|[*!].*", Pattern.DOTALL);

    private static final Set<String> CLEAR = Set.of("CLEARTEXT", "CLEAR", "PLAIN", "PLAINTEXT", "NOOP", "PLAIN-TRUNC");
    private static final Set<String> CRYPT =
            Set.of("CRYPT", "MD5-CRYPT", "SHA256-CRYPT", "SHA512-CRYPT", "DES-CRYPT", "BLF-CRYPT", "BCRYPT", "APR1");
    private static final Set<String> ARGON2 = Set.of("ARGON2", "ARGON2I", "ARGON2D", "ARGON2ID");

    private static final int BYTES_389 = 324;
    private static final int SALT_BYTES_389 = 64;
    private static final int ATLASSIAN_ITERATIONS = 10_000;
    private static final int ATLASSIAN_SALT_BYTES = 16;
    private static final int ATLASSIAN_BYTES = 48;
    private static final int SPRING_5_8_ITERATIONS = 310_000;
    private static final int SPRING_5_8_SALT_BYTES = 16;
    private static final int SPRING_STANDARD_ITERATIONS = 1024;
    private static final int SPRING_STANDARD_SALT_BYTES = 8;
    private static final int SPRING_5_5_ITERATIONS = 185_000;
    private static final int SPRING_5_5_SALT_BYTES = 8;

    @Override
    public String id() {
        return "ldap";
    }

    @Override
    public String description() {
        return "{SSHA} and other schemes in braces: OpenLDAP, 389 Directory Server, ForgeRock, Atlassian, Dovecot,"
                + " Spring Security";
    }

    @Override
    public boolean recognises(String hash) {
        return SCHEME.matcher(hash).matches();
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        Matcher parts = SCHEME.matcher(hash.value());
        if (!parts.matches()) {
            throw InvalidHashException.malformed("The hash begins with a scheme in braces, as in {SSHA}");
        }
        String scheme = parts.group(1).toUpperCase(Locale.ROOT);
        BinaryText encoding = BinaryText.BASE64;
        if (scheme.endsWith(".HEX") || scheme.endsWith(".B64")) {
            encoding = scheme.endsWith(".HEX") ? BinaryText.HEX : BinaryText.BASE64;
            scheme = scheme.substring(0, scheme.length() - ".HEX".length());
        }
        return parse(scheme, parts.group(2), encoding);
    }

    private static PasswordHash parse(String scheme, String text, BinaryText encoding) {
        if (scheme.equals("SASL")) {
            throw InvalidHashException.noUsablePassword(
                    "The scheme {SASL} means that another system verifies the password; format legacy asks it at the login");
        }
        if (CLEAR.contains(scheme)) {
            throw InvalidHashException.unsupported(
                    "The scheme says that the password is not hashed; give it as value of the credential");
        }
        if (CRYPT.contains(scheme)) {
            if (LOCKED.matcher(text).matches()) {
                throw InvalidHashException.noUsablePassword(
                        "The scheme {CRYPT} is followed by x, * or !, which no password matches");
            }
            return crypt(text);
        }
        String base = scheme.contains("@") ? scheme.substring(0, scheme.indexOf('@')) : scheme;
        if (ARGON2.contains(base)) {
            return Argon2.of(text);
        }
        if (base.equals("SCRYPT")) {
            return springScrypt(text);
        }
        if (scheme.equals("PKCS5S2")) {
            byte[] bytes = BinaryText.BASE64.bytes(text, "The value", ATLASSIAN_BYTES);
            return split(HashFunction.SHA1, ATLASSIAN_ITERATIONS, bytes, ATLASSIAN_SALT_BYTES);
        }
        if (scheme.equals("PBKDF2@SPRINGSECURITY_V5_8")) {
            byte[] bytes = BinaryText.HEX.bytes(text, "The value", SPRING_5_8_SALT_BYTES + 32);
            return split(HashFunction.SHA256, SPRING_5_8_ITERATIONS, bytes, SPRING_5_8_SALT_BYTES);
        }
        if (scheme.equals("PBKDF2") && text.matches("[0-9a-fA-F]{80}")) {
            byte[] bytes = BinaryText.HEX.bytes(text, "The value");
            return split(HashFunction.SHA1, SPRING_5_5_ITERATIONS, bytes, SPRING_5_5_SALT_BYTES);
        }
        if (scheme.equals("NT") || scheme.equals("NTLM") || scheme.equals("NTHASH")) {
            return Ntlm.of(text);
        }
        if (scheme.equals("SHA256") && text.matches("[0-9a-fA-F]{80}")) {
            return springStandard(BinaryText.HEX.bytes(text, "The value"));
        }
        if (scheme.equals("MD5") && text.startsWith("$1$")) {
            return crypt(text);
        }
        Matcher spring = SPRING_DIGEST.matcher(text);
        Optional<HashFunction> function = HashFunction.named(scheme);
        if (function.isPresent() && spring.matches()) {
            return Digest.of(
                    function.get(),
                    BinaryText.HEX.bytes(spring.group(2), "The digest"),
                    spring.group(1),
                    Map.of("template", "{password}{salt}"));
        }
        Matcher pbkdf2 = PBKDF2.matcher(scheme);
        if (pbkdf2.matches()) {
            return pbkdf2(Optional.ofNullable(pbkdf2.group(1)).orElse("SHA1"), text);
        }
        Matcher digest = DIGEST.matcher(scheme.replace("-", "").replaceFirst("^(PLAIN|LDAP)", ""));
        if (digest.matches()) {
            BinaryText written = scheme.startsWith("PLAIN-") ? BinaryText.HEX : encoding;
            return digest(
                    digest.group(1),
                    digest.group().startsWith("SS") || digest.group().startsWith("SM"),
                    text,
                    written);
        }
        throw InvalidHashException.unsupported("The scheme in braces is not supported");
    }

    private static PasswordHash crypt(String text) {
        HashRecord hash = HashRecord.of(text);
        if (text.startsWith("$2")) {
            return Bcrypt.of(text);
        }
        if (text.startsWith("$argon2")) {
            return Argon2.of(text);
        }
        if (text.startsWith("$1$") || text.startsWith("$apr1$")) {
            return new Md5Crypt().parse(hash);
        }
        if (text.startsWith("$5$") || text.startsWith("$6$")) {
            return new Sha2Crypt().parse(hash);
        }
        if (text.startsWith("$") || text.startsWith("_")) {
            throw InvalidHashException.unsupported(
                    "Of crypt(3), DES, MD5 ($1$), bcrypt, SHA-256 ($5$), SHA-512 ($6$) and Argon2 are supported");
        }
        return new DesCrypt().parse(hash);
    }

    private static PasswordHash split(HashFunction function, int iterations, byte[] saltAndDigest, int saltBytes) {
        return Pbkdf2.of(
                function,
                iterations,
                Arrays.copyOf(saltAndDigest, saltBytes),
                Arrays.copyOfRange(saltAndDigest, saltBytes, saltAndDigest.length));
    }

    /** {@code StandardPasswordEncoder} of Spring Security without a secret: salt and digest. */
    private static PasswordHash springStandard(byte[] saltAndDigest) {
        byte[] salt = Arrays.copyOf(saltAndDigest, SPRING_STANDARD_SALT_BYTES);
        return Digest.of(
                HashFunction.SHA256,
                Arrays.copyOfRange(saltAndDigest, SPRING_STANDARD_SALT_BYTES, saltAndDigest.length),
                Base64.getEncoder().encodeToString(salt),
                Map.of(
                        "template",
                        "{salt}{password}",
                        "saltEncoding",
                        "base64",
                        "iterations",
                        Integer.toString(SPRING_STANDARD_ITERATIONS)));
    }

    private static PasswordHash springScrypt(String text) {
        Matcher parts = SPRING_SCRYPT.matcher(text);
        if (!parts.matches()) {
            throw InvalidHashException.malformed("An scrypt hash of Spring Security is {scrypt}$e0801$salt$digest");
        }
        int parameters = Integer.parseInt(parts.group(1), 16);
        int logarithm = parameters >>> 16;
        if (logarithm > 30) {
            throw InvalidHashException.malformed("The logarithm of N is a whole number from 1 to 30");
        }
        return Scrypt.of(
                1 << logarithm,
                parameters >>> 8 & 0xff,
                parameters & 0xff,
                BinaryText.BASE64.bytes(parts.group(2), "The salt"),
                BinaryText.BASE64.bytes(parts.group(3), "The digest"));
    }

    private static PasswordHash pbkdf2(String name, String text) {
        HashFunction function = HashFunction.named(name).orElseThrow();
        Matcher iterated = ITERATED.matcher(text);
        if (iterated.matches()) {
            return Pbkdf2.of(
                    function,
                    Pbkdf2.iterations(iterated.group(1)),
                    BinaryText.ADAPTED_BASE64.bytes(iterated.group(2), "The salt"),
                    BinaryText.ADAPTED_BASE64.bytes(iterated.group(3), "The digest"));
        }
        Matcher forgerock = FORGEROCK.matcher(text);
        if (forgerock.matches()) {
            byte[] bytes = BinaryText.BASE64.bytes(forgerock.group(2), "The value");
            int digest = function.length();
            if (bytes.length <= digest) {
                throw InvalidHashException.malformed("The value is digest and salt");
            }
            return Pbkdf2.of(
                    function,
                    Pbkdf2.iterations(forgerock.group(1)),
                    Arrays.copyOfRange(bytes, digest, bytes.length),
                    Arrays.copyOf(bytes, digest));
        }
        Matcher dovecot = DOVECOT.matcher(text);
        if (dovecot.matches()) {
            return Pbkdf2.of(
                    function,
                    Pbkdf2.iterations(dovecot.group(2)),
                    BinaryText.UTF8.bytes(dovecot.group(1), "The salt"),
                    BinaryText.HEX.bytes(dovecot.group(3), "The digest"));
        }
        byte[] bytes = BinaryText.BASE64.bytes(text, "The value", BYTES_389);
        int iterations = ByteBuffer.wrap(bytes).getInt();
        byte[] rest = Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length);
        return split(function, Pbkdf2.iterations(Integer.toString(iterations)), rest, SALT_BYTES_389);
    }

    private static PasswordHash digest(String name, boolean isSalted, String text, BinaryText encoding) {
        HashFunction function = HashFunction.named(name).orElseThrow();
        // Dovecot and some tools write hexadecimal without saying so.
        boolean isHex = text.length() == 2 * function.length() && text.matches("[0-9a-fA-F]+");
        byte[] bytes = (isHex ? BinaryText.HEX : encoding).bytes(text, "The value");
        if (!isSalted) {
            return Digest.of(function, bytes, null, Map.of());
        }
        return salted(function, bytes);
    }

    /** A digest of password and salt, with the salt behind it. */
    static PasswordHash salted(HashFunction function, byte[] bytes) {
        if (bytes.length <= function.length()) {
            throw InvalidHashException.malformed("The value is digest and salt");
        }
        byte[] salt = Arrays.copyOfRange(bytes, function.length(), bytes.length);
        return Digest.of(
                function,
                Arrays.copyOf(bytes, function.length()),
                Base64.getEncoder().encodeToString(salt),
                Map.of("template", "{password}{salt}", "saltEncoding", "base64"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("{SSHA}139dAnZUf8vI0eC9dmRMwgE8Dwb/f+8d"),
                HashRecord.of(
                        "{SSHA512}td790ahSFpQ1rf2rS/QO6SI8TdtLeMqrV0Q/IRo3mpDUKAF0boQtuIwe6fS4h93q3kJse7hT7GfqtewuXQfpSzEmRAihdK51"),
                HashRecord.of(
                        "{CRYPT}$6$rounds=1000$7dZScAuGO3YHuV/L$PCdvHWAvus0HBjVT7E1EAUbI6CVkKiKRu/I1ZjqT6AnjfBaQzOR/kIjssMvcPhSNoub3I6PfwqX9eMpuWVEEw0"),
                HashRecord.of("{PBKDF2-SHA256}1000$VAoBIKQ0xjjHGKP0/n9vbQ$sXKQq9TFv4PfY/NBePU7/cd4EkhcfUainutwKpNorFI"),
                HashRecord.of(
                        "{PBKDF2_SHA256}AAAgALsrrhvYkOMUE6H7FbXPt2N+rM2VufkGimsKbynqMMOynmnyOA2vrhHWGawJDxQ14NmdlaOu8aNLAZGDYk3zTYEyBE3UHzuzccdyR1TDSRjLDl8Knd8eSCm33Z5ukjhiwgeURUxtTQr0GqVnWY8nv7Ea7tFYpDvcRxmPlxlDvM5lClvigMlZjcZuFp0CBs8Xa1syhpzUj5LsXMiYPDSntInWdlmy4rmA+Kohr5rNphkr1P1/nrtfyWz0L2cuXJIL2dFvhu4qBmrl3eBVZmRO+Faqv4HZb/ertZEoEe1jlj7gVRktofXoswWXfqEnbHiBVKhQkICSJK+ACr5uDsdbzAiwapCDWhscWbysOx8di+tijWUV9jkyhiDyG4tx98j+zjsycowb1NrXnOKnP5IhOx6uaGTLvgiCkbEH/T3F6C1s"),
                HashRecord.of("{PKCS5S2}SAkhBGCs9R7jPIdwDkEIAcff6obdR4wmzhRgn8nnbc4scXLSXhYGyr6OJhWJ/yRa"),
                HashRecord.of("{bcrypt}$2a$04$kWjfUpSqGd.mHeXjEDF.Fe2mX4js.wKNkNxncuAznCDJNrqBI1fBC"));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.values());
    }
}
