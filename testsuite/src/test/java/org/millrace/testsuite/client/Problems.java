package org.millrace.testsuite.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.response.ValidatableResponse;

/** Assertions on problem details (RFC 9457). */
public final class Problems {
    private Problems() {}

    /**
     * Asserts status, media type and every field.
     *
     * @return the response for assertions on {@code detail}
     */
    public static ValidatableResponse assertProblem(Answer answer, int status, String code) {
        ValidatableResponse response = answer.then()
                .statusCode(status)
                .header("Content-Type", "application/problem+json")
                .body("code", equalTo(code));
        // Not by paths of REST Assured, each of which compiles a Groovy script.
        JsonNode problem = answer.json();
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("type").asText()).isNotBlank();
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(problem.path("detail").asText()).isNotBlank();
        return response;
    }
}
