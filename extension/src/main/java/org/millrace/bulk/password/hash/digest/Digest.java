package org.millrace.bulk.password.hash.digest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Digests of password and salt in any order and encoding, repeated or not, HMAC or not, with pepper or not. */
public final class Digest implements HashFormat {
    /** The id. */
    public static final String ID = "digest";

    private static final String ENCODING = "encoding";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "Digests (MD4, MD5, SHA-1, SHA-2, HMAC) of password, salt and pepper, described by parameters";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        DigestRecipe recipe = recipe(fields, hash.salt());
        byte[] value = fields.encoding(ENCODING, BinaryText.HEX)
                .bytes(hash.value(), "The value", recipe.function().length());
        return new DigestHash(recipe, hash.salt(), value);
    }

    static DigestRecipe recipe(HashFields fields, @Nullable String salt) {
        DigestRecipe recipe = DigestRecipe.of(fields, salt != null);
        if (salt != null) {
            byte[] unused = recipe.saltEncoding().bytes(salt, "The salt");
        }
        return recipe;
    }

    /**
     * A hash that another format describes.
     *
     * @param salt null for none
     * @param parameters those of this format, without {@code digest}
     */
    public static PasswordHash of(
            HashFunction function, byte[] digest, @Nullable String salt, Map<String, String> parameters) {
        if (digest.length != function.length()) {
            throw InvalidHashException.malformed(
                    "The digest has " + digest.length + " bytes instead of " + function.length());
        }
        Map<String, String> all = new HashMap<>(parameters);
        all.put(DigestRecipe.DIGEST, function.id());
        HashRecord described = new HashRecord(ID, "", salt, all);
        return new DigestHash(recipe(new HashFields(described, names()), salt), salt, digest);
    }

    private static Set<String> names() {
        Set<String> names = new HashSet<>(DigestRecipe.documentation().keySet());
        names.add(ENCODING);
        return names;
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                new HashRecord(
                        "digest",
                        "b47979306cfbbe69055691db2d2846db7ef943e801805d7f37e63c3559c65b92",
                        "71500f20d0f56a64505f7bbad440d475",
                        Map.of("digest", "sha256")),
                new HashRecord(
                        "digest",
                        "mpxiHPOkTIuH5ONVbavlyAhDzoh419Y5K3DAVrnceoIadyznPQhxRsOQPKhup23SS7dvuA9izXrPUqicdKUPmg==",
                        "71500f20d0f56a64505f7bbad440d475",
                        Map.of("digest", "sha512", "template", "{password}{salt}", "encoding", "base64")),
                new HashRecord(
                        "digest",
                        "6b184b371e692b89dd8d26547bdce805d9aedbfe0056ba7a0da6a240cbcbb32f",
                        null,
                        Map.of("digest", "sha256", "hmac", "pepper", "pepper", "devise")));
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = DigestRecipe.documentation();
        parameters.put(ENCODING, "of the value: hex (default), base64, adapted-base64 or bcrypt-base64");
        return parameters;
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.ITERATIONS);
    }
}
