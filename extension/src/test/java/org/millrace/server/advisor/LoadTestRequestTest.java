package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTestRequestTest {

    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void eachRunIsJudged() throws IOException {
        JsonNode answer = mapper.readTree(answer("""
                {"runs":[{"virtualUsers":50,"responseSeconds":0.15,"throughput":350,"serverSeconds":0.001,
                          "routerCpu":0.25,"routerCores":4,"routerProcesses":1},
                         {"name":"second","virtualUsers":50,"responseSeconds":0.02,"throughput":600}]}"""));

        assertThat(answer.at("/runs/0/name").asText()).isEqualTo("1");
        assertThat(answer.at("/runs/0/limit").asText()).isEqualTo("router");
        assertThat(answer.at("/runs/1/name").asText()).isEqualTo("second");
        assertThat(answer.at("/runs/1/limit").asText()).isEqualTo("generator");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"runs\":[]}",
                "{\"runs\":[1]}",
                "{\"runs\":[{\"serverCpu\":80}]}",
                "{\"runs\":[{\"cpu\":0.8}]}",
                "{\"runs\":[{\"virtualUsers\":0}]}",
                "{\"runs\":[{\"virtualUsers\":100,\"responseSeconds\":0,\"throughput\":5000}]}",
                "{\"runs\":[{\"name\":1}]}"
            })
    void testWithoutSenseIsRefused(String body) {
        assertThatIllegalArgumentException().isThrownBy(() -> answer(body));
    }

    @Test
    void refusalSaysTheRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> answer("{\"runs\":[{\"responseSeconds\":0}]}"))
                .withMessage("responseSeconds 0 is not between 0.000001 and 3600");
    }

    private static String answer(String body) {
        return LoadTestRequest.answer(JsonRequest.parse(body.getBytes(StandardCharsets.UTF_8)));
    }
}
