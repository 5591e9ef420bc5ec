package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** FusionAuth: encryption scheme, factor, salt and password. */
public final class FusionAuth implements HashFormat {
    private static final String SCHEME = "encryptionScheme";
    private static final String FACTOR = "factor";
    private static final String SCHEMES = "salted-pbkdf2-hmac-sha256, salted-pbkdf2-hmac-sha256-512,"
            + " salted-pbkdf2-hmac-sha512-512, bcrypt, salted-md5, salted-sha256, salted-hmac-sha256 or phpass-md5";

    @Override
    public String id() {
        return "fusionauth";
    }

    @Override
    public String description() {
        return "FusionAuth: the password as value, its salt, encryptionScheme and factor";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        return switch (fields.required(SCHEME)) {
            case "salted-pbkdf2-hmac-sha256", "salted-pbkdf2-hmac-sha256-512" ->
                pbkdf2(HashFunction.SHA256, hash, fields);
            case "salted-pbkdf2-hmac-sha512", "salted-pbkdf2-hmac-sha512-512" ->
                pbkdf2(HashFunction.SHA512, hash, fields);
            case "salted-md5" -> digest(HashFunction.MD5, hash, fields);
            case "salted-sha256" -> digest(HashFunction.SHA256, hash, fields);
            case "salted-hmac-sha256" ->
                Digest.of(
                        HashFunction.SHA256,
                        BinaryText.BASE64.bytes(hash.value(), "The value"),
                        fields.salt(),
                        Map.of("hmac", "salt", "saltEncoding", "base64"));
            case "phpass-md5" -> phpass(hash, fields);
            case "bcrypt" -> Bcrypt.of(fields.number(FACTOR, 4, 31), fields.salt(), hash.value());
            default ->
                throw InvalidHashException.unsupported("Parameter encryptionScheme is " + SCHEMES
                        + "; give a hash of phpass as it was in the system before FusionAuth");
        };
    }

    private static PasswordHash pbkdf2(HashFunction function, HashRecord hash, HashFields fields) {
        return Pbkdf2.of(
                function,
                fields.number(FACTOR, 1, Integer.MAX_VALUE),
                BinaryText.BASE64.bytes(fields.salt(), "The salt"),
                BinaryText.BASE64.bytes(hash.value(), "The value"));
    }

    /** The factor is the number of rounds. */
    private static PasswordHash digest(HashFunction function, HashRecord hash, HashFields fields) {
        return Digest.of(
                function,
                BinaryText.BASE64.bytes(hash.value(), "The value"),
                fields.salt(),
                Map.of(
                        "template",
                        "{password}{salt}",
                        "saltEncoding",
                        "base64",
                        "iterations",
                        Integer.toString(fields.number(FACTOR, 1, Integer.MAX_VALUE))));
    }

    /** One round more than the factor, and the Base64 of crypt(3). */
    private static PasswordHash phpass(HashRecord hash, HashFields fields) {
        return Digest.of(
                HashFunction.MD5,
                BinaryText.CRYPT_BASE64.bytes(hash.value(), "The value"),
                fields.salt(),
                Map.of(
                        "template",
                        "{salt}{password}",
                        "repetition",
                        "digest-password",
                        "iterations",
                        Integer.toString(fields.number(FACTOR, 1, Integer.MAX_VALUE - 1) + 1)));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                new HashRecord(
                        "fusionauth",
                        "we1NlR0y6RqnMeEXs/al7cXUngP7boW4NzETqk5bqLI=",
                        "cVAPIND1amRQX3u61EDUdQ==",
                        Map.of("encryptionScheme", "salted-pbkdf2-hmac-sha256", "factor", "2400")),
                new HashRecord(
                        "fusionauth",
                        "2mX4js.wKNkNxncuAznCDJNrqBI1fBC",
                        "kWjfUpSqGd.mHeXjEDF.Fe",
                        Map.of("encryptionScheme", "bcrypt", "factor", "4")),
                new HashRecord(
                        "fusionauth",
                        "LpM4J+DwxQvuJB+qobXZcyEQoyEyE3lSFJhtT2+dbE8=",
                        "zaDmirdpSqUdUYh+1/YOhA==",
                        Map.of("encryptionScheme", "salted-sha256", "factor", "200")),
                new HashRecord(
                        "fusionauth",
                        "Ri5dGrjTq5/jV4miGz0DOP9WmstrVRNtLU6pfp2eSbg=",
                        "zaDmirdpSqUdUYh+1/YOhA==",
                        Map.of("encryptionScheme", "salted-hmac-sha256")));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                SCHEME, SCHEMES + "; required", FACTOR, "iterations or cost; required, except for salted-hmac-sha256");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.BCRYPT_COST, HashLimits.Limit.ITERATIONS);
    }
}
