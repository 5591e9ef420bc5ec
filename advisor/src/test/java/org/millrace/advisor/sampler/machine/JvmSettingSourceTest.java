package org.millrace.advisor.sampler.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.JvmSettings;

class JvmSettingSourceTest {

    @Test
    void debuggerShowsByItsAddress() {
        assertThat(debugAddress("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=*:8787"))
                .isEqualTo("*:8787");
        assertThat(debugAddress("-Xmx1g")).isNull();
    }

    @Test
    void onlyChosenOptionsAreShown() {
        Collection<Setting> settings = new JvmSettingSource(
                        List.of("-Djavax.net.ssl.keyStorePassword=m4rk3r"), Map.of("JAVA_OPTS", "-Dpassword=m4rk3r"))
                .settings();

        assertThat(settings)
                .extracting(setting -> setting.name().name())
                .contains("jvm.version", "jvm.option.MaxHeapSize");
        assertThat(settings.toString()).doesNotContain("m4rk3r");
    }

    private static @Nullable String debugAddress(String argument) {
        return new JvmSettingSource(List.of(argument), Map.of())
                .settings().stream()
                        .filter(setting -> setting.name().equals(JvmSettings.DEBUG_ADDRESS))
                        .findFirst()
                        .orElseThrow()
                        .value();
    }
}
