package org.millrace.bulk.password.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.password.hash.Argon2;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.hash.Scrypt;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** {@code custom_password_hash} of Auth0. Parameters of the nested objects have their path as name. */
public final class Auth0 implements HashFormat {
    private static final String ALGORITHM = "algorithm";
    private static final String VALUE = "hash.value";
    private static final String ENCODING = "hash.encoding";
    private static final String DIGEST = "hash.digest";
    private static final String KEY = "hash.key.value";
    private static final String SALT = "salt.value";
    private static final String SALT_ENCODING = "salt.encoding";
    private static final String SALT_POSITION = "salt.position";
    private static final String PASSWORD_ENCODING = "password.encoding";
    private static final String COST = "cost";
    private static final String BLOCK_SIZE = "blockSize";
    private static final String PARALLELIZATION = "parallelization";
    private static final Map<String, BinaryText> ENCODINGS =
            Map.of("utf8", BinaryText.UTF8, "hex", BinaryText.HEX, "base64", BinaryText.BASE64);

    @Override
    public String id() {
        return "auth0";
    }

    @Override
    public String description() {
        return "custom_password_hash of Auth0 as it is; password_hash of Auth0 is bcrypt";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        String value = hash.value().isEmpty() ? fields.required(VALUE) : hash.value();
        String algorithm = fields.required(ALGORITHM);
        return switch (algorithm) {
            case "bcrypt" -> Bcrypt.of(value);
            case "argon2" -> Argon2.of(value);
            case "pbkdf2" -> new Pbkdf2().parse(HashRecord.of(value));
            case "ldap" -> new Ldap().parse(HashRecord.of(value));
            case "scrypt" -> scrypt(value, fields);
            case "md4", "md5", "sha1", "sha256", "sha512" ->
                digest(HashFunction.named(algorithm).orElseThrow(), value, fields);
            case "hmac" ->
                throw InvalidHashException.unsupported(
                        "The key of an HMAC is not stored with credentials: give the hash with"
                                + " format digest, hmac and pepper");
            default ->
                throw InvalidHashException.unsupported(
                        "Parameter algorithm is argon2, bcrypt, ldap, md4, md5, sha1, sha256, sha512, pbkdf2 or scrypt");
        };
    }

    private static PasswordHash scrypt(String value, HashFields fields) {
        return Scrypt.of(
                fields.number(COST, 16_384, 2, Integer.MAX_VALUE),
                fields.number(BLOCK_SIZE, 8, 1, Integer.MAX_VALUE),
                fields.number(PARALLELIZATION, 1, 1, Integer.MAX_VALUE),
                fields.choice(SALT_ENCODING, "utf8", ENCODINGS).bytes(fields.required(SALT), "The salt"),
                fields.choice(ENCODING, "base64", ENCODINGS).bytes(value, "The value"));
    }

    private static PasswordHash digest(HashFunction function, String value, HashFields fields) {
        byte[] digest = fields.choice(ENCODING, "hex", ENCODINGS).bytes(value, "The value");
        Map<String, String> parameters = new HashMap<>();
        parameters.put(
                "passwordEncoding",
                fields.choice(
                        PASSWORD_ENCODING,
                        "utf8",
                        Map.of(
                                "utf8", "utf-8",
                                "ascii", "utf-8",
                                "latin1", "iso-8859-1",
                                "binary", "iso-8859-1",
                                "ucs2", "utf-16le",
                                "ucs-2", "utf-16le",
                                "utf16le", "utf-16le")));
        String salt = fields.text(SALT).orElse(null);
        if (salt != null) {
            parameters.put(
                    "template",
                    fields.choice(
                            SALT_POSITION,
                            "prefix",
                            Map.of("prefix", "{salt}{password}", "suffix", "{password}{salt}")));
            parameters.put(
                    "saltEncoding",
                    fields.choice(SALT_ENCODING, "utf8", ENCODINGS).id());
        }
        return Digest.of(function, digest, salt, parameters);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(new HashRecord(
                "auth0",
                "",
                null,
                Map.of(
                        "algorithm",
                        "sha1",
                        "hash.value",
                        "3137b21f51639db10e3ca2d579792fc9204622ee",
                        "hash.encoding",
                        "hex",
                        "salt.value",
                        "71500f20d0f56a64505f7bbad440d475",
                        "salt.position",
                        "suffix")));
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new HashMap<>();
        parameters.put(ALGORITHM, "argon2, bcrypt, ldap, md4, md5, sha1, sha256, sha512, pbkdf2 or scrypt; required");
        parameters.put(VALUE, "the hash");
        parameters.put(ENCODING, "hex, base64 or utf8");
        parameters.put(DIGEST, "of HMAC, which is not supported");
        parameters.put(KEY, "of HMAC, which is not supported");
        parameters.put("hash.key.encoding", "of HMAC, which is not supported");
        parameters.put(SALT, "the salt");
        parameters.put(SALT_ENCODING, "utf8 (default), hex or base64");
        parameters.put(SALT_POSITION, "prefix (default) or suffix");
        parameters.put(PASSWORD_ENCODING, "utf8 (default), ascii, latin1, ucs2 or utf16le");
        parameters.put(COST, "of scrypt, 16384 by default");
        parameters.put(BLOCK_SIZE, "of scrypt, 8 by default");
        parameters.put(PARALLELIZATION, "of scrypt, 1 by default");
        parameters.put("keylen", "of scrypt; the length of the value counts");
        return parameters;
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.values());
    }
}
