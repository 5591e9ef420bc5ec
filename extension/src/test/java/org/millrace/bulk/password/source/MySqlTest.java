package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class MySqlTest extends HashFormatContract {
    MySqlTest() {
        super("mysql");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(HashRecord.of("*zcf7c1b8749cf99d88e5f34271d636178fb5d130"), named("*fcf7"));
    }
}
