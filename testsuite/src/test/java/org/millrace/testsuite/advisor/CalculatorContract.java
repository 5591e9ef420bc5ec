package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;
import static org.millrace.testsuite.client.Problems.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.Answer;

/** Questions to the advisor's sizing calculator, and evaluations of load tests. */
interface CalculatorContract extends AdvisorCalls {
    Map<String, Object> GUIDE_EXAMPLE = Map.of(
            "loginsPerSecond", 45,
            "logoutsPerSecond", 5,
            "clientCredentialGrantsPerSecond", 600,
            "refreshesPerSecond", 360,
            "pods", 3,
            "sites", 1,
            "guide", "26.0");

    @Test
    default void calculatorAnswersTheExampleOfTheGuide() {
        JsonNode sizing = admin().post(ADVISOR + "/sizing", GUIDE_EXAMPLE).ok().json();

        assertThat(sizing.at("/cpu/requestCoresPerPod").asDouble()).isEqualTo(3);
        assertThat(sizing.at("/cpu/limitCoresPerPod").asDouble()).isEqualTo(7.5);
        assertThat(sizing.at("/database/writeIops").asDouble()).isEqualTo(5740);
        assertThat(sizing.path("formulas")).isNotEmpty();
    }

    @Test
    default void calculatorKnowsWhatThePresentInstallationCanHold() {
        JsonNode capacity =
                admin().post(ADVISOR + "/sizing/capacity", GUIDE_EXAMPLE).ok().json();

        assertThat(capacity.at("/burst/factor").asDouble()).isPositive();
        assertThat(capacity.at("/installation/cpuLimit").asDouble()).isPositive();
    }

    /** Values that neither the request nor the server provides are taken from the guide, and reported as such. */
    @Test
    default void capacityCanBeAskedForWithoutAMix() {
        for (String body : List.of("", "{}")) {
            JsonNode capacity = admin().post(ADVISOR + "/sizing/capacity", "application/json", body)
                    .ok()
                    .json();

            assertThat(capacity.at("/burst/factor").asDouble()).isPositive();
            assertThat(capacity.at("/burst/binding").asText()).isNotEmpty();
            assertThat(capacity.path("mixFrom").asText()).isIn("measured", "guide");
        }
    }

    @Test
    default void questionThatIsTooLongIsRefused() {
        String question = "{\"guide\":\"" + "x".repeat(300 * 1024) + "\"}";

        for (String call : List.of("/sizing", "/sizing/capacity", "/load-test")) {
            Answer answer = admin().post(ADVISOR + call, "application/json", question);

            assertProblem(answer, 413, "body-too-large");
        }
    }

    @Test
    default void loadTestIsJudgedRunByRun() {
        Map<String, Object> run = Map.of("virtualUsers", 100, "responseSeconds", 0.02, "throughput", 5000);

        JsonNode answer = admin().post(ADVISOR + "/load-test", Map.of("runs", List.of(run)))
                .ok()
                .json();

        assertThat(answer.at("/runs/0/limit").asText()).isEqualTo("generator");
        assertThat(admin().post(ADVISOR + "/load-test", Map.of("runs", 1))
                        .json()
                        .path("code")
                        .asText())
                .isEqualTo("invalid-load-test");
    }

    @Test
    default void questionThatCannotBeCalculatedIsAProblemWithAReason() {
        Answer answer = admin().post(ADVISOR + "/sizing", Map.of("loginsPerSecond", -1));

        assertProblem(answer, 400, "invalid-sizing").body("detail", containsString("loginsPerSecond"));
    }

    @Test
    default void questionInAnotherFormThanJsonIsRefused() {
        Answer answer = admin().post(ADVISOR + "/sizing", "text/plain", "much");

        assertProblem(answer, 415, "unsupported-media-type");
    }
}
