package org.millrace.bulk.password.source;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.password.HashFormatContract;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.record.user.HashRecord;

class MagentoTest extends HashFormatContract {
    MagentoTest() {
        super("magento");
    }

    @Override
    protected List<HashRecord> malformed() {
        return List.of(
                named("x"),
                named("00:x:1"),
                named("0000000000000000000000000000000000000000000000000000000000000000:saltsaltsaltsalt:3_16_2_65536"),
                named("0000000000000000000000000000000000000000000000000000000000000000:x:4"),
                named("00000000000000000000000000000000:x:2"));
    }

    @Test
    void hashThatMagentoHasUpgradedIsNotSupported() {
        for (String versions : List.of("0:1", "1:2", "0:1:3_32_2_67108864")) {
            String hash = "0000000000000000000000000000000000000000000000000000000000000000:salt:" + versions;

            assertThatExceptionOfType(InvalidHashException.class)
                    .as(versions)
                    .isThrownBy(() -> new Magento().parse(named(hash)))
                    .returns("unsupported-hash", InvalidHashException::code);
        }
    }

    @Override
    protected List<HashRecord> tooExpensive() {
        return List.of(
                named(
                        "0000000000000000000000000000000000000000000000000000000000000000:saltsaltsaltsalt:3_32_2_999999999999"));
    }
}
