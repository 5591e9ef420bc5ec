package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** MD5 of crypt(3), and Apache's variant of it. */
public final class Md5Crypt implements HashFormat {
    /** The id. */
    public static final String ID = "md5-crypt";

    private static final int ROUNDS = 1000;
    private static final String APACHE = "$apr1$";
    private static final Pattern HASH = Pattern.compile("(\\$(?:1|apr1)\\$[./A-Za-z0-9]{1,8}\\$)[./A-Za-z0-9]{22}");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "MD5 of crypt(3) ($1$: Unix, Cisco IOS) and of Apache htpasswd ($apr1$)";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("$1$") || hash.startsWith(APACHE);
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        Matcher parts = HASH.matcher(hash.value());
        if (!parts.matches()) {
            throw InvalidHashException.malformed(
                    "Malformed MD5 hash of crypt(3); expected $1$ or $apr1$, 1 to 8 characters of salt, $, and 22 characters");
        }
        UnixCryptHash.Function function = hash.value().startsWith(APACHE)
                ? org.apache.commons.codec.digest.Md5Crypt::apr1Crypt
                : org.apache.commons.codec.digest.Md5Crypt::md5Crypt;
        return new UnixCryptHash(ID, function, hash.value(), parts.end(1), ROUNDS);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("$1$L59iWfoP$HAr0j5MFSkDXAJgoMseSK0"),
                HashRecord.of("$apr1$pahE2bqN$fKBm54gNlAJcU9W00DrFE1"));
    }
}
