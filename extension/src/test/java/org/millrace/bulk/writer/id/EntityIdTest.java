package org.millrace.bulk.writer.id;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.record.field.Violation;

class EntityIdTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                ".",
                "..",
                "count",
                "members",
                "profile",
                "search",
                "a/b",
                "a\\b",
                "a;b",
                "a?b",
                "a#b",
                "a%2Fb",
                "a\u0000b",
                "a\nb"
            })
    void idsThatNoCallOfKeycloakCanNameAreInvalid(String id) {
        Violation problem = EntityId.problem("id", id).orElseThrow();

        assertThat(problem.code()).isEqualTo("invalid-id");
        assertThat(problem.field()).isEqualTo("id");
        assertThat(problem.detail()).contains("\"" + id + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8a7f5d2c-3b1e-4f6a-9c0d-1e2f3a4b5c6d",
                "auth0|5f7c8ec7c33c6c004bbafe82",
                "4711",
                "é",
                "a b",
                "first.last@example.org",
                "...",
                "counts"
            })
    void idsOfOtherSystemsAreValid(String id) {
        assertThat(EntityId.problem("id", id)).isEmpty();
    }
}
