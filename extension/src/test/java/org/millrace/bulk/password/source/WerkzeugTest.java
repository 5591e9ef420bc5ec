package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class WerkzeugTest extends HashFormatContract {
    WerkzeugTest() {
        super("werkzeug");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("pbkdf2:sha256:1000$salt$zz"),
                HashRecord.of("pbkdf2:sha256$salt$00"),
                HashRecord.of("scrypt:3:8:1$salt$0000000000000000000000000000000000000000000000000000000000000000"),
                HashRecord.of("sha256$salt$00"));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(HashRecord.of(
                "scrypt:1048576:8:1$salt$0000000000000000000000000000000000000000000000000000000000000000"));
    }
}
