package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** {@code PWDENCRYPT} of SQL Server: SHA-1 since 2000 (with a second digest of the upper-case password until 2005), SHA-512 since 2012. */
public final class MsSql implements HashFormat {
    private static final Pattern HASH =
            Pattern.compile("0x(?:0100[0-9A-Fa-f]{48}(?:[0-9A-Fa-f]{40})?|0200[0-9A-Fa-f]{136})");
    private static final int SALT_AT = 6;
    private static final int DIGEST_AT = 14;

    @Override
    public String id() {
        return "mssql";
    }

    @Override
    public String description() {
        return "PWDENCRYPT of Microsoft SQL Server: 0x0100... and 0x0200...";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("0x0100") || hash.startsWith("0x0200");
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        String text = hash.value();
        if (!HASH.matcher(text).matches()) {
            throw InvalidHashException.malformed(
                    "A hash of SQL Server is 0x0100 or 0x0200, salt and digest in hexadecimal");
        }
        HashFunction function = text.startsWith("0x01") ? HashFunction.SHA1 : HashFunction.SHA512;
        String digest = text.substring(DIGEST_AT, DIGEST_AT + 2 * function.length());
        return Digest.of(
                function,
                BinaryText.HEX.bytes(digest, "The digest"),
                text.substring(SALT_AT, DIGEST_AT),
                Map.of("template", "{password}{salt}", "passwordEncoding", "utf-16le", "saltEncoding", "hex"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("0x0100362664EC796D1955CD5E02AE5683C13F060EF974752F72FD"),
                HashRecord.of(
                        "0x020071500f201fec1f94291a1f24873250febaf08366617f4849bb6eb19568c03bc3204648e4ca51296196e74ccf187a102b8fb5f2d7d907c9bb84a7833eb2cee618e333cd48"));
    }
}
