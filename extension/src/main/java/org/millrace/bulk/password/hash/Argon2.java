package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Argon2i, Argon2d and Argon2id in PHC notation. */
public final class Argon2 implements HashFormat {
    /** The id. */
    public static final String ID = "argon2";

    private static final Pattern PHC = Pattern.compile("\\$argon2(id|i|d)(?:\\$v=(16|19))?"
            + "\\$m=([0-9]{1,10}),t=([0-9]{1,10}),p=([0-9]{1,3})\\$([A-Za-z0-9+/]+)=*\\$([A-Za-z0-9+/]+)=*");
    private static final Pattern KEYED = Pattern.compile("\\$argon2(?:id|i|d)\\$.*(?:keyid|data)=.*", Pattern.DOTALL);

    private static final int KIBIBYTES_A_LANE = 8;
    private static final int MAX_LANES = 255;
    private static final int MIN_SALT_BYTES = 8;
    private static final int MIN_BYTES = 4;
    private static final int MAX_BYTES = 1024;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "Argon2i, Argon2d and Argon2id in PHC notation, of libargon2, PHP, Passlib, libsodium, Kratos and others";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("$argon2");
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        return of(hash.value());
    }

    /** A hash in PHC notation. */
    public static PasswordHash of(String text) {
        if (KEYED.matcher(text).matches()) {
            throw InvalidHashException.unsupported("Argon2 with keyid or data is not supported");
        }
        Matcher parts = PHC.matcher(text);
        if (!parts.matches()) {
            throw InvalidHashException.malformed(
                    "Malformed Argon2 hash; expected $argon2id$v=19$m=65536,t=3,p=4$salt$digest");
        }
        int lanes = HashFields.number(parts.group(5), "p", 1, MAX_LANES);
        byte[] salt = BinaryText.BASE64.bytes(parts.group(6), "The salt");
        byte[] digest = BinaryText.BASE64.bytes(parts.group(7), "The digest");
        if (salt.length < MIN_SALT_BYTES || digest.length < MIN_BYTES || digest.length > MAX_BYTES) {
            throw InvalidHashException.malformed("The salt of Argon2 must have at least " + MIN_SALT_BYTES
                    + " bytes, the digest " + MIN_BYTES + " to " + MAX_BYTES);
        }
        return new Argon2Hash(
                parts.group(1),
                parts.group(2) == null ? 16 : Integer.parseInt(parts.group(2)),
                HashFields.number(parts.group(3), "m", KIBIBYTES_A_LANE * lanes, Integer.MAX_VALUE),
                HashFields.number(parts.group(4), "t", 1, Integer.MAX_VALUE),
                lanes,
                salt,
                digest);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("$argon2id$v=19$m=64,t=2,p=1$pT1rmyAuIL4GqhcxICju1A$sX8hBVJjo/GzdKmgZTSCAlaO2lVCq/IO"));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.MEMORY, HashLimits.Limit.WORK);
    }
}
