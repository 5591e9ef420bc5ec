package org.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MissingFeaturesTest {
    private static final Path PAGE =
            Path.of(System.getProperty("project.root", ".."), "docs", "reference", "compatibility.md");

    @Test
    void newestReleaseLacksNothing() {
        assertThat(MissingFeatures.of(KeycloakRelease.NEWEST)).isEmpty();
        assertThat(MissingFeatures.of(KeycloakRelease.of("26.8.0"))).isEmpty();
    }

    @Test
    void olderReleasesLackMore() {
        assertThat(MissingFeatures.of(KeycloakRelease.of("26.6.4")))
                .contains("verifiable credentials (since 26.7)")
                .doesNotContain("organization groups (since 26.6)");
        assertThat(MissingFeatures.of(KeycloakRelease.of("26.5.7"))).contains("organization groups (since 26.6)");
    }

    @Test
    void pageOfCompatibilityHasEach() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(MissingFeatures.of(KeycloakRelease.OLDEST)).isNotEmpty().allSatisfy(text -> {
            String name = text.substring(0, text.indexOf(" (since "));
            String since = text.substring(text.length() - 5, text.length() - 1);
            assertThat(page).contains("| " + since + " | " + name + " | ");
        });
    }
}
