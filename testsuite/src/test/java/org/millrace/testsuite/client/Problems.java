package org.millrace.testsuite.client;

import static org.hamcrest.Matchers.blankOrNullString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import io.restassured.response.ValidatableResponse;

/** Assertions on problem details (RFC 9457). */
public final class Problems {
    private Problems() {}

    /** Asserts status, media type and every field; returns the response for assertions on {@code detail}. */
    public static ValidatableResponse assertProblem(Answer answer, int status, String code) {
        return answer.then()
                .statusCode(status)
                .header("Content-Type", "application/problem+json")
                .body(
                        "code",
                        equalTo(code),
                        "status",
                        equalTo(status),
                        "type",
                        not(blankOrNullString()),
                        "title",
                        not(blankOrNullString()),
                        "detail",
                        not(blankOrNullString()));
    }
}
