package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class Auth0Test extends HashFormatContract {
    Auth0Test() {
        super("auth0");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("x"),
                named("", null, Map.of("algorithm", "md5")),
                named("x", null, Map.of("algorithm", "hmac")),
                named("00", null, Map.of("algorithm", "md5", "hash.encoding", "octal")));
    }
}
