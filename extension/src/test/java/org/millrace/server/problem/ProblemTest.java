package org.millrace.server.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ProblemTest {

    @Test
    void documentHasTheMembersOfTheStandardAndACode() {
        Problem problem = new Problem(400, "unknown-format", "The format is not known", "format \"pdf\"");

        String json = problem.json();

        assertThat(json)
                .isEqualTo("{\"type\":\"urn:millrace:problem:unknown-format\",\"title\":\"The format is not known\","
                        + "\"status\":400,\"detail\":\"format \\\"pdf\\\"\",\"code\":\"unknown-format\"}");
    }

    @Test
    void successIsNoProblem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Problem(200, "fine", "Fine", "nothing happened"))
                .withMessageContaining("200");
    }

    @Test
    void codeIsLowerCaseWithHyphens() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Problem(400, "Not A Code", "Bad", "none"))
                .withMessageContaining("Not A Code");
    }
}
