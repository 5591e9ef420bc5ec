package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.hash.HashFunction;
import org.millrace.bulk.password.hash.digest.Digest;
import org.millrace.bulk.password.model.BinaryText;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.HashFormat;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** The NT hash of Windows: MD4 of the password in UTF-16. */
public final class Ntlm implements HashFormat {
    private static final String PREFIX = "$3$$";

    @Override
    public String id() {
        return "ntlm";
    }

    @Override
    public String description() {
        return "NT hash of Windows and Samba, 32 hexadecimal digits; the format has to be named, or the prefix {NT} or $3$$ given";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith(PREFIX);
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        return of(hash.value().startsWith(PREFIX) ? hash.value().substring(PREFIX.length()) : hash.value());
    }

    static PasswordHash of(String text) {
        byte[] digest = BinaryText.HEX.bytes(text, "The hash");
        return Digest.of(HashFunction.MD4, digest, null, Map.of("passwordEncoding", "utf-16le"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(
                HashRecord.of("$3$$cfc43211ba8dc470832267827cac1407"),
                new HashRecord("ntlm", "cfc43211ba8dc470832267827cac1407", null, Map.of()));
    }
}
