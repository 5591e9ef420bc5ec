package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class ForgeRockTest extends HashFormatContract {
    ForgeRockTest() {
        super("forgerock");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("AAAA"),
                named("AAAA", null, Map.of("algorithm", "SHA-256")),
                named("AAAA", null, Map.of("algorithm", "ROT13")),
                named("-!-", null, Map.of("algorithm", "SHA-256")),
                named("AAAA", null, Map.of("type", "x-simple-encryption")));
    }
}
