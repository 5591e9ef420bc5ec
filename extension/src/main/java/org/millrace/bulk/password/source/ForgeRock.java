package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** {@code $crypto} of ForgeRock and Ping Identity Management with type {@code salted-hash}: digest and salt, as in {SSHA256} of LDAP. */
public final class ForgeRock implements HashFormat {
    private static final String TYPE = "type";
    private static final String ALGORITHM = "algorithm";
    private static final Map<String, HashFunction> ALGORITHMS = Map.of(
            "MD5", HashFunction.MD5,
            "SHA-1", HashFunction.SHA1,
            "SHA-256", HashFunction.SHA256,
            "SHA-384", HashFunction.SHA384,
            "SHA-512", HashFunction.SHA512);

    @Override
    public String id() {
        return "forgerock";
    }

    @Override
    public String description() {
        return "ForgeRock and Ping Identity Management: $crypto of type salted-hash, with data as value; passwords of its"
                + " directory (DS) are recognised by the scheme in braces";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        if (!fields.text(TYPE).orElse("salted-hash").equals("salted-hash")) {
            throw InvalidHashException.unsupported(
                    "The password is encrypted, not hashed; decrypt it, or verify it in the old system with format legacy");
        }
        HashFunction function = ALGORITHMS.get(fields.required(ALGORITHM));
        if (function == null) {
            throw InvalidHashException.unsupported("Parameter algorithm is MD5, SHA-1, SHA-256, SHA-384 or SHA-512");
        }
        return Ldap.salted(function, BinaryText.BASE64.bytes(hash.value(), "The value"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(new HashRecord(
                "forgerock",
                "NaflOb8tcuJzgZWOx3DMvDrKAMo6vx67woYKwMZIZ1QAAQIDBAUGBwgJCgsMDQ4P",
                null,
                Map.of(ALGORITHM, "SHA-256")));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                ALGORITHM, "MD5, SHA-1, SHA-256, SHA-384 or SHA-512; required",
                TYPE, "salted-hash (default); other types are encrypted and not supported");
    }
}
