package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.HashRecord;

/** FusionAuth: encryption scheme, factor, salt and password. */
public final class FusionAuth implements HashFormat {
    private static final String SCHEME = "encryptionScheme";
    private static final String FACTOR = "factor";

    @Override
    public String id() {
        return "fusionauth";
    }

    @Override
    public String description() {
        return "FusionAuth: the password as value, its salt, encryptionScheme and factor; PBKDF2 and bcrypt schemes";
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
            case "bcrypt" -> Bcrypt.of(fields.number(FACTOR, 4, 31), fields.salt(), hash.value());
            default ->
                throw InvalidHashException.unsupported("Parameter encryptionScheme is salted-pbkdf2-hmac-sha256,"
                        + " salted-pbkdf2-hmac-sha256-512, salted-pbkdf2-hmac-sha512-512 or bcrypt;"
                        + " describe a digest with format digest");
        };
    }

    private static PasswordHash pbkdf2(HashFunction function, HashRecord hash, HashFields fields) {
        return Pbkdf2.of(
                function,
                fields.number(FACTOR, 1, Integer.MAX_VALUE),
                BinaryText.BASE64.bytes(fields.salt(), "The salt"),
                BinaryText.BASE64.bytes(hash.value(), "The value"));
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
                        Map.of("encryptionScheme", "bcrypt", "factor", "4")));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                SCHEME, "salted-pbkdf2-hmac-sha256, salted-pbkdf2-hmac-sha512-512, bcrypt; required",
                FACTOR, "iterations or cost; required");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.BCRYPT_COST, HashLimits.Limit.ITERATIONS);
    }
}
