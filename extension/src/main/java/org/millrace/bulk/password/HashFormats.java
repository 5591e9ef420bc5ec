package org.millrace.bulk.password;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.bulk.password.hash.Argon2;
import org.millrace.bulk.password.hash.Bcrypt;
import org.millrace.bulk.password.hash.DesCrypt;
import org.millrace.bulk.password.hash.FirebaseScrypt;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Md5Crypt;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.hash.Phpass;
import org.millrace.bulk.password.hash.Scrypt;
import org.millrace.bulk.password.hash.Sha2Crypt;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.password.source.AspNetIdentity;
import org.millrace.bulk.password.source.Auth0;
import org.millrace.bulk.password.source.BetterAuth;
import org.millrace.bulk.password.source.Clerk;
import org.millrace.bulk.password.source.Django;
import org.millrace.bulk.password.source.ForgeRock;
import org.millrace.bulk.password.source.FusionAuth;
import org.millrace.bulk.password.source.Kratos;
import org.millrace.bulk.password.source.Ldap;
import org.millrace.bulk.password.source.Magento;
import org.millrace.bulk.password.source.MsSql;
import org.millrace.bulk.password.source.MySql;
import org.millrace.bulk.password.source.Ntlm;
import org.millrace.bulk.password.source.Okta;
import org.millrace.bulk.password.source.SaltedDigest;
import org.millrace.bulk.password.source.Symfony;
import org.millrace.bulk.password.source.Werkzeug;
import org.millrace.bulk.record.user.HashRecord;

/** The hash formats that can be imported. One line adds one. */
public final class HashFormats {
    private static final List<HashFormat> ALL = List.of(
            new Bcrypt(),
            new Argon2(),
            new Pbkdf2(),
            new Scrypt(),
            new FirebaseScrypt(),
            new Md5Crypt(),
            new Sha2Crypt(),
            new DesCrypt(),
            new Phpass(),
            new Digest(),
            new Django(),
            new Werkzeug(),
            new AspNetIdentity(),
            new MySql(),
            new MsSql(),
            new Ntlm(),
            new Kratos(),
            new Ldap(),
            new Okta(),
            new Auth0(),
            new FusionAuth(),
            new Clerk(),
            new ForgeRock(),
            new BetterAuth(),
            new Symfony(),
            new Magento(),
            new SaltedDigest(
                    "vbulletin",
                    "vBulletin 3 and 4: MD5 of the MD5 digest and the salt",
                    HashFunction.MD5,
                    "{md5(password)}{salt}",
                    "ce32a2de94dbed341b041882285ffd3c"),
            new SaltedDigest(
                    "mybb",
                    "MyBB and Invision Power Board: MD5 of the MD5 digests of salt and password",
                    HashFunction.MD5,
                    "{md5(salt)}{md5(password)}",
                    "127cff208fae87b8b1d1afa1efb17823"),
            new SaltedDigest(
                    "joomla",
                    "Joomla 1.0 to 2.5: MD5 of password and salt, as digest:salt",
                    HashFunction.MD5,
                    "{password}{salt}",
                    "4fad15b041932a788a82f25b034fab8f"),
            new SaltedDigest(
                    "redmine",
                    "Redmine: SHA-1 of the salt and the SHA-1 digest",
                    HashFunction.SHA1,
                    "{salt}{sha1(password)}",
                    "bf09cf3bc3f824d8ba735fa4963b10fcf5759a78"));

    /** Notations that are recognised to give a specific reason for their rejection. */
    private static final Map<String, String> UNSUPPORTED = Map.of(
            "$y$", "yescrypt ($y$)",
            "$gy$", "gost-yescrypt ($gy$)",
            "$sm3$", "SM3 crypt",
            "$A$", "caching_sha2_password of MySQL",
            "$md5,", "MD5 crypt of Solaris",
            "SCRAM-SHA-256$", "SCRAM of PostgreSQL");

    private static final int MAX_LENGTH = 4096;
    private static final int MAX_PARAMETERS = 32;

    private HashFormats() {}

    /** A hash, and the format that describes it. */
    public record Parsed(HashFormat format, PasswordHash hash) {}

    /** All formats. */
    public static List<HashFormat> all() {
        return ALL;
    }

    /** The format with this id. */
    public static Optional<HashFormat> named(String id) {
        return ALL.stream().filter(format -> format.id().equals(id)).findFirst();
    }

    /**
     * Parses a hash.
     *
     * @throws InvalidHashException if it is malformed or unsupported; cost and keys are not checked
     */
    public static Parsed parse(HashRecord hash) {
        checkLength(hash);
        HashFormat format = hash.format() == null
                ? ALL.stream()
                        .filter(each -> each.recognises(hash.value()))
                        .findFirst()
                        .orElseThrow(() -> unrecognised(hash.value()))
                : named(hash.format())
                        .orElseThrow(() -> InvalidHashException.unsupported(
                                "Unknown hash format; GET .../bulk-import/password-formats lists all"));
        return new Parsed(format, format.parse(hash));
    }

    /** Whether a text describes itself as a hash that can be verified; cost and keys are not checked. */
    public static boolean isSupported(String hash) {
        try {
            return parse(HashRecord.of(hash)).hash().expected().length > 0;
        } catch (InvalidHashException e) {
            return false;
        }
    }

    private static void checkLength(HashRecord hash) {
        String salt = hash.salt() == null ? "" : hash.salt();
        boolean isLong = hash.value().length() > MAX_LENGTH
                || salt.length() > MAX_LENGTH
                || hash.parameters().size() > MAX_PARAMETERS
                || hash.parameters().values().stream().anyMatch(value -> value.length() > MAX_LENGTH);
        if (isLong) {
            throw InvalidHashException.malformed(
                    "Value, salt and each parameter of a hash must have at most " + MAX_LENGTH + " characters");
        }
    }

    private static InvalidHashException unrecognised(String text) {
        if (text.startsWith("!") || text.equals("*")) {
            return InvalidHashException.noUsablePassword(
                    "The hash begins with ! or is *, which means that the user has no usable password");
        }
        return UNSUPPORTED.entrySet().stream()
                .filter(each -> text.startsWith(each.getKey()))
                .findFirst()
                .map(each -> InvalidHashException.unsupported(each.getValue() + " is not supported"))
                .orElseGet(() -> InvalidHashException.unsupported(
                        "The hash does not describe its format; name it: {\"format\":...,\"value\":...,\"salt\":...}."
                                + " A password in clear text is the value of a credential, not its hash"));
    }
}
