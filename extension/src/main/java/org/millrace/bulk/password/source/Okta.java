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

/** {@code credentials.password.hash} of Okta's Users API. */
public final class Okta implements HashFormat {
    private static final String ALGORITHM = "algorithm";
    private static final String WORK_FACTOR = "workFactor";
    private static final String SALT_ORDER = "saltOrder";
    private static final String DIGEST_ALGORITHM = "digestAlgorithm";
    private static final String ITERATION_COUNT = "iterationCount";
    private static final String KEY_SIZE = "keySize";

    @Override
    public String id() {
        return "okta";
    }

    @Override
    public String description() {
        return "hash object of Okta's Users API: algorithm BCRYPT, PBKDF2, SHA-512, SHA-256, SHA-1 or MD5";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        String algorithm = fields.required(ALGORITHM);
        return switch (algorithm) {
            case "BCRYPT" -> Bcrypt.of(fields.number(WORK_FACTOR, 4, 31), fields.salt(), hash.value());
            case "PBKDF2" ->
                Pbkdf2.of(
                        HashFunction.named(fields.required(DIGEST_ALGORITHM).replace("_HMAC", ""))
                                .filter(HashFunction::hasMac)
                                .orElseThrow(() -> InvalidHashException.unsupported(
                                        "Parameter digestAlgorithm is SHA256_HMAC or SHA512_HMAC")),
                        fields.number(ITERATION_COUNT, 1, Integer.MAX_VALUE),
                        BinaryText.BASE64.bytes(fields.salt(), "The salt"),
                        BinaryText.BASE64.bytes(hash.value(), "The value"));
            case "SHA-512", "SHA-256", "SHA-1", "MD5" ->
                digest(HashFunction.named(algorithm).orElseThrow(), hash, fields);
            default ->
                throw InvalidHashException.unsupported(
                        "Parameter algorithm is BCRYPT, PBKDF2, SHA-512, SHA-256, SHA-1 or MD5");
        };
    }

    private static PasswordHash digest(HashFunction function, HashRecord hash, HashFields fields) {
        byte[] digest = BinaryText.BASE64.bytes(hash.value(), "The value");
        if (hash.salt() == null) {
            return Digest.of(function, digest, null, Map.of());
        }
        String template = fields.choice(
                SALT_ORDER, "PREFIX", Map.of("PREFIX", "{salt}{password}", "POSTFIX", "{password}{salt}"));
        // Okta documents the salt as Base64 of the bytes.
        return Digest.of(function, digest, hash.salt(), Map.of("template", template, "saltEncoding", "base64"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                new HashRecord(
                        "okta",
                        "2mX4js.wKNkNxncuAznCDJNrqBI1fBC",
                        "kWjfUpSqGd.mHeXjEDF.Fe",
                        Map.of("algorithm", "BCRYPT", "workFactor", "4")),
                new HashRecord(
                        "okta",
                        "EHhlDTDZ5ZZ2NfVQY2VyP7MRedfHVymGD4wdnRpgn8QQH8NToB+KKdl5/Le9Rw0lmXPrs3s2334viZleWBUPbQ==",
                        "cVAPIND1amRQX3u61EDUdQ==",
                        Map.of(
                                "algorithm",
                                "PBKDF2",
                                "digestAlgorithm",
                                "SHA512_HMAC",
                                "iterationCount",
                                "1000",
                                "keySize",
                                "64")),
                new HashRecord(
                        "okta",
                        "HYvNhzbFXJRQO5ivk6eUxxKP0NItJk0HDDFTN/AztEWUBOuvWsXUnEhPjMJWkX8Fye1sT6yMkvJDHtdTuUCRrg==",
                        "cVAPIND1amRQX3u61EDUdQ==",
                        Map.of("algorithm", "SHA-512", "saltOrder", "POSTFIX")));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                ALGORITHM, "BCRYPT, PBKDF2, SHA-512, SHA-256, SHA-1 or MD5; required",
                WORK_FACTOR, "cost of bcrypt",
                SALT_ORDER, "PREFIX (default) or POSTFIX",
                DIGEST_ALGORITHM, "SHA256_HMAC or SHA512_HMAC, of PBKDF2",
                ITERATION_COUNT, "of PBKDF2",
                KEY_SIZE, "of PBKDF2; the length of the value counts");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.BCRYPT_COST, HashLimits.Limit.ITERATIONS);
    }
}
