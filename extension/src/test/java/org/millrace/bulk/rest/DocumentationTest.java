package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.MultivaluedHashMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.rest.setting.ImportOptions;
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

    /** Maven skips a missing directory of resources without a word, and the JAR of the image would lack the document. */
    @Test
    void imageIsBuiltWithTheInterfaceDescription() throws IOException {
        assertThat(Files.readAllLines(DOCS.resolveSibling("docker").resolve("Dockerfile.dockerignore")))
                .contains("!docs/reference/openapi.yaml");
    }

    /** Keycloak's own answers and those of Millrace are described for each operation with a token, and so is one answer. */
    @Test
    void everyOperationHasAnExampleAndItsErrors() throws IOException {
        String description = Files.readString(DOCS.resolve("reference/openapi.yaml"));
        String paths = description.substring(0, description.indexOf("\ncomponents:\n"));
        String[] operations = paths.split("\n      operationId: ");

        assertThat(operations).hasSizeGreaterThan(30);
        assertThat(Stream.of(operations).skip(1).filter(text -> !text.matches("(?s)(?:brief|page)\\n.*")))
                .allSatisfy(text -> assertThat(text)
                        .contains("\n        \"401\": ", "\n        \"403\": ", "\n        \"404\": ")
                        .containsPattern("example: |responses/(Job|Part)\"|\"204\": "));
    }

    /** A colon and a space in a value without quotes ends the parse of YAML. */
    @Test
    void valuesOfTheInterfaceDescriptionAreQuotedWhereYamlNeedsIt() throws IOException {
        assertThat(Files.readAllLines(DOCS.resolve("reference/openapi.yaml")))
                .noneMatch(line -> line.matches(" *(?:- )?[\\w-]+: (?![\"'{\\[>|]).*: .*"));
    }

    @Test
    void defaultsAreTheFirstChoices() {
        ImportOptions options = ImportOptions.of(new MultivaluedHashMap<>());

        assertThat(options.reported()).isEqualTo(ImportOptions.Reported.ALL);
        assertThat(options.events()).isEqualTo(AdminEventLevel.SUMMARY);
        assertThat(options.maxErrors()).isEqualTo(Long.MAX_VALUE);
    }
}
