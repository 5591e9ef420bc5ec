package org.millrace.bulk.entity.group.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;

class GroupLocationTest {
    private final ValidationResult result = new ValidationResult(Validation.STRICT, List.of());

    private Optional<GroupLocation> location(@Nullable String path, @Nullable String name, boolean escapes) {
        return GroupLocation.of(path, name, escapes, result);
    }

    @ParameterizedTest
    @CsvSource({
        "/a, , false, '', a",
        "a/b, , false, /a, b",
        "/a/b/, , false, /a, b",
        "/a/b/c, b/c, false, /a, b/c",
        "/a/b~/c, , true, /a, b/c",
        "/a/b~/c, b/c, true, /a, b/c",
        "/a~/b/c, , true, /a~/b, c",
    })
    void aPathIsAParentAndAName(
            String path, @Nullable String name, boolean escapes, String parentPath, String expected) {
        assertThat(location(path, name, escapes)).contains(new GroupLocation(parentPath, expected));
        assertThat(result.isRejected()).isFalse();
    }

    @Test
    void aNameAloneIsAtTheTop() {
        assertThat(location(null, "a/b", false)).contains(new GroupLocation("", "a/b"));
        assertThat(location(" ", "a", false)).contains(new GroupLocation("", "a"));
    }

    @ParameterizedTest
    @CsvSource({"/, ", "//, ", "/a/b, c", "/ab, b", "/a/, ' '"})
    void aPathThatDoesNotEndWithTheNameIsRefused(String path, @Nullable String name) {
        assertThat(location(path, name, false)).isEmpty();
        assertThat(result.problems()).extracting(Violation::code).containsExactly("invalid-path");
    }

    @Test
    void aGroupHasAName() {
        assertThat(location(null, " ", false)).isEmpty();
        assertThat(result.problems()).extracting(Violation::code).containsExactly("invalid-name");
    }
}
