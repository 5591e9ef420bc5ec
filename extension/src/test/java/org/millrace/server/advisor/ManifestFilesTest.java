package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The files of {@code docker/kubernetes}. Their fields are compared with {@code manifest-fields.json}, which has the fields of the custom
 * resource definitions and of Kubernetes that the files use; a new field has to be looked up there and added.
 */
class ManifestFilesTest {
    private static final Path DIRECTORY = Path.of(System.getProperty("project.root", ".."), "docker", "kubernetes");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        }
    }

    private static List<JsonNode> documents(Path file) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        yaml.loadAll(Files.readString(file)).forEach(document -> documents.add(MAPPER.valueToTree(document)));
        return documents;
    }

    private static JsonNode document(String file, String kind) throws IOException {
        return documents(DIRECTORY.resolve(file)).stream()
                .filter(document -> document.path("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode fields() throws IOException {
        try (InputStream file = ManifestFilesTest.class.getResourceAsStream("manifest-fields.json")) {
            return MAPPER.readTree(file);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void fieldsExistAndHaveTheirTypes(Path file) throws IOException {
        for (JsonNode document : documents(file)) {
            String kind = document.path("apiVersion").asText() + " "
                    + document.path("kind").asText();

            assertThat(problems(document, fields().path(kind), kind)).isEmpty();
        }
    }

    /** The check itself must be able to fail. */
    @Test
    void unknownFieldsAndOtherTypesAreFound() throws IOException {
        JsonNode wrong = MAPPER.readTree("{\"spec\":{\"instances\":\"two\",\"networkPolicies\":{},\"image\":[]}}");

        assertThat(problems(wrong, fields().path("k8s.keycloak.org/v2alpha1 Keycloak"), "k"))
                .containsExactlyInAnyOrder(
                        "k.spec.instances is no integer",
                        "k.spec.networkPolicies is not known",
                        "k.spec.image is no text");
    }

    @Test
    void managementPortIsClosedInBothSetups() throws IOException {
        JsonNode operator = document("keycloak.yaml", "Keycloak").at("/spec/networkPolicy/management");
        JsonNode plain = document("network-policy.yaml", "NetworkPolicy").at("/spec/ingress");

        assertThat(operator).hasSize(1);
        assertThat(plain)
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.path("from"))
                        .as("sources of %s", rule.path("ports"))
                        .isNotEmpty());
    }

    @Test
    void selectorsAndPortsFitThePods() throws IOException {
        JsonNode pods = document("init-container.yaml", "StatefulSet").at("/spec/template");
        JsonNode labels = pods.at("/metadata/labels");
        List<String> ports = pods.at("/spec/containers/0/ports").findValuesAsText("name");
        JsonNode monitor = document("pod-monitor.yaml", "PodMonitor").path("spec");

        assertThat(monitor.at("/selector/matchLabels")).isEqualTo(labels);
        assertThat(ports).contains(monitor.at("/podMetricsEndpoints/0/port").asText());
        assertThat(document("network-policy.yaml", "NetworkPolicy").at("/spec/podSelector/matchLabels"))
                .isEqualTo(labels);
        assertThat(documents(DIRECTORY.resolve("init-container.yaml")).stream()
                        .filter(document -> document.path("kind").asText().equals("Service"))
                        .map(service -> service.at("/spec/selector")))
                .hasSize(2)
                .containsOnly(labels);
    }

    /** A field is the name of a type, a list of one field, or an object; the name * stands for any. */
    private static List<String> problems(JsonNode value, JsonNode field, String path) {
        List<String> problems = new ArrayList<>();
        if (field.isMissingNode()) {
            problems.add(path + " is not known");
        } else if (field.isTextual()) {
            boolean fits = switch (field.asText()) {
                case "integer" -> value.isInt();
                case "boolean" -> value.isBoolean();
                default -> value.isTextual();
            };
            if (!fits) {
                problems.add(path + " is no " + field.asText());
            }
        } else if (field.isArray()) {
            if (!value.isArray()) {
                problems.add(path + " is no list");
            }
            value.forEach(item -> problems.addAll(problems(item, field.path(0), path + "[]")));
        } else {
            if (!value.isObject()) {
                problems.add(path + " is no object");
            }
            value.fieldNames()
                    .forEachRemaining(name -> problems.addAll(problems(
                            value.path(name), field.has("*") ? field.path("*") : field.path(name), path + "." + name)));
        }
        return problems;
    }
}
