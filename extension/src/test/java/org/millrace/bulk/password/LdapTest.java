package org.millrace.bulk.password;

import java.util.List;
import org.millrace.bulk.record.HashRecord;

class LdapTest extends HashFormatContract {
    LdapTest() {
        super("ldap");
    }

    @Override
    List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("{SSHA}"),
                HashRecord.of("{SSHA}AAAA"),
                HashRecord.of("{SHA}AAAA"),
                HashRecord.of("{UNKNOWN}AAAA"),
                HashRecord.of("{CLEARTEXT}secret-marker"),
                HashRecord.of("{CRYPT}$y$j9T$x$y"),
                HashRecord.of("{PBKDF2}AAAA"),
                HashRecord.of("{PBKDF2-SHA256}0$AAAA$AAAAAAAAAAAA"),
                HashRecord.of("{scrypt}$e0801$x"),
                HashRecord.of("{PKCS5S2}AAAA"));
    }

    @Override
    List<HashRecord> tooExpensive() {
        return List.of(
                HashRecord.of("{PBKDF2-SHA256}6000000$AAAA$AAAAAAAAAAAA"),
                HashRecord.of("{bcrypt}$2a$17$KBCwKxOzLha2MUaFvoqtQ.v4SX.SNKa4zO8r1ZeiXNt3lJ1UzCxZ6"));
    }
}
