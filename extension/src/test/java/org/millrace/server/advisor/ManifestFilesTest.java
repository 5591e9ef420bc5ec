package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The files of {@code docker/kubernetes}: their fields are those of the models that Fabric8 generates from Kubernetes and from Prometheus'
 * operator, and of the custom resource definition of Keycloak's operator.
 */
class ManifestFilesTest {
    private static final Path DIRECTORY = Path.of(System.getProperty("project.root", ".."), "docker", "kubernetes");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The models keep fields that they do not know; here they are errors. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
            .withCoercionConfig(LogicalType.Textual, texts -> {
                texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                texts.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                texts.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
            })
            .build();

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "NetworkPolicy", NetworkPolicy.class,
            "PodMonitor", PodMonitor.class,
            "PrometheusRule", PrometheusRule.class,
            "Service", Service.class,
            "StatefulSet", StatefulSet.class);

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

    @ParameterizedTest
    @MethodSource("files")
    void fieldsExistAndHaveTheirTypes(Path file) throws IOException {
        for (JsonNode document : documents(file)) {
            String kind = document.path("kind").asText();
            if (kind.equals("Keycloak")) {
                assertThat(document.path("apiVersion").asText()).isEqualTo("k8s.keycloak.org/v2alpha1");
                assertThat(CustomResource.problems(document, CustomResource.schema(), kind))
                        .isEmpty();
            } else {
                assertThat(KINDS).containsKey(kind);
                HasMetadata resource = STRICT.treeToValue(document, KINDS.get(kind));

                assertThat(resource.getApiVersion())
                        .isEqualTo(HasMetadata.getApiVersion(KINDS.get(kind)))
                        .isEqualTo(document.path("apiVersion").asText());
            }
        }
    }

    /** The check itself must be able to fail. */
    @ParameterizedTest
    @MethodSource("files")
    void unknownFieldsAreFound(Path file) throws IOException {
        for (JsonNode document : documents(file)) {
            String kind = document.path("kind").asText();
            ((ObjectNode) document.path("spec")).put("unknown", "text");
            if (kind.equals("Keycloak")) {
                assertThat(CustomResource.problems(document, CustomResource.schema(), kind))
                        .containsExactly("Keycloak.spec.unknown is not known");
            } else {
                assertThatThrownBy(() -> STRICT.treeToValue(document, KINDS.get(kind)))
                        .isInstanceOf(UnrecognizedPropertyException.class);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"/spec/podMetricsEndpoints/0, interval, 15", "/metadata/labels, app, true", "/spec, sampleLimit, 1.5"})
    void otherTypesAreFound(String object, String field, String value) throws IOException {
        ObjectNode document = (ObjectNode) document("pod-monitor.yaml", "PodMonitor");
        document.withObject("/metadata/labels");
        ((ObjectNode) document.at(object)).set(field, MAPPER.readTree(value));

        assertThatThrownBy(() -> STRICT.treeToValue(document, PodMonitor.class))
                .isInstanceOf(JsonMappingException.class)
                .hasMessageContaining(field);
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
}
