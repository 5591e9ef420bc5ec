package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class KratosTest extends HashFormatContract {
    KratosTest() {
        super("kratos");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$sha256$pf=x$y$z"),
                HashRecord.of("$md5$AAAA"),
                HashRecord.of("$md5-crypt$x$y"),
                HashRecord.of("$sha512-crypt$rounds=1$x$y"),
                HashRecord.of("$firescrypt$ln=14,r=8,p=1$x$y$z$key"),
                HashRecord.of("$hmac-sha256$x$y"),
                HashRecord.of("$sha1$480000$x$y"));
    }
}
