package org.millrace.bulk.password.source;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.Md5Crypt;
import org.millrace.bulk.password.hash.Sha2Crypt;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** Digests as Ory Kratos writes them. Its other hashes have notations of their algorithms. */
public final class Kratos implements HashFormat {
    private static final Pattern PREFIX = Pattern.compile(
            "\\$(?:md5|sha1|sha256|sha512|(?:md5|sha256|sha512)-crypt|firescrypt|hmac-[a-z0-9]+)\\$.*", Pattern.DOTALL);
    private static final Pattern PLAIN = Pattern.compile("\\$(md5|sha1|sha256|sha512)\\$([A-Za-z0-9+/=]+)");
    private static final Pattern SALTED = Pattern.compile(
            "\\$(md5|sha1|sha256|sha512)\\$pf=([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]*)\\$([A-Za-z0-9+/=]+)");

    private static final Map<String, String> CRYPT =
            Map.of("$md5-crypt$", "$1$", "$sha256-crypt$", "$5$", "$sha512-crypt$", "$6$");

    @Override
    public String id() {
        return "kratos";
    }

    @Override
    public String description() {
        return "Ory Kratos: $md5$, $sha1$, $sha256$ and $sha512$, with pf=, salt and digest; $md5-crypt$, $sha256-crypt$ and"
                + " $sha512-crypt$";
    }

    @Override
    public boolean recognises(String hash) {
        return PREFIX.matcher(hash).matches();
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        String text = hash.value();
        if (text.startsWith("$firescrypt$")) {
            throw InvalidHashException.unsupported(
                    "The hash contains the signer key, which is not stored with credentials;"
                            + " give it with format firebase-scrypt");
        }
        if (text.startsWith("$hmac-")) {
            throw InvalidHashException.unsupported(
                    "The hash contains the key of the HMAC, which is not stored with credentials; give it with format digest");
        }
        for (Map.Entry<String, String> crypt : CRYPT.entrySet()) {
            if (text.startsWith(crypt.getKey())) {
                return crypt(crypt.getValue() + text.substring(crypt.getKey().length()));
            }
        }
        Matcher plain = PLAIN.matcher(text);
        if (plain.matches()) {
            byte[] digest = BinaryText.BASE64.bytes(plain.group(2), "The digest");
            return Digest.of(HashFunction.named(plain.group(1)).orElseThrow(), digest, null, Map.of());
        }
        Matcher salted = SALTED.matcher(text);
        if (!salted.matches()) {
            throw InvalidHashException.malformed(
                    "A digest of Kratos is $sha256$digest or $sha256$pf=format$salt$digest");
        }
        String format = new String(BinaryText.BASE64.bytes(salted.group(2), "The format"), StandardCharsets.UTF_8)
                .replace("{SALT}", "{salt}")
                .replace("{PASSWORD}", "{password}");
        HashFunction function = HashFunction.named(salted.group(1)).orElseThrow();
        byte[] digest = BinaryText.BASE64.bytes(salted.group(4), "The digest");
        byte[] salt = BinaryText.BASE64.bytes(salted.group(3), "The salt");
        return format.contains("{salt}")
                ? Digest.of(
                        function,
                        digest,
                        Base64.getEncoder().encodeToString(salt),
                        Map.of("template", format, "saltEncoding", "base64"))
                : Digest.of(function, digest, null, Map.of("template", format));
    }

    private static PasswordHash crypt(String text) {
        HashRecord hash = HashRecord.of(text);
        return text.startsWith("$1$") ? new Md5Crypt().parse(hash) : new Sha2Crypt().parse(hash);
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of(
                        "$sha256$pf=e1NBTFR9e1BBU1NXT1JEfQ==$cVAPIND1amRQX3u61EDUdQ==$fs4XU+IPJ9eqYuZafPknjCtt6EI4w8+SedK0iS/XKjI="),
                HashRecord.of("$md5$PLTnMmMfR+brlh80VUt83g=="),
                HashRecord.of("$md5-crypt$L59iWfoP$HAr0j5MFSkDXAJgoMseSK0"));
    }
}
