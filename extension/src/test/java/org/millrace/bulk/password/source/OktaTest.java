package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class OktaTest extends HashFormatContract {
    OktaTest() {
        super("okta");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("x"),
                named("x", null, Map.of("algorithm", "ROT13")),
                named("x", "y", Map.of("algorithm", "BCRYPT", "workFactor", "10")),
                named("AAAA", null, Map.of("algorithm", "SHA-512")),
                named(
                        "AAAAAAAAAAAA",
                        "AAAA",
                        Map.of("algorithm", "PBKDF2", "digestAlgorithm", "MD4_HMAC", "iterationCount", "1")));
    }
}
