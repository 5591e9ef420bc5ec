package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.MultivaluedHashMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.writer.AdminEventLevel;

class DocumentationTest {
    private static final Path DOCS =
            Path.of(System.getProperty("project.root", "..")).resolve("docs");

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
