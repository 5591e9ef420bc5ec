package org.millrace.bulk.password.hash;

import java.util.List;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.record.user.HashRecord;

class PhpassTest extends HashFormatContract {
    PhpassTest() {
        super("phpass");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                HashRecord.of("$P$"),
                HashRecord.of("$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L"),
                HashRecord.of("$P$.IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"),
                HashRecord.of("$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQ"),
                HashRecord.of("$H$zIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"));
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(HashRecord.of("$P$LIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"));
    }
}
