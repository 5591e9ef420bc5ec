package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** SHA-256 and SHA-512 of crypt(3). */
public final class Sha2Crypt implements HashFormat {
    /** The id. */
    public static final String ID = "sha2-crypt";

    private static final int DEFAULT_ROUNDS = 5000;
    private static final int MIN_ROUNDS = 1000;
    private static final int MAX_ROUNDS = 999_999_999;
    private static final Pattern HASH = Pattern.compile(
            "(\\$[56]\\$(?:rounds=([0-9]{1,10})\\$)?[./A-Za-z0-9]{1,16}\\$)(?:[./A-Za-z0-9]{43}|[./A-Za-z0-9]{86})");
    private static final int SHA512_DIGEST_LENGTH = 86;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "SHA-256 ($5$) and SHA-512 ($6$) of crypt(3): Linux, Dovecot, OpenLDAP";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("$5$") || hash.startsWith("$6$");
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        String text = hash.value();
        Matcher parts = HASH.matcher(text);
        boolean isSha512 = text.startsWith("$6$");
        if (!parts.matches() || isSha512 != (text.length() - parts.end(1) == SHA512_DIGEST_LENGTH)) {
            throw InvalidHashException.malformed(
                    "Malformed SHA-2 hash of crypt(3); expected $5$ or $6$, rounds=n$ or nothing,"
                            + " 1 to 16 characters of salt, $, and 43 or 86 characters");
        }
        int rounds = parts.group(2) == null
                ? DEFAULT_ROUNDS
                : HashFields.number(parts.group(2), "The number of rounds", MIN_ROUNDS, MAX_ROUNDS);
        UnixCryptHash.Function function = isSha512
                ? org.apache.commons.codec.digest.Sha2Crypt::sha512Crypt
                : org.apache.commons.codec.digest.Sha2Crypt::sha256Crypt;
        return new UnixCryptHash(ID, function, text, parts.end(1), rounds);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("$5$rounds=1000$/HxGQ6VQpRh/kPV1$e20kQz4ea2PpjvED04d8q0zKDDl0Hat.BDpRBwCv.09"),
                HashRecord.of(
                        "$6$rounds=1000$riAwU87tx7EM8Uv4$qjLTZE21hpGDJRq8qTJvLZYjbr2sk2kR1JRR8ZTk8o9CRrRWTkiK31XZWVVVEO1Wr29un9Y6GhZxmOSY2Ylyh1"));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.ITERATIONS);
    }
}
