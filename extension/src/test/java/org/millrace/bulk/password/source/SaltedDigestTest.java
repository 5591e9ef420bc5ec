package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class SaltedDigestTest extends HashFormatContract {
    SaltedDigestTest() {
        super("vbulletin");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("x"),
                named("00", "salt", Map.of()),
                named("00000000000000000000000000000000", "salt", Map.of("digest", "md5")));
    }
}
