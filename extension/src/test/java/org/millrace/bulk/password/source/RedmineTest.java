package org.millrace.bulk.password.source;

import java.util.List;
import java.util.Map;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class RedmineTest extends HashFormatContract {
    RedmineTest() {
        super("redmine");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(named("00", "salt", Map.of()));
    }
}
