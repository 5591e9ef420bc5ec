package org.millrace.bulk.password.hash;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** bcrypt in modular crypt format, and bcrypt of a digest of the password. */
public final class Bcrypt implements HashFormat {
    /** The id. */
    public static final String ID = "bcrypt";

    static final String PREHASH = "prehash";
    static final String PEPPER = "pepper";

    private static final Pattern HASH = Pattern.compile("\\$2([aby])\\$(0[4-9]|[12][0-9]|3[01])\\$[./A-Za-z0-9]{53}");
    private static final Pattern OTHER_VARIANT = Pattern.compile("\\$2x?\\$.*", Pattern.DOTALL);
    private static final String PASSLIB = "$bcrypt-sha256$";
    private static final Pattern PASSLIB_1 =
            Pattern.compile("\\$bcrypt-sha256\\$(2[aby]),([0-9]{1,2})\\$([./A-Za-z0-9]{22})\\$([./A-Za-z0-9]{31})");
    private static final Pattern PASSLIB_2 = Pattern.compile(
            "\\$bcrypt-sha256\\$v=2,t=(2[aby]),r=([0-9]{1,2})\\$([./A-Za-z0-9]{22})\\$([./A-Za-z0-9]{31})");
    private static final String WORDPRESS = "$wp$";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "bcrypt ($2a$, $2b$, $2y$) of PHP, Laravel, Rails, Auth0, Supabase and others; $wp$2y$ of WordPress 6.8;"
                + " bcrypt_sha256 of Passlib; with a digest before it or a pepper after the password";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("$2") || hash.startsWith(WORDPRESS) || hash.startsWith(PASSLIB);
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, parameters().keySet());
        PreHash preHash = fields.choice(PREHASH, "none", PreHash.byId());
        String pepper = fields.keyName(PEPPER).orElse(null);
        String text = hash.value();
        boolean isComplete = text.startsWith(WORDPRESS) || text.startsWith(PASSLIB);
        if (isComplete && (pepper != null || preHash != PreHash.NONE)) {
            throw InvalidHashException.malformed("Parameters prehash and pepper do not apply to hashes that begin with "
                    + WORDPRESS + " or " + PASSLIB);
        }
        if (text.startsWith(WORDPRESS)) {
            return of("$" + text.substring(WORDPRESS.length()), PreHash.WORDPRESS, null);
        }
        if (text.startsWith(PASSLIB)) {
            Matcher second = PASSLIB_2.matcher(text);
            Matcher first = PASSLIB_1.matcher(text);
            return second.matches()
                    ? passlib(second, PreHash.HMAC_SHA256_BASE64)
                    : passlib(matched(first), PreHash.SHA256_BASE64);
        }
        return of(text, preHash, pepper);
    }

    private static Matcher matched(Matcher matcher) {
        if (!matcher.matches()) {
            throw InvalidHashException.malformed(
                    "Malformed bcrypt_sha256 hash; expected $bcrypt-sha256$v=2,t=2b,r=12$salt$digest");
        }
        return matcher;
    }

    private static PasswordHash passlib(Matcher parts, PreHash preHash) {
        String cost = parts.group(2).length() == 1 ? "0" + parts.group(2) : parts.group(2);
        return of("$" + parts.group(1) + "$" + cost + "$" + parts.group(3) + parts.group(4), preHash, null);
    }

    /** A hash in modular crypt format. */
    public static PasswordHash of(String text) {
        return of(text, PreHash.NONE, null);
    }

    /** A hash whose parts are given one by one. */
    public static PasswordHash of(int cost, String salt, String digest) {
        return of("$2a$" + (cost < 10 ? "0" : "") + cost + "$" + salt + digest);
    }

    /** A hash of Django's {@code bcrypt_sha256}. */
    public static PasswordHash ofSha256Hex(String text) {
        return of(text, PreHash.SHA256_HEX, null);
    }

    static PasswordHash of(String text, PreHash preHash, @Nullable String pepper) {
        if (OTHER_VARIANT.matcher(text).matches()) {
            throw InvalidHashException.unsupported(
                    "bcrypt variants $2$ and $2x$ have defects that are not reproduced; $2a$, $2b$ and $2y$ are supported");
        }
        if (!HASH.matcher(text).matches()) {
            throw InvalidHashException.malformed(
                    "Malformed bcrypt hash; expected $2b$, a cost from 04 to 31, $, and 53 characters of salt and digest");
        }
        return new BcryptHash(text, preHash, pepper);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("$2b$04$sxKpECN8K.Eq428swINdXemdM61mYWt/UwGg5v4saSpjPhTjEGY0m"),
                HashRecord.of("$wp$2y$04$dMpNckEmjwT93nTqQfgZtuS0CkUMtTSShJEQq0YS7jiLa4aTplFY6"),
                HashRecord.of("$bcrypt-sha256$v=2,t=2b,r=4$YMD7boObCfw3sGHx674dne$zExvr8ItmbT9zTgepme4p8e7XqlUaHu"),
                new HashRecord(
                        "bcrypt",
                        "$2b$04$P0/83G/ogJQCtjfGHQbW9eV/grcrEbRErrTaWhia7hxU3EKa2PVYG",
                        null,
                        Map.of("prehash", "sha256-hex")),
                new HashRecord(
                        "bcrypt",
                        "$2b$04$MpzYzD9A7mhNsVpnw/DyW.OUhJ/oQqfA68kckV5i8slkvmFIgtw76",
                        null,
                        Map.of("pepper", "devise")));
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(
                PREHASH,
                "digest of the password that bcrypt gets: none, md5-hex, sha1-hex, sha256-hex, sha512-hex, sha256-base64,"
                        + " sha384-base64, sha512-base64, hmac-sha256-base64 or wordpress",
                PEPPER,
                "name of the key in the server's configuration that is appended to the password (Devise)");
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.BCRYPT_COST);
    }
}
