package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class SymfonyTest extends HashFormatContract {
    SymfonyTest() {
        super("symfony");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(named("x"), named("AAAA", "x", Map.of()), named("AAAA", "x", Map.of("algorithm", "rot13")));
    }
}
