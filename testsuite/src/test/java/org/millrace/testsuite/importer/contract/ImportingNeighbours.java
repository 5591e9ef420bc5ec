package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** A record among valid records. */
interface ImportingNeighbours extends Importing {
    /** Between two good neighbours, who must be created. */
    default JsonNode amongNeighbours(ImportRealm realm, Object record) {
        ImportAnswer answer = realm.take(UserLine.named(unique("before")), record, UserLine.named(unique("behind")));
        assertThat(answer.line(1).path("status").asText()).isEqualTo("created");
        assertThat(answer.line(3).path("status").asText()).isEqualTo("created");
        return answer.line(2);
    }

    static void assertProblem(JsonNode outcome, String code, String field) {
        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("rejected");
        assertThat(ImportAnswer.problems(outcome)).as("%s", outcome).containsExactly(code);
        assertThat(outcome.path("problems").path(0).path("field").asText("")).isEqualTo(field);
        assertThat(outcome.path("problems").path(0).path("retryable").asBoolean(true))
                .isFalse();
    }
}
