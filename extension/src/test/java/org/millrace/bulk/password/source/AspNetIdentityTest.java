package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class AspNetIdentityTest extends HashFormatContract {
    AspNetIdentityTest() {
        super("aspnet-identity");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("AQAAAA"),
                HashRecord.of("AQAAAAIAACcQAAAAEA=="),
                HashRecord.of("AQAAAAkAACcQAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="),
                named("AAAA"),
                HashRecord.of("AQAAAAIAACcQ/////wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(
                HashRecord.of("AQAAAAJ/////AAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="));
    }
}
