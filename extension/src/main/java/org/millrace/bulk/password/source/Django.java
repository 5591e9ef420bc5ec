package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.millrace.bulk.password.hash.Argon2;
import org.millrace.bulk.password.hash.Bcrypt;
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

/** Django's hashers. */
public final class Django implements HashFormat {
    private static final Pattern PREFIX = Pattern.compile(
            "(?:pbkdf2_sha1|pbkdf2_sha256|bcrypt|bcrypt_sha256|argon2|scrypt|sha1|md5)\\$.*", Pattern.DOTALL);

    @Override
    public String id() {
        return "django";
    }

    @Override
    public String description() {
        return "Django: pbkdf2_sha256$, pbkdf2_sha1$, bcrypt_sha256$, bcrypt$, argon2$, scrypt$, sha1$, md5$";
    }

    @Override
    public boolean recognises(String hash) {
        return PREFIX.matcher(hash).matches();
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        String text = hash.value();
        if (text.startsWith("!")) {
            throw InvalidHashException.noUsablePassword(
                    "The hash begins with !, which means no usable password in Django");
        }
        int end = text.indexOf('$');
        String hasher = end < 0 ? "" : text.substring(0, end);
        String rest = text.substring(end + 1);
        return switch (hasher) {
            case "pbkdf2_sha256" -> pbkdf2(HashFunction.SHA256, rest);
            case "pbkdf2_sha1" -> pbkdf2(HashFunction.SHA1, rest);
            case "bcrypt" -> Bcrypt.of(rest);
            case "bcrypt_sha256" -> Bcrypt.ofSha256Hex(rest);
            case "argon2" -> Argon2.of("$" + rest);
            case "scrypt" -> scrypt(rest);
            case "sha1" -> digest(HashFunction.SHA1, rest);
            case "md5" -> digest(HashFunction.MD5, rest);
            default -> throw InvalidHashException.malformed("A hash of Django begins with the name of a hasher and $");
        };
    }

    private static PasswordHash pbkdf2(HashFunction function, String text) {
        String[] parts = parts(text, 3, "iterations$salt$digest");
        return Pbkdf2.of(
                function,
                Pbkdf2.iterations(parts[0]),
                BinaryText.UTF8.bytes(parts[1], "The salt"),
                BinaryText.BASE64.bytes(parts[2], "The digest"));
    }

    private static PasswordHash scrypt(String text) {
        String[] parts = parts(text, 5, "N$salt$r$p$digest");
        return Scrypt.of(
                HashFields.number(parts[0], "N", 2, Integer.MAX_VALUE),
                HashFields.number(parts[2], "r", 1, Integer.MAX_VALUE),
                HashFields.number(parts[3], "p", 1, Integer.MAX_VALUE),
                BinaryText.UTF8.bytes(parts[1], "The salt"),
                BinaryText.BASE64.bytes(parts[4], "The digest"));
    }

    private static PasswordHash digest(HashFunction function, String text) {
        String[] parts = parts(text, 2, "salt$digest");
        byte[] digest = BinaryText.HEX.bytes(parts[1], "The digest");
        return Digest.of(function, digest, parts[0].isEmpty() ? null : parts[0], Map.of());
    }

    static String[] parts(String text, int number, String form) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != number) {
            throw InvalidHashException.malformed("What follows the name of the hasher is " + form);
        }
        return parts;
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("pbkdf2_sha256$1000$saltsalt$qQDPSZa3Ormyy9oK1Pu0ZLLwP2Svzmx3yu8OvDdq/J0="),
                HashRecord.of("bcrypt_sha256$$2b$04$MmH764TV/cVpaPCNms68Tu0haANui.jAvXk/Lpa8SeN8N/FXiTeg2"),
                HashRecord.of(
                        "argon2$argon2id$v=19$m=64,t=2,p=2$c2FsdHNhbHRzYWx0$THCSjrpCax479tYXWawe59i39WVulBofGTC62Hlp2Cs"),
                HashRecord.of(
                        "scrypt$16$saltsalt$8$2$k1aYairJHkPETPFV/4bQuwV1q/xbMQ9DtCw/ITWa8urFqdjE8i3qAjrOBmu/fEV+hY2ACYR/eQezFA3KnJCT/g=="),
                HashRecord.of("sha1$vPUIp18hB6LW$5ecd00b855cc1e7d7be5caf8d0240ea01b0e198e"));
    }

    @Override
    public Set<HashLimits.Limit> limits() {
        return Set.of(HashLimits.Limit.values());
    }
}
