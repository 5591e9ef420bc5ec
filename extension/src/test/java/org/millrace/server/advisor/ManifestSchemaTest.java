package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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

/** The manifests of a sizing, by {@link CustomResource}. */
class ManifestSchemaTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void keycloakResourcesAreValid() throws IOException {
        JsonNode manifests = manifests();

        for (Iterator<String> names = manifests.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (name.startsWith("keycloak")) {
                assertThat(CustomResource.problems(manifests.path(name), CustomResource.schema(), name))
                        .isEmpty();
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

        assertThat(CustomResource.problems(resource, CustomResource.schema(), "keycloak"))
                .isEmpty();
        assertThat(resource.at("/spec/db/poolMaxSize").asInt()).isEqualTo(20);
        assertThat(resource.at("/spec/resources/limits/cpu").asText()).isEqualTo("7.5");
    }

    @Test
    void resourcesAloneAreValid() throws IOException {
        assertThat(CustomResource.problems(
                        manifests().path("resources"),
                        CustomResource.schema().at("/properties/spec/properties/resources"),
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

        assertThat(CustomResource.problems(wrong, CustomResource.schema(), "wrong"))
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
}
