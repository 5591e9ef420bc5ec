package org.millrace.bulk.password.hash;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class Md5CryptTest extends HashFormatContract {
    Md5CryptTest() {
        super("md5-crypt");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$1$"),
                HashRecord.of("$1$saltsaltsalt$azfrPr6af3Fc7dLblQXVa0"),
                HashRecord.of("$apr1$71850310$gh9m4xcAn3MGxogwX/zt"),
                HashRecord.of("$1$5pZSV9va$azfrPr6af3Fc7dLblQXVa-"));
    }
}
