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

/** {@code PASSWORD()} of MySQL since 4.1 and of MariaDB: SHA-1 of SHA-1. */
public final class MySql implements HashFormat {
    private static final Pattern HASH = Pattern.compile("\\*[0-9A-Fa-f]{40}");

    @Override
    public String id() {
        return "mysql";
    }

    @Override
    public String description() {
        return "mysql_native_password of MySQL and MariaDB: an asterisk and 40 hexadecimal digits";
    }

    @Override
    public boolean recognises(String hash) {
        return hash.startsWith("*") && hash.length() == 41;
    }

    @Override
    public PasswordHash parse(HashRecord hash) {
        HashFields unused = new HashFields(hash, List.of());
        if (!HASH.matcher(hash.value()).matches()) {
            throw InvalidHashException.malformed("A hash of MySQL is an asterisk and 40 hexadecimal digits");
        }
        byte[] digest = BinaryText.HEX.bytes(hash.value().substring(1), "The hash");
        return Digest.of(HashFunction.SHA1, digest, null, Map.of("template", "{sha1-bytes(password)}"));
    }

    @Override
    public List<HashRecord> examples() {
        return List.of(HashRecord.of("*0E8F21E4240F5AD5A07D088F9C93890D13D78A4E"));
    }
}
