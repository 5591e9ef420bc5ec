package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.HashRecord;

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

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "Modified scrypt of Firebase Authentication and Google Identity Platform; the signer key is in the"
                + " server's configuration";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        int memoryCost = fields.number(MEMORY_COST, 14, 1, MAX_MEMORY_COST);
        int rounds = fields.number(ROUNDS, 8, 1, MAX_ROUNDS);
        ScryptHash.checkParameters(1 << memoryCost, rounds, 1);
        String key = fields.keyName(KEY).orElse(DEFAULT_KEY);
        byte[] digest = BinaryText.BASE64.bytes(hash.value(), "The value");
        if (digest.length < 16 || digest.length > 256) {
            throw InvalidHashException.malformed("The value must have as many bytes as the signer key, 16 to 256");
        }
        return new FirebaseScryptHash(
                memoryCost,
                rounds,
                key,
                BinaryText.BASE64.bytes(fields.text(SALT_SEPARATOR).orElse("Bw=="), "The parameter saltSeparator"),
                BinaryText.BASE64.bytes(fields.salt(), "The salt"),
                digest);
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
