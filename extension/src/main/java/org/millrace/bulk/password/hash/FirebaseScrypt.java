package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** The modified scrypt of Firebase Authentication. */
public final class FirebaseScrypt implements HashFormat {
    /** The id. */
    public static final String ID = "firebase-scrypt";

    static final String KEY = "key";
    static final String MEMORY_COST = "memoryCost";
    static final String ROUNDS = "rounds";
    static final String SALT_SEPARATOR = "saltSeparator";

    private static final String DEFAULT_KEY = "firebase";
    private static final int MAX_MEMORY_COST = 30;
    private static final int MAX_ROUNDS = 120;
    private static final int MIN_BYTES = 16;
    private static final int MAX_BYTES = 256;
    private static final String SUPABASE = "$fbscrypt$";
    private static final Pattern SUPABASE_HASH =
            Pattern.compile("\\$fbscrypt\\$v=1,n=([0-9]{1,3}),r=([0-9]{1,3}),p=1,ss=([A-Za-z0-9+/=]*),"
                    + "sk=([A-Za-z0-9+/=_-]+)\\$([A-Za-z0-9+/=_-]+)\\$([A-Za-z0-9+/=_-]+)");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "Modified scrypt of Firebase Authentication and Google Identity Platform; the signer key is in the"
                + " server's configuration; $fbscrypt$ of Supabase";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith(SUPABASE);
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        if (recognises(hash.value())) {
            return supabase(hash.value(), fields);
        }
        return of(
                fields.number(MEMORY_COST, 14, 1, MAX_MEMORY_COST),
                fields.number(ROUNDS, 8, 1, MAX_ROUNDS),
                fields.keyName(KEY).orElse(DEFAULT_KEY),
                null,
                fields.text(SALT_SEPARATOR).orElse("Bw=="),
                fields.salt(),
                hash.value());
    }

    private static PasswordHash supabase(String text, HashFields fields) {
        Matcher parts = SUPABASE_HASH.matcher(text);
        if (!parts.matches()) {
            throw InvalidHashException.malformed(
                    "A hash of Firebase in Supabase is $fbscrypt$v=1,n=14,r=8,p=1,ss=separator,sk=key$salt$digest");
        }
        return of(
                HashFields.number(parts.group(1), "n", 1, MAX_MEMORY_COST),
                HashFields.number(parts.group(2), "r", 1, MAX_ROUNDS),
                fields.keyName(KEY).orElse(DEFAULT_KEY),
                parts.group(4),
                parts.group(3),
                parts.group(5),
                parts.group(6));
    }

    /**
     * A hash that contains the signer key. It is verified with the key {@code firebase} of the server's configuration, which has to be equal.
     *
     * @param signerKey in Base64, as separator, salt and digest are
     */
    public static PasswordHash of(
            int memoryCost, int rounds, String signerKey, String saltSeparator, String salt, String digest) {
        return of(memoryCost, rounds, DEFAULT_KEY, signerKey, saltSeparator, salt, digest);
    }

    private static PasswordHash of(
            int memoryCost,
            int rounds,
            String key,
            @Nullable String signerKey,
            String saltSeparator,
            String salt,
            String digest) {
        if (memoryCost < 1 || memoryCost > MAX_MEMORY_COST || rounds < 1 || rounds > MAX_ROUNDS) {
            throw InvalidHashException.malformed(
                    "The memory cost must be 1 to " + MAX_MEMORY_COST + ", and rounds 1 to " + MAX_ROUNDS);
        }
        ScryptHash.checkParameters(1 << memoryCost, rounds, 1);
        byte[] value = BinaryText.BASE64.bytes(digest, "The value");
        if (value.length < MIN_BYTES || value.length > MAX_BYTES) {
            throw InvalidHashException.malformed(
                    "The value must have as many bytes as the signer key, " + MIN_BYTES + " to " + MAX_BYTES);
        }
        if (signerKey != null) {
            byte[] unused = BinaryText.BASE64.bytes(signerKey, "The signer key", value.length);
        }
        return new FirebaseScryptHash(
                memoryCost,
                rounds,
                key,
                signerKey,
                BinaryText.BASE64.bytes(saltSeparator, "The parameter saltSeparator"),
                BinaryText.BASE64.bytes(salt, "The salt"),
                value);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(new HashRecord(
                ID,
                "ZKICzw/aMHw8vdjGxgsJzoU1Y63uykdiPEEVnt50NNfmdvLO6km/CMVwKr/d6tK9Px7we7sL5mhO3XjodX2HlA==",
                "42xEC+ixf3L2lw==",
                Map.of(KEY, "firebase", MEMORY_COST, "14", ROUNDS, "8", SALT_SEPARATOR, "Bw==")));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                KEY,
                        "name of the signer key (Base64, as Firebase shows it) in the server's configuration, firebase by default",
                MEMORY_COST, "mem_cost of the project, 14 by default",
                ROUNDS, "rounds of the project, 8 by default",
                SALT_SEPARATOR, "base64_salt_separator of the project, Bw== by default");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.MEMORY, HashLimits.Limit.WORK);
    }
}
