package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** {@code docs/reference/http-api.md} is written from {@code openapi.yaml}. */
class HttpApiPageTest {
    private static final Path REFERENCE =
            Path.of(System.getProperty("project.root", "..")).resolve("docs/reference");
    private static final Path PAGE = REFERENCE.resolve("http-api.md");
    private static final List<String> METHODS = List.of("get", "put", "post", "delete");
    private static final String INTRODUCTION = """
            # HTTP interface

            All calls of Millrace, generated from [openapi.yaml](openapi.yaml), which has the schemas and examples. A server sends the file of its version at
            `GET /admin/realms/{realm}/bulk-import/openapi.yaml`. Unless the permission is `none`, a call carries an administrator's bearer token.
            Who has a permission is in [permissions](permissions.md). Errors have a [problem code](problem-codes.md).

            A call with a body names its media types in the column of parameters.
            """;

    private final JsonNode document = document();

    private static JsonNode document() {
        try {
            Object tree = new Yaml(new SafeConstructor(new LoaderOptions()))
                    .load(Files.readString(REFERENCE.resolve("openapi.yaml")));
            return new ObjectMapper().valueToTree(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** To regenerate the page, run this test with {@code -Dmillrace.docs=write}. */
    @Test
    void pageOfTheDocumentationIsUpToDate() throws IOException {
        String page = page();
        if ("write".equals(System.getProperty("millrace.docs"))) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).hasContent(page);
    }

    @Test
    void everyOperationHasATagAndAPermission() {
        List<String> tags = document.path("tags").findValuesAsText("name");

        assertThat(operations().toList()).hasSizeGreaterThan(30).allSatisfy(operation -> {
            assertThat(operation.value().at("/tags/0").asText()).isIn(tags);
            assertThat(operation.value().path("x-permission").asText()).isNotBlank();
        });
    }

    private record Operation(String method, String path, JsonNode value) {
        String row() {
            return "| `%s` | `%s` | %s | %s | %s | %s |\n"
                    .formatted(
                            method.toUpperCase(Locale.ROOT),
                            path,
                            value.path("summary").asText(),
                            value.path("x-permission").asText(),
                            parameters(),
                            answers());
        }

        /** Those of the path are in the path. */
        private String parameters() {
            List<String> names = new ArrayList<>();
            value.path("parameters").forEach(parameter -> {
                String name = "`" + parameter.path("name").asText() + "`";
                switch (parameter.path("in").asText()) {
                    case "query" -> names.add(name);
                    case "header" -> names.add("header " + name);
                    default -> {}
                }
            });
            value.at("/requestBody/content").fieldNames().forEachRemaining(type -> names.add("body `" + type + "`"));
            return String.join(", ", names);
        }

        private String answers() {
            return value.path("responses").properties().stream()
                    .map(Map.Entry::getKey)
                    .sorted()
                    .collect(Collectors.joining(", "));
        }
    }

    private Stream<Operation> operations() {
        return document.path("paths").properties().stream()
                .flatMap(path -> path.getValue().properties().stream()
                        .filter(method -> METHODS.contains(method.getKey()))
                        .map(method -> new Operation(method.getKey(), path.getKey(), method.getValue())));
    }

    private String page() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (JsonNode tag : document.path("tags")) {
            String name = tag.path("name").asText();
            page.append("\n## ")
                    .append(name)
                    .append("\n\n")
                    .append(tag.path("description").asText())
                    .append(".\n\n");
            page.append("| method | path | purpose | permission | parameters | answers |\n|---|---|---|---|---|---|\n");
            operations()
                    .filter(operation ->
                            operation.value().at("/tags/0").asText().equals(name))
                    .map(Operation::row)
                    .forEach(page::append);
        }
        return page.toString();
    }
}
