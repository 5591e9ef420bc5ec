package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.job.JobState;

/** Every problem code in the sources has one row with its meaning, its cure and whether to send the record again. */
class ProblemCodesTest {
    private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
    private static final String WORD = "([a-z0-9]+(?:-[a-z0-9]+)+|forbidden|conflict|truncated)";

    /** A code is the first argument of what makes a problem, or follows the HTTP status or the record. */
    private static final Pattern CODES =
            Pattern.compile("\\b(?:Violation\\.of|new Violation|new Problem|InvalidHashException"
                    + "|JobConflictException|JobRejectedException|JobFailure|Faulty|UndecodableBodyException|badRequest|broken|conflict|later"
                    + "|object|problem|refusing|rejected|unreadable|reject|DISABLED|UNTESTED_DATABASE)\\(\\s*(?:\\w+,\\s*)?\""
                    + WORD
                    + "\"\\s*,");

    private static final Pattern CONSTANTS = Pattern.compile("\\b(?:CODE|INVALID|PASSWORD_POLICY) = \"" + WORD + "\"");
    private static final Pattern CHOSEN = Pattern.compile("String code = .*?\"" + WORD + "\" : \"" + WORD + "\"");
    private static final Pattern ANSWERED = Pattern.compile("answer\\([^;]*?\"(invalid-[a-z-]+)\"");
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z0-9-]+)` \\| ([^|]*) \\| ([^|]*) \\| ([^|]*) \\|$", Pattern.MULTILINE);

    @Test
    void everyCodeHasItsRow() throws IOException {
        Set<String> codes = codes();
        for (JobState state : JobState.values()) {
            codes.add("job-" + state.word());
        }

        assertThat(codes).hasSizeGreaterThan(180).contains("invalid-load-test", "missing-type", "section-not-imported");
        assertThat(rows().stream().map(row -> row.group(1)).toList())
                .doesNotHaveDuplicates()
                .containsAll(codes);
    }

    @Test
    void everyRowHasMeaningCureAndResend() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            assertThat(row.group(2)).as(row.group(1)).isNotBlank();
            assertThat(row.group(3)).as(row.group(1)).isNotBlank();
            assertThat(row.group(4)).as(row.group(1)).isIn("yes", "after the cure", "no");
        });
    }

    private static List<MatchResult> rows() throws IOException {
        return ROW.matcher(Files.readString(ROOT.resolve("docs/reference/problem-codes.md")))
                .results()
                .toList();
    }

    private static Set<String> codes() throws IOException {
        Set<String> codes = new TreeSet<>();
        try (Stream<Path> all = Files.walk(ROOT.resolve("extension/src/main/java"))) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                for (Pattern pattern : List.of(CODES, CONSTANTS, CHOSEN, ANSWERED)) {
                    pattern.matcher(source).results().forEach(found -> {
                        for (int group = 1; group <= found.groupCount(); group++) {
                            codes.add(found.group(group));
                        }
                    });
                }
            }
        }
        return codes;
    }
}
