package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class DjangoTest extends HashFormatContract {
    DjangoTest() {
        super("django");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("pbkdf2_sha256$"),
                HashRecord.of("pbkdf2_sha256$x$salt$aGFzaGhhc2g="),
                HashRecord.of("bcrypt$short"),
                HashRecord.of("argon2$argon2id$v=19$"),
                HashRecord.of("scrypt$15$salt$8$1$aGFzaGhhc2g="),
                HashRecord.of("sha1$salt$00"),
                named("unknown$x$y"));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(HashRecord.of("pbkdf2_sha256$6000000$salt$aGFzaGhhc2g="));
    }
}
