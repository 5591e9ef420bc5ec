package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.Config;
import org.keycloak.Config.SystemPropertiesScope;
import org.keycloak.provider.ProviderConfigProperty;
import org.millrace.advisor.AdvisorConfig;
import org.millrace.server.advisor.store.StoreLimits;

class AdvisorOptionsTest {

    @Test
    void nothingSetMeansDefaults() {
        AdvisorOptions options = AdvisorOptions.read(scope(Map.of()));

        assertThat(options.enabled()).isTrue();
        assertThat(options.databaseConnection()).isTrue();
        assertThat(options.databaseCores()).isEmpty();
        assertThat(options.sampling()).isEqualTo(AdvisorConfig.DEFAULT);
        assertThat(options.stored()).isEqualTo(new StoreLimits(200, 500, Duration.ofDays(30), 256 * 1024));
    }

    @Test
    void everythingCanBeSet() {
        AdvisorOptions options = AdvisorOptions.read(scope(Map.of(
                "enabled", "false",
                "sample-interval", "2s",
                "window", "10m",
                "database-connection", "false",
                "database-cores", "16")));

        assertThat(options.enabled()).isFalse();
        assertThat(options.databaseConnection()).isFalse();
        assertThat(options.databaseCores()).hasValue(16);
        assertThat(options.sampling()).isEqualTo(new AdvisorConfig(Duration.ofSeconds(2), Duration.ofMinutes(10)));
    }

    @Test
    void thresholdsAreSetByRuleAndKey() {
        AdvisorOptions options = AdvisorOptions.read(scope(Map.of("threshold-kc-jvm-002-time-in-pauses", "0.12")));

        assertThat(options.thresholds().of("KC-JVM-002")).containsExactly(Map.entry("time-in-pauses", 0.12));
        assertThat(options.thresholds().of("KC-CPU-001")).isEmpty();
    }

    @Test
    void whatTheServerCannotSeeMayBeStated() {
        AdvisorOptions options = AdvisorOptions.read(scope(Map.of("cpu-request", "3", "scale-out-cpu", "0.8")));

        assertThat(options.stated())
                .extracting(
                        setting -> setting.name().name(),
                        setting -> setting.number().orElseThrow())
                .containsExactlyInAnyOrder(tuple("advisor.cpu-request", 3.0), tuple("advisor.scale-out-cpu", 0.8));
    }

    @ParameterizedTest
    @CsvSource({
        "enabled, yes",
        "sample-interval, 100ms",
        "sample-interval, 1m",
        "sample-interval, often",
        "window, 1s",
        "window, 1h",
        "database-cores, 0",
        "database-cores, 1.5",
        "database-cores, 99999",
        "threshold-kc-jvm-002-time-in-pauses, much",
        "threshold-kc-jvm-002-time-in-pauses, -1",
        "incidents, 201",
        "stored-incidents, 10001",
        "stored-changes, -1",
        "stored-days, 0",
        "stored-report-kilobytes, 1e3",
        "cpu-request, 2000",
        "max-nodes, 1e3"
    })
    void badValueIsRefusedByName(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AdvisorOptions.read(scope(Map.of(name, value))))
                .withMessageContaining("advisor setting")
                .withMessageContaining(name);
    }

    @Test
    void theMetadataNamesExactlyTheOptionsThatAreRead() {
        MapScope scope = new MapScope(Map.of());

        AdvisorOptions.read(scope);

        assertThat(AdvisorOptions.metadata())
                .extracting(ProviderConfigProperty::getName)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(scope.read);
    }

    @Test
    void everyOptionIsDocumentedThresholdsExcepted() throws IOException {
        String page = Files.readString(
                Path.of(System.getProperty("project.root", "..")).resolve("docs/reference/settings.md"));

        assertThat(AdvisorOptions.metadata())
                .extracting(ProviderConfigProperty::getName)
                .filteredOn(name -> !name.startsWith("threshold-"))
                .hasSizeGreaterThan(15)
                .allSatisfy(name -> assertThat(page).contains("\n| `" + name + "` | "));
    }

    private static Config.Scope scope(Map<String, String> values) {
        return new MapScope(values);
    }

    private static final class MapScope extends SystemPropertiesScope {

        private final Map<String, String> values;
        private final Set<String> read = new HashSet<>();

        MapScope(Map<String, String> values) {
            super("millrace.test.");
            this.values = values;
        }

        @Override
        public @Nullable String get(String key) {
            read.add(key);
            return values.get(key);
        }
    }
}
