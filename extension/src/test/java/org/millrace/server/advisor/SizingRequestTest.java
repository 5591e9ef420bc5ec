package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizingRequestTest {

    private static final String GUIDE_EXAMPLE = """
            {"loginsPerSecond":45,"logoutsPerSecond":5,"clientCredentialGrantsPerSecond":600,"refreshesPerSecond":360,
             "pods":3,"sites":1,"guide":"26.0"}""";

    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void exampleOfTheContractIsAnswered() throws IOException {
        JsonNode answer = mapper.readTree(sizing(GUIDE_EXAMPLE));

        assertThat(answer.at("/cpu/requestCoresPerPod").asDouble()).isEqualTo(3);
        assertThat(answer.at("/cpu/limitCoresPerPod").asDouble()).isEqualTo(7.5);
        assertThat(answer.at("/memory/limitMegabytesPerPod").asDouble()).isEqualTo(1360);
        assertThat(answer.at("/database/leastCores").asDouble()).isEqualTo(1.735);
        assertThat(answer.at("/database/writeIops").asDouble()).isEqualTo(5740);
        assertThat(answer.at("/guide/version").asText()).isEqualTo("26.0");
        assertThat(answer.path("formulas").findValuesAsText("calculation")).contains("45 + 5 + 360");
    }

    @Test
    void newestGuideAnswersWhoDoesNotAskForOne() throws IOException {
        JsonNode answer = mapper.readTree(sizing("{\"loginsPerSecond\":1}"));

        assertThat(answer.at("/guide/version").asText()).isEqualTo("26.7");
        assertThat(answer.at("/demand/logoutsPerSecond").asDouble()).isEqualTo(0.1);
    }

    @Test
    void costOfAMonthIsCalculatedOnDemand() throws IOException {
        String cost =
                ",\"cost\":{\"pricePerPodHour\":0.0204,\"shifts\":[{\"pods\":10,\"hours\":12},{\"pods\":3,\"hours\":12}]}}";

        JsonNode answer = mapper.readTree(sizing(GUIDE_EXAMPLE.substring(0, GUIDE_EXAMPLE.length() - 1) + cost));

        assertThat(answer.path("costOfMonth").asDouble()).isEqualTo(98.654);
    }

    @Test
    void costWithoutShiftsIsThatOfAllPodsAroundTheClock() throws IOException {
        String oneSite =
                GUIDE_EXAMPLE.substring(0, GUIDE_EXAMPLE.length() - 1) + ",\"cost\":{\"pricePerPodHour\":0.02}}";
        String twoSites = oneSite.replace("\"sites\":1", "\"sites\":2");

        assertThat(mapper.readTree(sizing(oneSite)).path("costOfMonth").asDouble())
                .isEqualTo(44.64);
        assertThat(mapper.readTree(sizing(twoSites)).path("costOfMonth").asDouble())
                .isEqualTo(89.28);
    }

    @Test
    void shiftWithoutPodsIsRefused() {
        String body = "{\"loginsPerSecond\":1,\"cost\":{\"pricePerPodHour\":0.02,\"shifts\":[{\"hours\":12}]}}";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sizing(body))
                .withMessageContaining("pods is missing in one of cost.shifts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{",
                "{\"loginsPerSecond\":\"45\"}",
                "{\"loginsPerSecond\":45,\"loginsPerSecond\":46}",
                "{\"loginsPerSecond\":1e400}",
                "{\"loginsPerSecond\":-1}",
                "{\"loginsPerSecond\":1,\"pods\":2.5}",
                "{\"loginsPerSecond\":1,\"sites\":3}",
                "{\"loginsPerSecond\":1,\"guide\":\"1.0\"}",
                "{\"loginsPerSecond\":1,\"guide\":26.0}",
                "{\"loginsPerSecond\":1,\"guide\":\"measured\"}",
                "{\"loginsPerSecond\":1,\"login\":2}",
                "{}",
                "{\"loginsPerSecond\":1} {}"
            })
    void questionWithoutSenseIsRefused(String body) {
        assertThatIllegalArgumentException().isThrownBy(() -> sizing(body));
    }

    @Test
    void refusalSaysWhatIsKnown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sizing("{\"loginsPerSecond\":1,\"login\":2}"))
                .withMessageContaining("login is unknown")
                .withMessageContaining("clientCredentialGrantsPerSecond");
    }

    @Test
    void longBodyIsNotReceived() {
        byte[] longest = new byte[JsonRequest.MOST_BYTES];
        byte[] tooLong = new byte[JsonRequest.MOST_BYTES + 1];

        assertThat(JsonRequest.receive(new ByteArrayInputStream(longest))).isPresent();
        assertThat(JsonRequest.receive(new ByteArrayInputStream(tooLong))).isEmpty();
    }

    @Test
    void questionOfASizingIsOneOfACapacityToo() throws IOException {
        JsonNode oneSite = mapper.readTree(request(GUIDE_EXAMPLE).capacity());
        JsonNode twoSites = mapper.readTree(
                request(GUIDE_EXAMPLE.replace("\"sites\":1", "\"sites\":2")).capacity());

        assertThat(oneSite.at("/mix/refreshesPerSecond").asDouble()).isEqualTo(360);
        assertThat(oneSite.path("mixFrom").asText()).isEqualTo("given");
        assertThat(twoSites).isEqualTo(oneSite);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(GUIDE_EXAMPLE.replace("\"sites\":1", "\"sites\":3"))
                        .capacity())
                .withMessageContaining("sites");
    }

    @Test
    void withoutAMixTheOneThatTheGuideHasTestedStandsIn() throws IOException {
        JsonNode answer =
                mapper.readTree(request("{\"pods\":3,\"cpuLimit\":7.5}").capacity());

        assertThat(answer.path("mixFrom").asText()).isEqualTo("guide");
        assertThat(answer.path("confidence").asText()).isEqualTo("low");
        assertThat(answer.at("/mix/loginsPerSecond").asDouble()).isEqualTo(300);
        assertThat(answer.at("/burst/binding").asText()).isEqualTo("cpu.limits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}"})
    void capacityOfNothingThatIsKnownCannotBeCalculated(String body) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(body).capacity())
                .withMessageContaining("cpuLimit");
    }

    @Test
    void describedInstallationIsJudgedByItself() throws IOException {
        String body = GUIDE_EXAMPLE.replace("\"sites\":1,", "\"cpuRequest\":3,\"cpuLimit\":7.5,\"databaseCores\":2,");

        JsonNode answer = mapper.readTree(request(body).capacity());

        assertThat(answer.at("/fast/binding").asText()).isEqualTo("database.cpu.fast");
        assertThat(answer.at("/holds/factor").asDouble()).isEqualTo(1);
        assertThat(answer.at("/installation/poolSize").isNull()).isTrue();
    }

    @Test
    void siteVariantsAreAmongTheManifests() throws IOException {
        JsonNode answer = mapper.readTree(sizing(GUIDE_EXAMPLE.replace("\"sites\":1", "\"sites\":2")));

        assertThat(answer.at("/manifests/keycloak-second-site-slow-failover/spec/resources/limits/cpu")
                        .asText())
                .isEqualTo("3750m");
        assertThat(answer.path("sites")).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "fast-failover, 7500m, 7500m",
        "slow-failover, 7500m, 3750m",
        "slow-failover-both-halved, 3750m, 3750m",
        "alternative, 7500m, 7500m"
    })
    void everySiteOfAVariantHasItsManifest(String variant, String first, String second) throws IOException {
        JsonNode manifests = mapper.readTree(sizing(GUIDE_EXAMPLE.replace("\"sites\":1", "\"sites\":2")))
                .path("manifests");

        assertThat(limit(manifests, "keycloak-first-site-" + variant)).isEqualTo(first);
        assertThat(limit(manifests, "keycloak-second-site-" + variant)).isEqualTo(second);
    }

    private static String limit(JsonNode manifests, String name) {
        return manifests.path(name).at("/spec/resources/limits/cpu").asText();
    }

    private static String sizing(String body) {
        return request(body).sizing();
    }

    private static SizingRequest request(String body) {
        return new SizingRequest(JsonRequest.parse(body.getBytes(StandardCharsets.UTF_8)), Optional.empty());
    }
}
