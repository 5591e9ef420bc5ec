package org.millrace.bulk.password.source;

import java.text.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.hash.Scrypt;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Better Auth: scrypt of the password in NFKC. The text of the salt is what counts, not the bytes that it writes. */
public final class BetterAuth implements HashFormat {
    private static final Pattern HASH = Pattern.compile("([0-9a-fA-F]{32}):([0-9a-fA-F]{128})");
    private static final int N = 16_384;
    private static final int R = 16;
    private static final int P = 1;

    @Override
    public String id() {
        return "better-auth";
    }

    @Override
    public String description() {
        return "Better Auth: column password of its account table, salt:digest in hexadecimal";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        Matcher parts = HASH.matcher(hash.value());
        if (!parts.matches()) {
            throw InvalidHashException.malformed(
                    "A hash of Better Auth is a salt of 32 and a digest of 128 hexadecimal digits with a colon between them");
        }
        return Scrypt.of(
                N,
                R,
                P,
                Optional.of(Normalizer.Form.NFKC),
                BinaryText.UTF8.bytes(parts.group(1), "The salt"),
                BinaryText.HEX.bytes(parts.group(2), "The digest"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(new HashRecord(
                "better-auth",
                "c9db81c3945fa08bcf169de67ec232bd:1c1e5813389307718f991d8ba007944b09163255aed6c4dbc7e18eb911a135a86cff35ec38c13b6a73ca815e4357174f78891a832bf5c5163318169eea817fb5",
                null,
                Map.of()));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.MEMORY, HashLimits.Limit.WORK);
    }
}
