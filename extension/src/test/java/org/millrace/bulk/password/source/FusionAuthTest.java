package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class FusionAuthTest extends HashFormatContract {
    FusionAuthTest() {
        super("fusionauth");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("x"),
                named("x", "y", Map.of("encryptionScheme", "salted-md5", "factor", "1")),
                named("x", "y", Map.of("encryptionScheme", "salted-pbkdf2-hmac-sha256")));
    }
}
