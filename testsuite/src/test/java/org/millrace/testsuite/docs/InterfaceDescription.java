package org.millrace.testsuite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.millrace.testsuite.client.Answer;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** {@code docs/reference/openapi.yaml}, and whether an answer of a server agrees with it. Immutable. */
final class InterfaceDescription {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode document;
    private final JsonSchemaCheck schemas;

    /** @param name method and path, for messages */
    private record Operation(String name, JsonNode responses) {}

    private InterfaceDescription(JsonNode document) {
        this.document = document;
        this.schemas = new JsonSchemaCheck(document);
    }

    static InterfaceDescription parse(String yaml) {
        Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return new InterfaceDescription(JSON.valueToTree(tree));
    }

    /** Asserts that the status, the media type and the body are documented for the operation of the request. */
    void assertDescribes(Answer answer) {
        Operation operation = operation(answer.request());
        JsonNode response = schemas.resolve(operation.responses().path(String.valueOf(answer.status())));
        assertThat(response.isMissingNode())
                .as("%s: undocumented status %d: %s", operation.name(), answer.status(), answer.body())
                .isFalse();
        String type = answer.header("Content-Type").orElse("").split(";")[0];
        JsonNode content = response.path("content").path(type);
        assertThat(content.has("schema"))
                .as("%s: status %d has the undocumented type \"%s\"", operation.name(), answer.status(), type)
                .isEqualTo(!answer.body().isEmpty());
        assertThat(violations(answer.body(), type, content.path("schema")))
                .as("%s, status %d", operation.name(), answer.status())
                .isEmpty();
        if (type.equals("application/problem+json")) {
            assertHasTitleOfExample(answer.json(), content);
        }
    }

    /** An example of a problem has the title of the server. The title of {@code forbidden} names what the caller wants to import. */
    private void assertHasTitleOfExample(JsonNode problem, JsonNode content) {
        String code = problem.path("code").asText();
        List<String> titles = examples(content).stream()
                .filter(example -> example.path("code").asText().equals(code))
                .map(example -> example.path("title").asText())
                .toList();
        if (!titles.isEmpty() && !code.equals("forbidden")) {
            assertThat(titles).contains(problem.path("title").asText());
        }
    }

    /** Asserts that the body, beyond that, is one of the examples. */
    void assertHasExample(Answer answer) {
        assertDescribes(answer);
        String type = answer.header("Content-Type").orElseThrow().split(";")[0];
        JsonNode response =
                schemas.resolve(operation(answer.request()).responses().path(String.valueOf(answer.status())));
        assertThat(examples(response.path("content").path(type))).contains(answer.json());
    }

    private List<String> violations(String body, String type, JsonNode schema) {
        List<String> violations = new ArrayList<>();
        switch (type) {
            case "application/json", "application/problem+json" ->
                violations.addAll(schemas.violations(tree(body), schema));
            case "application/x-ndjson" ->
                body.lines().forEach(line -> violations.addAll(schemas.violations(tree(line), schema)));
            default -> assertThat(body).isNotNull();
        }
        return violations;
    }

    /** Paths without parameters go before those with: {@code jobs} is no entity. */
    private Operation operation(String request) {
        String[] parts = request.split(" ", 2);
        String method = parts[0].toLowerCase(Locale.ROOT);
        String path = parts[1].replaceFirst("\\?.*", "");
        return document.path("paths").properties().stream()
                .filter(entry -> path.matches(pattern(entry.getKey()))
                        && entry.getValue().has(method))
                .min(Map.Entry.comparingByKey((one, other) -> Long.compare(variables(one), variables(other))))
                .map(entry -> new Operation(
                        method + " " + entry.getKey(),
                        entry.getValue().path(method).path("responses")))
                .orElseThrow(() -> new AssertionError("undocumented operation: " + request));
    }

    private static String pattern(String template) {
        return template.replace(".", "\\.").replaceAll("\\{[^}]+}", "[^/]+");
    }

    private static long variables(String template) {
        return template.chars().filter(character -> character == '{').count();
    }

    /** Examples of responses that disagree with their schema, or whose field {@code status} is not that of the response. */
    List<String> invalidExamples() {
        List<String> invalid = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(method -> method.getValue().has("responses"))
                        .forEach(method -> method.getValue()
                                .path("responses")
                                .properties()
                                .forEach(response -> {
                                    String where =
                                            method.getKey() + " " + path.getKey() + " " + response.getKey() + ": ";
                                    schemas.resolve(response.getValue())
                                            .path("content")
                                            .properties()
                                            .forEach(content -> invalidExamples(
                                                            content.getKey(), content.getValue(), response.getKey())
                                                    .forEach(violation -> invalid.add(where + violation)));
                                })));
        return invalid;
    }

    private List<String> invalidExamples(String type, JsonNode content, String status) {
        List<String> invalid = new ArrayList<>();
        for (JsonNode example : examples(content)) {
            invalid.addAll(violations(
                    example.isTextual() ? example.asText() : example.toString(), type, content.path("schema")));
            if (type.equals("application/problem+json")
                    && example.path("status").asInt() != Integer.parseInt(status)) {
                invalid.add("the example has the status " + example.path("status"));
            }
        }
        return invalid;
    }

    private static List<JsonNode> examples(JsonNode content) {
        List<JsonNode> examples = new ArrayList<>();
        content.path("examples").forEach(example -> examples.add(example.path("value")));
        if (content.has("example")) {
            examples.add(content.path("example"));
        }
        return examples;
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + json, e);
        }
    }
}
