package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class MsSqlTest extends HashFormatContract {
    MsSqlTest() {
        super("mssql");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("0x0100"),
                HashRecord.of("0x01001810"),
                HashRecord.of(
                        "0x02000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"));
    }
}
