package org.millrace.bulk.writer.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;

class ScriptUrlsTest {
    private static List<Violation> problems(String url) {
        ValidationResult result = new ValidationResult(Validation.OFF, List.of());
        ScriptUrls.check("invalid-url", "url", url, result);
        return result.problems();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JavaScript:alert('a b')",
                " \u0001javascript:alert(1)",
                "java\tscr\nipt:alert(1)",
                "javascript :alert(1)",
                "data:text/html,<script>",
                "vbscript:x",
                "https://a.example.org##javascript:alert(1)"
            })
    void scriptIsRejected(String url) {
        assertThat(problems(url)).extracting(Violation::code).containsExactly("invalid-url");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example.org/?next=javascript:x",
                "/relative",
                "app.data:callback",
                "com.example.app:/callback",
                "*",
                ""
            })
    void otherUrlsAreNot(String url) {
        assertThat(problems(url)).isEmpty();
    }
}
