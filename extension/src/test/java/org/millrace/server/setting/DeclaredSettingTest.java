package org.millrace.server.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.keycloak.Config;

class DeclaredSettingTest {
    private static final BooleanSetting SWITCH = new BooleanSetting("page", false, "On or off.");
    private static final NumberSetting NUMBER = new NumberSetting("writers", 4, 1, 64, "Writers.");
    private static final OptionalNumberSetting CORES =
            new OptionalNumberSetting("advisor", "cores", 1, 4096, true, null, "Cores.");
    private static final OptionalNumberSetting SHARE =
            new OptionalNumberSetting("advisor", "share", 0, 1, false, 0.8, "Share.");
    private static final DurationSetting PERIOD =
            new DurationSetting("advisor", "window", Duration.ofMinutes(5), "Period.");

    private static Config.Scope value(@Nullable String value) {
        return new Config.SystemPropertiesScope("millrace.setting.test.") {
            @Override
            public @Nullable String get(String key) {
                return value;
            }
        };
    }

    @Test
    void absentAndBlankValuesAreTheDefault() {
        assertThat(SWITCH.read(value(null))).isFalse();
        assertThat(NUMBER.read(value(" "))).isEqualTo(4);
        assertThat(CORES.read(value(null))).isEmpty();
        assertThat(PERIOD.read(value(""))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void valuesAreReadWithoutSurroundingBlanks() {
        assertThat(SWITCH.read(value(" true "))).isTrue();
        assertThat(NUMBER.readInt(value("64"))).isEqualTo(64);
        assertThat(CORES.read(value("16"))).hasValue(16);
        assertThat(SHARE.read(value("0.25"))).hasValue(0.25);
        assertThat(PERIOD.read(value("30s"))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void valueThatIsNotAllowedIsNamedWithWhatIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SWITCH.read(value("yes")))
                .withMessage("bulk-import setting page is 'yes'; it must be true or false");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NUMBER.read(value("many")))
                .withMessage("bulk-import setting writers is 'many'; it must be 1 to 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CORES.read(value("1.5")))
                .withMessage("advisor setting cores is '1.5'; it must be a whole number from 1 to 4096");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SHARE.read(value("2")))
                .withMessage("advisor setting share is '2'; it must be a number from 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PERIOD.read(value("often")))
                .withMessage("advisor setting window is 'often'; it must be a number with a unit, such as 30s or 5m");
    }
}
