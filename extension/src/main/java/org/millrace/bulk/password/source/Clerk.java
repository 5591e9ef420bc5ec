package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.password.hash.Argon2;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.FirebaseScrypt;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.hash.Phpass;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** {@code password_digest} of Clerk in the form that {@code password_hasher} names. */
public final class Clerk implements HashFormat {
    private static final String HASHER = "hasher";
    private static final String HASHERS = "argon2i, argon2id, bcrypt, bcrypt_sha256_django, ldap_ssha, md5, md5_phpass,"
            + " pbkdf2_sha1, pbkdf2_sha256, pbkdf2_sha256_django, pbkdf2_sha512, pbkdf2_sha512_hex, phpass,"
            + " scrypt_firebase, scrypt_werkzeug, sha256 or sha512_symfony";

    private static final List<HashFormat> SELF_DESCRIBED =
            List.of(new Bcrypt(), new Argon2(), new Phpass(), new Django(), new Werkzeug(), new Ldap());

    @Override
    public String id() {
        return "clerk";
    }

    @Override
    public String description() {
        return "Clerk: password_digest as value, and password_hasher as hasher";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        String text = hash.value();
        HashRecord plain = HashRecord.of(text);
        if (fields.text(HASHER).isEmpty()) {
            return SELF_DESCRIBED.stream()
                    .filter(format -> format.recognises(text))
                    .findFirst()
                    .orElseThrow(() -> InvalidHashException.malformed(
                            "Missing parameter \"hasher\", and the value does not describe its format"))
                    .parse(plain);
        }
        return switch (fields.required(HASHER)) {
            case "bcrypt" -> Bcrypt.of(text);
            case "argon2i", "argon2id" -> Argon2.of(text);
            case "bcrypt_sha256_django", "pbkdf2_sha256_django" -> new Django().parse(plain);
            case "ldap_ssha" -> new Ldap().parse(plain);
            case "scrypt_werkzeug" -> new Werkzeug().parse(plain);
            case "phpass" -> new Phpass().parse(plain);
            // Phpass of the hexadecimal MD5 digest, which Drupal marks with this letter.
            case "md5_phpass" -> new Phpass().parse(HashRecord.of("U" + text));
            case "md5" -> digest(HashFunction.MD5, text);
            case "sha256" -> digest(HashFunction.SHA256, text);
            case "pbkdf2_sha1" -> pbkdf2(HashFunction.SHA1, text, BinaryText.UTF8, BinaryText.HEX);
            case "pbkdf2_sha256" -> pbkdf2(HashFunction.SHA256, text, BinaryText.BASE64, BinaryText.BASE64);
            case "pbkdf2_sha512" -> pbkdf2(HashFunction.SHA512, text, BinaryText.UTF8, BinaryText.HEX);
            case "pbkdf2_sha512_hex" -> pbkdf2(HashFunction.SHA512, text, BinaryText.HEX, BinaryText.HEX);
            case "scrypt_firebase" -> firebase(text);
            case "sha512_symfony" -> symfony(text);
            default -> throw InvalidHashException.unsupported("Parameter hasher must be " + HASHERS);
        };
    }

    private static PasswordHash digest(HashFunction function, String text) {
        return Digest.of(function, BinaryText.HEX.bytes(text, "The value"), null, Map.of());
    }

    /** Name, iterations, salt and digest; the length of the digest can follow. */
    private static PasswordHash pbkdf2(HashFunction function, String text, BinaryText salt, BinaryText digest) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != 4 && parts.length != 5) {
            throw InvalidHashException.malformed("A PBKDF2 hash of Clerk is hasher$iterations$salt$digest");
        }
        return Pbkdf2.of(
                function,
                Pbkdf2.iterations(parts[1]),
                salt.bytes(parts[2], "The salt"),
                digest.bytes(parts[3], "The digest"));
    }

    private static PasswordHash firebase(String text) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != 6) {
            throw InvalidHashException.malformed(
                    "A hash of scrypt_firebase is digest$salt$key$separator$rounds$memory cost");
        }
        return FirebaseScrypt.of(
                HashFields.number(parts[5], "The memory cost", 1, Integer.MAX_VALUE),
                HashFields.number(parts[4], "The number of rounds", 1, Integer.MAX_VALUE),
                parts[2],
                parts[3],
                parts[1],
                parts[0]);
    }

    private static PasswordHash symfony(String text) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != 4) {
            throw InvalidHashException.malformed("A hash of sha512_symfony is sha512_symfony$iterations$salt$digest");
        }
        return new Symfony().parse(new HashRecord("symfony", parts[3], parts[2], Map.of("iterations", parts[1])));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                example(
                        "pbkdf2_sha256",
                        "pbkdf2_sha256$1000$AAECAwQFBgcICQoLDA0ODw==$yRTMTwbMbo9G0VfjobWqerzuuxe7BETNTErBbKKumGQ="),
                example("pbkdf2_sha1", "pbkdf2_sha1$1000$saltsalt$c10a0153b19730da360890beada8a3adfea47b2e"),
                example("md5", "3cb4e732631f47e6eb961f34554b7cde"),
                example("sha256", "4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631"),
                example("bcrypt", "$2b$04$sxKpECN8K.Eq428swINdXemdM61mYWt/UwGg5v4saSpjPhTjEGY0m"));
    }

    private static HashRecord example(String hasher, String digest) {
        return new HashRecord("clerk", digest, null, Map.of(HASHER, hasher));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(HASHER, HASHERS + "; without it the value has to describe itself");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.values());
    }
}
