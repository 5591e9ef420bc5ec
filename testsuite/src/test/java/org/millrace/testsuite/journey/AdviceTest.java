package org.millrace.testsuite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdviceTest {
    private static final String UNCURED = """
            {"rule":"KC-CPU-002","title":"Others","severity":"critical","principal":true,"node":"a","why":"","change":null}""";

    private static final String NOTE = """
            {"rule":"KC-HTTP-003","title":"No limit","severity":"info","principal":false,"node":"a","why":"",
             "change":{"apply":[{"kind":"option","name":"http-max-queued-requests","from":null,"to":"100"}],"restart":true}}""";

    private static final String POOL = """
            {"rule":"KC-PG-001","title":"Sessions","severity":"warning","principal":false,"node":"%s","why":"",
             "change":{"apply":[{"kind":"option","name":"db-pool-max-size","from":"332","to":"10"}],"restart":true}}""";

    @Test
    void findingsAboveInfoAreFollowedAndThoseOfSeveralNodesAreOne() throws JsonProcessingException {
        Advice advice = advice(UNCURED, POOL.formatted("a"), POOL.formatted("b"), NOTE);

        assertThat(advice.rules()).isEqualTo("KC-CPU-002, KC-PG-001");
        assertThat(advice.principalText()).isEqualTo("KC-CPU-002 Others");
    }

    @Test
    void findingThatNoSettingCuresIsPassedOver() throws JsonProcessingException {
        Advice.Finding next = advice(UNCURED, POOL.formatted("a")).next().orElseThrow();

        assertThat(next.restart()).isTrue();
        assertThat(next.steps())
                .containsExactly(new Advice.Step("option", "db-pool-max-size", Optional.of("332"), Optional.of("10")));
        assertThat(JourneyTable.steps(next)).isEqualTo("`db-pool-max-size 332 to 10`");
    }

    @Test
    void notesAreNotFollowed() throws JsonProcessingException {
        assertThat(advice(NOTE).next()).isEmpty();
        assertThat(advice(NOTE).principalText()).isEqualTo("none");
    }

    private static Advice advice(String... findings) throws JsonProcessingException {
        return Advice.of(new ObjectMapper().readTree("{\"findings\":[" + String.join(",", findings) + "]}"));
    }
}
