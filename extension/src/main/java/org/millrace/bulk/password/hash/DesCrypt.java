package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.UnixCrypt;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** The traditional crypt(3) with DES: eight characters of seven bits count. */
public final class DesCrypt implements HashFormat {
    /** The id. */
    public static final String ID = "des-crypt";

    private static final Pattern HASH = Pattern.compile("[./A-Za-z0-9]{13}");
    private static final int ROUNDS = 25;
    private static final int SALT_CHARACTERS = 2;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "Traditional crypt(3) with DES; the format has to be named, or the prefix {CRYPT} given";
    }

    @Override
    public boolean recognises(String hash) {
        return false;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        if (!HASH.matcher(hash.value()).matches()) {
            throw InvalidHashException.malformed(
                    "Malformed DES hash of crypt(3); expected 13 characters of ./0-9A-Za-z");
        }
        return new UnixCryptHash(ID, UnixCrypt::crypt, hash.value(), SALT_CHARACTERS, ROUNDS);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(new HashRecord("des-crypt", "6Pjdda9f5ymgw", null, Map.of()));
    }
}
