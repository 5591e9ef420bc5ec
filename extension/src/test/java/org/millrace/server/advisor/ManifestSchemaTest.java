package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.change.KeycloakResource;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.report.document.SizingDocuments;
import org.millrace.advisor.sizing.Calculator;
import org.millrace.advisor.sizing.Conditions;
import org.millrace.advisor.sizing.Demand;
import org.millrace.advisor.sizing.GuideProfile;
import org.millrace.advisor.sizing.Sizing;

/** The manifests of a sizing against the operator's own schema, as strictly as {@code kubectl} with field validation. */
class ManifestSchemaTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void keycloakResourcesAreValid() throws IOException {
        JsonNode manifests = manifests();

        for (Iterator<String> names = manifests.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (name.startsWith("keycloak")) {
                assertThat(problems(manifests.path(name), schema(), name)).isEmpty();
                assertThat(manifests.path(name).path("kind").asText()).isEqualTo("Keycloak");
            }
        }
        assertThat(manifests).hasSize(10);
    }

    @Test
    void theResourceOfAnyPlanIsValid() throws IOException {
        List<Step> steps = List.of(
                new Step(Step.Kind.OPTION, "db-pool-max-size", "5", "20"),
                new Step(Step.Kind.OPTION, "http-pool-max-threads", null, "40"),
                new Step(Step.Kind.BUILD_OPTION, "metrics-enabled", "false", "true"),
                new Step(Step.Kind.PROPERTY, "quarkus.http.limits.max-concurrent-streams", "10000", "100"),
                new Step(Step.Kind.JVM_OPTION, "-XX:MaxMetaspaceSize", "256m", "384m"),
                new Step(Step.Kind.RESOURCE, "limits.cpu", "3", "7.5"),
                new Step(Step.Kind.RESOURCE, "requests.memory", null, "1250M"));

        JsonNode resource = MAPPER.valueToTree(KeycloakResource.document(steps));

        assertThat(problems(resource, schema(), "keycloak")).isEmpty();
        assertThat(resource.at("/spec/db/poolMaxSize").asInt()).isEqualTo(20);
        assertThat(resource.at("/spec/resources/limits/cpu").asText()).isEqualTo("7.5");
    }

    @Test
    void resourcesAloneAreValid() throws IOException {
        assertThat(problems(
                        manifests().path("resources"),
                        schema().at("/properties/spec/properties/resources"),
                        "resources"))
                .isEmpty();
    }

    @Test
    void quantitiesAreWrittenAsKubernetesReadsThem() throws IOException {
        JsonNode resources = manifests().path("resources");

        assertThat(resources.at("/requests/cpu").asText()).isEqualTo("3000m");
        assertThat(resources.at("/limits/memory").asText()).isEqualTo("1360M");
    }

    /** Kubernetes refuses a pod that may use less than it asks for. */
    @Test
    void limitsAreNoLessThanRequestsHoweverLittleIsAsked() throws IOException {
        List<JsonNode> resources = manifests(new Demand(1, 0.1, 0, 0)).findValues("resources");

        assertThat(resources).hasSize(10).allSatisfy(each -> {
            assertThat(quantity(each, "/limits/cpu")).isGreaterThanOrEqualTo(quantity(each, "/requests/cpu"));
            assertThat(quantity(each, "/limits/memory")).isGreaterThanOrEqualTo(quantity(each, "/requests/memory"));
        });
    }

    /** The check itself must be able to fail. */
    @Test
    void schemaRefusesWhatItDoesNotKnow() throws IOException {
        JsonNode wrong = MAPPER.readTree("{\"spec\":{\"instances\":\"three\",\"threads\":1}}");

        assertThat(problems(wrong, schema(), "wrong"))
                .containsExactlyInAnyOrder("wrong.spec.instances is no integer", "wrong.spec.threads is not known");
    }

    private static JsonNode manifests() throws IOException {
        return manifests(new Demand(45, 5, 600, 360));
    }

    private static JsonNode manifests(Demand demand) throws IOException {
        Sizing sizing = Calculator.size(demand, Conditions.GUIDE, 3, 2, GuideProfile.V26_0);
        return MAPPER.readTree(SizingDocuments.sizing(sizing, Optional.empty())).path("manifests");
    }

    /** Thousandths of a core, or megabytes. */
    private static int quantity(JsonNode resources, String pointer) {
        return Integer.parseInt(resources.at(pointer).asText().replaceAll("[mM]$", ""));
    }

    private static JsonNode schema() throws IOException {
        try (InputStream file = ManifestSchemaTest.class.getResourceAsStream("keycloak-crd.json")) {
            return MAPPER.readTree(file);
        }
    }

    private static List<String> problems(JsonNode value, JsonNode schema, String path) {
        List<String> problems = new ArrayList<>();
        String type = schema.path("type").asText();
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            require(value.isInt() || value.isTextual(), path + " is neither number nor text", problems);
        } else if (type.equals("object")) {
            require(value.isObject(), path + " is no object", problems);
            value.fieldNames().forEachRemaining(name -> {
                JsonNode member = schema.path("properties").has(name)
                        ? schema.path("properties").path(name)
                        : schema.path("additionalProperties");
                if (member.isMissingNode()) {
                    problems.add(path + "." + name + " is not known");
                } else {
                    problems.addAll(problems(value.path(name), member, path + "." + name));
                }
            });
        } else if (type.equals("array")) {
            require(value.isArray(), path + " is no list", problems);
            value.forEach(item -> problems.addAll(problems(item, schema.path("items"), path + "[]")));
        } else if (type.equals("integer")) {
            require(value.isInt(), path + " is no integer", problems);
        } else if (type.equals("boolean")) {
            require(value.isBoolean(), path + " is no boolean", problems);
        } else {
            require(value.isTextual(), path + " is no text", problems);
        }
        return problems;
    }

    private static void require(boolean condition, String problem, List<String> problems) {
        if (!condition) {
            problems.add(problem);
        }
    }
}
