package org.millrace.bulk.password;

import java.util.List;
import org.millrace.bulk.record.HashRecord;

class MagentoTest extends HashFormatContract {
    MagentoTest() {
        super("magento");
    }

    @Override
    List<HashRecord> malformed() {
        return List.of(
                named("x"),
                named("00:x:1"),
                named("0000000000000000000000000000000000000000000000000000000000000000:saltsaltsaltsalt:3_16_2_65536"),
                named("0000000000000000000000000000000000000000000000000000000000000000:x:4"),
                named("00000000000000000000000000000000:x:2"));
    }

    @Override
    List<HashRecord> tooExpensive() {
        return List.of(
                named(
                        "0000000000000000000000000000000000000000000000000000000000000000:saltsaltsaltsalt:3_32_2_999999999999"));
    }
}
