package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** {@code MessageDigestPasswordHasher} of Symfony, also of FOSUserBundle. Newer hashers of Symfony write bcrypt or Argon2. */
public final class Symfony implements HashFormat {
    private static final String ALGORITHM = "algorithm";
    private static final String ITERATIONS = "iterations";
    private static final String ENCODING = "encoding";
    private static final int DEFAULT_ITERATIONS = 5000;

    @Override
    public String id() {
        return "symfony";
    }

    @Override
    public String description() {
        return "Message digest hasher of Symfony (FOSUserBundle): value and salt; bcrypt and Argon2 are recognised by their prefix";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        String salt = hash.salt() == null || hash.salt().isEmpty() ? null : hash.salt();
        return Digest.of(
                fields.choice(ALGORITHM, "sha512", HashFunction.byId()),
                fields.encoding(ENCODING, BinaryText.BASE64).bytes(hash.value(), "The value"),
                salt,
                Map.of(
                        "template",
                        salt == null ? "{password}" : "{password}{{{salt}}}",
                        "iterations",
                        Integer.toString(fields.number(ITERATIONS, DEFAULT_ITERATIONS, 1, Integer.MAX_VALUE)),
                        "repetition",
                        "digest-input"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(new HashRecord(
                "symfony",
                "9kD2bAJOO9uSQmI1ke0lvWlOGdT3l2fuvV2Wqq4i+HQv/nqq0qknRvf0rBPuq5Ja+3TAilYo+gFPi9cOaACCVg==",
                "71500f20d0f56a64505f7bbad440d475",
                Map.of()));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                ALGORITHM, "sha512 (default), sha256, sha1 or md5",
                ITERATIONS, "5000 by default",
                ENCODING, "of the value: base64 (default) or hex");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.ITERATIONS);
    }
}
