package org.millrace.advisor.model.setting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.advisor.model.Setting;

class PostgresSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "65536 kB, 64MB",
        "100000 kB, 100000kB",
        "16384 8kB, 128MB",
        "12345 8kB, 98760kB",
        "1024 MB, 1024MB",
        "1025 B, 1025B"
    })
    void amountIsWrittenWithNothingRoundedOff(String value, String written) {
        Setting setting = new Setting(PostgresSettings.WORK_MEM, value, "test");

        assertThat(PostgresSettings.amount(setting)).contains(written);
    }

    @Test
    void whatIsNoAmountOfMemoryIsNotWrittenAsOne() {
        assertThat(PostgresSettings.amount(new Setting(PostgresSettings.FSYNC, "on", "test")))
                .isEmpty();
        assertThat(PostgresSettings.amount(new Setting(PostgresSettings.WORK_MEM, null, "test")))
                .isEmpty();
    }
}
