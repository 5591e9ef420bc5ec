package org.millrace.bulk.password.source;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class NtlmTest extends HashFormatContract {
    NtlmTest() {
        super("ntlm");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(HashRecord.of("$3$$b4b9"), named("zzb9b02e6f09a9bd760f388b67351e2b"));
    }
}
