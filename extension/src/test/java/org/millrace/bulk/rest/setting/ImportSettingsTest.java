package org.millrace.bulk.rest.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.keycloak.Config;
import org.millrace.bulk.job.queue.QueuePolicy;
import org.millrace.server.setting.InvalidSettingException;

class ImportSettingsTest {
    private static final String PREFIX = "millrace.settings.test.";
    private static final String URL = "jdbc:postgresql://db/legacy";

    private final List<String> set = new ArrayList<>();
    private final Config.Scope config = new Config.SystemPropertiesScope(PREFIX);

    private void set(String name, String value) {
        System.setProperty(PREFIX + name, value);
        set.add(PREFIX + name);
    }

    @AfterEach
    void clear() {
        set.forEach(System::clearProperty);
    }

    @Test
    void queueIsReadWithItsRealmAndEntity() {
        set("work-queues", "legacy");
        set("work-queue-legacy-url", URL);
        set("work-queue-legacy-realm", "customers");
        set("work-queue-legacy-entity", "users");

        QueuePolicy queues = ImportSettings.queues(config);

        assertThat(queues.mayTakeFrom("legacy", "customers", "users")).isTrue();
        assertThat(queues.mayTakeFrom("legacy", "customers", "clients")).isFalse();
        assertThat(queues.mayTakeFrom("legacy", "others", "users")).isFalse();
        assertThat(queues.maxRecordBytes())
                .isEqualTo(ImportSettings.of(config).recordLimits().maxBytes());
    }

    @Test
    void queueWithoutARealmIsRefused() {
        set("work-queues", "legacy");
        set("work-queue-legacy-url", URL);

        assertThatThrownBy(() -> ImportSettings.queues(config))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("work-queue-legacy-realm");
    }

    @Test
    void queueOfAnUnknownEntityIsRefused() {
        set("work-queues", "legacy");
        set("work-queue-legacy-url", URL);
        set("work-queue-legacy-realm", "customers");
        set("work-queue-legacy-entity", "Users");

        assertThatThrownBy(() -> ImportSettings.queues(config))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("work-queue-legacy-entity");
    }

    @Test
    void addressWithAPasswordIsRefusedAndNotShown() {
        set("work-queues", "legacy");
        set("work-queue-legacy-url", URL + "?password=mArKeR");

        assertThatThrownBy(() -> ImportSettings.queues(config))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("work-queue-legacy-url")
                .hasMessageNotContaining("mArKeR");
    }

    @Test
    void invalidMappingIsRefusedByItsFile(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("mine.json"), "{\"title\":\"mArKeR\"}");
        set("source-mappings", directory.toString());

        assertThatThrownBy(() -> ImportSettings.of(config))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("source-mappings")
                .hasMessageContaining("mine.json")
                .hasMessageNotContaining("mArKeR");
    }

    @Test
    void valueOutOfRangeIsRefused() {
        set("chunk-size", "0");

        assertThatThrownBy(() -> ImportSettings.of(config)).hasMessageContaining("chunk-size is 0; it must be 1 to");
    }

    @Test
    void writersAreANumberOrAutomatic() {
        set("writers", "0");

        assertThatThrownBy(() -> ImportSettings.of(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bulk-import setting writers is 0; it must be 1 to 64");
    }

    @Test
    void wordThatIsNoChoiceIsRefused() {
        set("match-by-email", "always");

        assertThatThrownBy(() -> ImportSettings.of(config))
                .hasMessage("bulk-import setting match-by-email is 'always'; it must be one of [never, verified, any]");
    }
}
