package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Pbkdf2;
import org.millrace.bulk.password.hash.Scrypt;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Hashes of Werkzeug and Flask. */
public final class Werkzeug implements HashFormat {
    private static final Pattern PREFIX =
            Pattern.compile("(?:pbkdf2:|scrypt:|(?:sha224|sha256|sha384|sha512)\\$).*", Pattern.DOTALL);
    private static final Pattern PBKDF2 =
            Pattern.compile("pbkdf2:(sha1|sha224|sha256|sha384|sha512):([0-9]{1,10})\\$([^$]*)\\$([0-9a-fA-F]+)");
    private static final Pattern SCRYPT =
            Pattern.compile("scrypt:([0-9]{1,10}):([0-9]{1,10}):([0-9]{1,10})\\$([^$]*)\\$([0-9a-fA-F]+)");
    private static final Pattern HMAC =
            Pattern.compile("(md5|sha1|sha224|sha256|sha384|sha512)\\$([^$]*)\\$([0-9a-fA-F]+)");

    @Override
    public String id() {
        return "werkzeug";
    }

    @Override
    public String description() {
        return "Werkzeug and Flask: pbkdf2:sha256:, scrypt:, and the HMAC of old versions (sha256$salt$digest; sha1$ and md5$"
                + " only with the format named)";
    }

    @Override
    public boolean recognises(String hash) {
        return PREFIX.matcher(hash).matches();
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        Matcher pbkdf2 = PBKDF2.matcher(hash.value());
        if (pbkdf2.matches()) {
            return Pbkdf2.of(
                    HashFunction.named(pbkdf2.group(1)).orElseThrow(),
                    Pbkdf2.iterations(pbkdf2.group(2)),
                    BinaryText.UTF8.bytes(pbkdf2.group(3), "The salt"),
                    BinaryText.HEX.bytes(pbkdf2.group(4), "The digest"));
        }
        Matcher scrypt = SCRYPT.matcher(hash.value());
        if (scrypt.matches()) {
            return Scrypt.of(
                    HashFields.number(scrypt.group(1), "N", 2, Integer.MAX_VALUE),
                    HashFields.number(scrypt.group(2), "r", 1, Integer.MAX_VALUE),
                    HashFields.number(scrypt.group(3), "p", 1, Integer.MAX_VALUE),
                    BinaryText.UTF8.bytes(scrypt.group(4), "The salt"),
                    BinaryText.HEX.bytes(scrypt.group(5), "The digest"));
        }
        Matcher hmac = HMAC.matcher(hash.value());
        if (hmac.matches()) {
            String salt = hmac.group(2);
            return Digest.of(
                    HashFunction.named(hmac.group(1)).orElseThrow(),
                    BinaryText.HEX.bytes(hmac.group(3), "The digest"),
                    salt.isEmpty() ? null : salt,
                    salt.isEmpty() ? Map.of() : Map.of("hmac", "salt"));
        }
        throw InvalidHashException.malformed("A hash of Werkzeug is pbkdf2:sha256:iterations$salt$digest,"
                + " scrypt:N:r:p$salt$digest, or sha256$salt$digest");
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of(
                        "scrypt:4096:8:1$s9XlXmHuNVMHaZPm$d21b10136002965492ddc0cba580c4bb7de6f71f963d58f18d9d4fcfbc4a71f7ba70107b58c359e14214238a1875ce69b064948e71501cbb639f4c9a6b5ea158"),
                HashRecord.of(
                        "pbkdf2:sha256:1000$nGkgHuHEdV7fT1OA$86019aaf556f53c51da72be220a3fd2f28ac0616afdceb3d9a4c5c6b5268eb3e"),
                HashRecord.of("sha256$saltsalt$375b073cf10319f4c6de5037d1916957af36ba54645d4758b52a07a31b18f9c2"));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.ITERATIONS, HashLimits.Limit.MEMORY, HashLimits.Limit.WORK);
    }
}
