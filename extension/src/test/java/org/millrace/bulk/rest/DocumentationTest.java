package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.core.MultivaluedHashMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.keycloak.Config;
import org.millrace.bulk.writer.AdminEventLevel;

class DocumentationTest {
    private static final Path DOCS =
            Path.of(System.getProperty("project.root", "..")).resolve("docs");

    /** A configuration that has one value at most, and notes what it is asked for. */
    private static final class Asked implements Config.Scope {
        private final Map<String, @Nullable Object> defaults = new LinkedHashMap<>();
        private final Map<String, Long> given;

        private Asked(Map<String, Long> given) {
            this.given = given;
        }

        @Override
        public Long getLong(String key, Long fallback) {
            defaults.put(key, fallback);
            return given.getOrDefault(key, fallback);
        }

        @Override
        public String get(String key) {
            throw new AssertionError("every setting is a number");
        }

        @Override
        public String get(String key, String fallback) {
            defaults.put(key, fallback);
            return given.containsKey(key) ? String.valueOf(given.get(key)) : fallback;
        }

        @Override
        public String[] getArray(String key) {
            throw new AssertionError("every setting is a number");
        }

        @Override
        public Integer getInt(String key) {
            return getInt(key, null);
        }

        @Override
        public Integer getInt(String key, @Nullable Integer fallback) {
            throw new AssertionError("every setting is a long");
        }

        @Override
        public Long getLong(String key) {
            throw new AssertionError("every setting has a default");
        }

        @Override
        public Boolean getBoolean(String key) {
            throw new AssertionError("every setting is a number");
        }

        @Override
        public Boolean getBoolean(String key, Boolean fallback) {
            return getBoolean(key);
        }

        @Override
        public Config.Scope scope(String... scope) {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // Abstract in the interface, therefore implemented.
        public Set<String> getPropertyNames() {
            return given.keySet();
        }

        @Override
        public Config.Scope root() {
            return this;
        }
    }

    @Test
    void everySettingHasItsRow() throws IOException {
        Asked config = new Asked(Map.of());
        ImportSettings.of(config);
        String page = Files.readString(DOCS.resolve("reference/bulk-import.md"));

        assertThat(config.defaults.keySet())
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(page).contains("\n| `" + name + "` | "));
    }

    @Test
    void everySettingOfJobsHasItsRow() throws IOException {
        Asked config = new Asked(Map.of());
        ImportSettings.jobs(config);
        String page = Files.readString(DOCS.resolve("reference/jobs.md"));

        assertThat(config.defaults)
                .hasSizeGreaterThan(5)
                .allSatisfy((name, value) -> assertThat(page)
                        .containsPattern("\n\\| `" + name + "` \\| [^|]*\\| [^|]*\\| " + value + " \\| "));
    }

    @Test
    void valueOutOfRangeSaysNameAndRange() {
        assertThatThrownBy(() -> ImportSettings.of(new Asked(Map.of("writers", 0L))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bulk-import setting writers is 0; it must be 1 to 64");
    }

    @Test
    void everyParameterIsInTheInterfaceDescription() throws IOException {
        String description = Files.readString(DOCS.resolve("reference/openapi.yaml"));
        String page = Files.readString(DOCS.resolve("reference/bulk-import.md"));

        assertThat(ImportOptions.NAMES).allSatisfy(name -> {
            assertThat(description).contains("- name: " + name + "\n");
            assertThat(page).contains("\n| `" + name + "` | ");
        });
    }

    @Test
    void defaultsAreTheFirstChoices() {
        ImportOptions options = ImportOptions.of(new MultivaluedHashMap<>());

        assertThat(options.reported()).isEqualTo(ImportOptions.Reported.ALL);
        assertThat(options.events()).isEqualTo(AdminEventLevel.SUMMARY);
        assertThat(options.maxErrors()).isEqualTo(Long.MAX_VALUE);
    }
}
