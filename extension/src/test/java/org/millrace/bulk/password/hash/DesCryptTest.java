package org.millrace.bulk.password.hash;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class DesCryptTest extends HashFormatContract {
    DesCryptTest() {
        super("des-crypt");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(named(""), named("abcdefghijkl"), named("abcdefghijk!x"));
    }
}
