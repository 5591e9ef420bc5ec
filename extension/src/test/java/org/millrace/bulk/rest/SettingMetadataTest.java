package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.provider.ProviderConfigProperty;
import org.millrace.bulk.job.JobDeclarations;
import org.millrace.bulk.password.PasswordSettings;
import org.millrace.server.setting.DeclaredSetting;

/** The metadata of the settings agrees with what is read and with the documentation. */
class SettingMetadataTest {
    private static final Path REFERENCE =
            Path.of(System.getProperty("project.root", "..")).resolve("docs/reference");
    private static final String INSTANCE = "sample";

    private final List<ProviderConfigProperty> metadata = BulkImportExtension.declarations();

    /** Records the names that are read, and has one queue, one endpoint and one key. */
    private static final class RecordingScope extends Config.SystemPropertiesScope {
        private static final Map<String, String> VALUES = Map.of(
                "work-queues", INSTANCE,
                "work-queue-sample-url", "jdbc:postgresql://db/legacy",
                "work-queue-sample-realm", "*",
                "password-endpoints", INSTANCE,
                "password-endpoint-sample-url", "https://localhost/");

        private final Set<String> read = new TreeSet<>();

        private RecordingScope() {
            super("millrace.metadata.test.");
        }

        @Override
        public @Nullable String get(String key) {
            read.add(key);
            return VALUES.get(key);
        }
    }

    private static KeycloakSession unusedSession() {
        return (KeycloakSession) Proxy.newProxyInstance(
                KeycloakSession.class.getClassLoader(),
                new Class<?>[] {KeycloakSession.class},
                (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void theMetadataNamesExactlyTheSettingsThatAreRead() {
        RecordingScope scope = new RecordingScope();

        new BulkImportExtension(scope).close();
        JobDeclarations.JOBS.read(scope);
        PasswordSettings.of(scope).keys(unusedSession()).find(INSTANCE);

        assertThat(metadata)
                .extracting(property -> property.getName().replace(DeclaredSetting.PLACEHOLDER, INSTANCE))
                .containsExactlyInAnyOrderElementsOf(scope.read);
    }

    @Test
    void everySettingHasATypeAndAnExplanation() {
        assertThat(metadata).allSatisfy(property -> {
            assertThat(property.getType()).isNotBlank();
            assertThat(property.getHelpText()).endsWith(".");
        });
    }

    @Test
    void secretsAreMarked() {
        assertThat(metadata)
                .filteredOn(ProviderConfigProperty::isSecret)
                .extracting(ProviderConfigProperty::getName)
                .containsExactlyInAnyOrder(
                        "work-queue-<name>-password", "hash-key-<name>", "password-endpoint-<name>-token");
    }

    @Test
    void theDocumentationHasExactlyTheseSettings() throws IOException {
        assertThat(documented().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        metadata.stream().map(ProviderConfigProperty::getName).collect(Collectors.toList()));
    }

    @Test
    void documentedNumbersAreTheDefaults() throws IOException {
        Map<String, String> documented = documented();

        assertThat(metadata)
                .filteredOn(property ->
                        documented.getOrDefault(property.getName(), "").matches("\\d+"))
                .hasSizeGreaterThan(20)
                .allSatisfy(property -> assertThat(documented.get(property.getName()))
                        .as(property.getName())
                        .isEqualTo(String.valueOf(property.getDefaultValue())));
    }

    /** The name of an environment variable is derived as Keycloak derives it. */
    @Test
    void everySettingHasBothForms() throws IOException {
        String page = Files.readString(REFERENCE.resolve("settings.md"));
        int advisor = page.indexOf("\n## Advisor\n");
        List<String> names = Pattern.compile("^\\| `([a-z][a-z<>-]+)` \\|(?:[^|\\n]*\\|){4}$", Pattern.MULTILINE)
                .matcher(page)
                .results()
                .map(row -> (row.start() < advisor ? "bulk-import--" : "advisor--") + row.group(1))
                .toList();

        assertThat(names)
                .hasSizeGreaterThan(metadata.size())
                .doesNotHaveDuplicates()
                .allSatisfy(name -> {
                    String option = "spi-admin-realm-restapi-extension--" + name;
                    String variable = "KC_" + option.replace('-', '_').toUpperCase(Locale.ROOT);
                    assertThat(page).contains("\n| `--" + option + "` | `" + variable + "` |\n");
                });
    }

    /** The default values of the tables of settings, by name. */
    private static Map<String, String> documented() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        Pattern row = Pattern.compile("\\| `([^`]+)` \\| [^|]+ \\|[^|]*\\|([^|]*)\\|.*");
        String page = Files.readString(REFERENCE.resolve("settings.md"));
        page.substring(0, page.indexOf("\n## Advisor\n"))
                .lines()
                .map(row::matcher)
                .filter(Matcher::matches)
                .forEach(match -> defaults.put(match.group(1), match.group(2).strip()));
        return defaults;
    }
}
