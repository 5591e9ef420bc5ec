package org.millrace.bulk.password.hash;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class Sha2CryptTest extends HashFormatContract {
    Sha2CryptTest() {
        super("sha2-crypt");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$5$"),
                HashRecord.of("$6$saltstring$azfrPr6af3Fc7dLblQXVa0"),
                HashRecord.of("$5$rounds=10$saltstring$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
                HashRecord.of("$6$saltstring$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(HashRecord.of("$5$rounds=5000001$saltstring$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    }
}
