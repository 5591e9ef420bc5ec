package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.millrace.testsuite.client.Answer;

/**
 * What an import answered with status 200: the outcome lines in their order, and the summary. Each line is held against
 * the contract's shape when it is read, so every test of an import is a test of that shape too.
 *
 * @param summary empty if the answer broke off before it
 */
record ImportAnswer(List<JsonNode> outcomes, Optional<JsonNode> summary) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> FIELDS =
            Set.of("line", "key", "status", "id", "matchedBy", "problems", "warnings");
    private static final Set<String> PRESENT = Set.of("created", "updated", "unchanged");
    private static final Set<String> REFUSED = Set.of("rejected", "failed");
    private static final List<String> SUMMARY_FIELDS = List.of(
            "read",
            "created",
            "updated",
            "unchanged",
            "rejected",
            "failed",
            "unprocessed",
            "warnings",
            "seconds",
            "recordsPerSecond",
            "dryRun",
            "problemsByCode",
            "warningsByCode");

    /** An answer that was read to its end. */
    static ImportAnswer of(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).hasValue("application/x-ndjson");
        assertThat(answer.body()).endsWith("\n");
        ImportAnswer read = of(answer.body().lines().iterator());
        assertThat(read.summary()).as(answer.body()).isPresent();
        return read;
    }

    /** Lines as they came, to the end of the answer or the place where it broke off. */
    static ImportAnswer of(Iterator<String> lines) {
        List<JsonNode> outcomes = new ArrayList<>();
        long last = 0;
        while (lines.hasNext()) {
            JsonNode line = parse(lines.next());
            if (line.has("summary")) {
                checkSummary(line);
                assertThat(lines.hasNext()).as("a line behind the summary").isFalse();
                return new ImportAnswer(outcomes, Optional.of(line.path("summary")));
            }
            checkOutcome(line);
            assertThat(line.path("line").asLong()).isGreaterThan(last);
            last = line.path("line").asLong();
            outcomes.add(line);
        }
        return new ImportAnswer(outcomes, Optional.empty());
    }

    /** The only outcome. */
    JsonNode single() {
        assertThat(outcomes).hasSize(1);
        return outcomes.get(0);
    }

    /** The outcome of one line of the body. */
    JsonNode line(long number) {
        return outcomes.stream()
                .filter(outcome -> outcome.path("line").asLong() == number)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no outcome for line " + number + " among " + outcomes));
    }

    List<String> statuses() {
        return outcomes.stream().map(outcome -> outcome.path("status").asText()).toList();
    }

    List<Long> lines() {
        return outcomes.stream().map(outcome -> outcome.path("line").asLong()).toList();
    }

    long count(String field) {
        return summary()
                .orElseThrow(() -> new AssertionError("no summary"))
                .path(field)
                .asLong();
    }

    /** The codes of an outcome's problems, in their order. */
    static List<String> problems(JsonNode outcome) {
        return codes(outcome.path("problems"));
    }

    static List<String> warnings(JsonNode outcome) {
        return codes(outcome.path("warnings"));
    }

    private static List<String> codes(JsonNode violations) {
        return violations.findValuesAsText("code");
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    private static void checkOutcome(JsonNode line) {
        String status = line.path("status").asText();
        assertThat(FIELDS).as("%s", line).containsAll(fieldNames(line));
        assertThat(status).as("%s", line).isIn("created", "updated", "unchanged", "rejected", "failed", "unprocessed");
        assertThat(line.path("line").isIntegralNumber()).as("%s", line).isTrue();
        assertThat(line.has("id")).as("%s", line).isEqualTo(PRESENT.contains(status));
        assertThat(line.has("problems")).as("%s", line).isEqualTo(REFUSED.contains(status));
        line.path("problems").forEach(ImportAnswer::checkViolation);
        line.path("warnings").forEach(ImportAnswer::checkViolation);
    }

    private static void checkViolation(JsonNode violation) {
        assertThat(violation.path("code").asText()).matches("[a-z0-9]+(-[a-z0-9]+)*");
        assertThat(violation.path("detail").asText()).isNotBlank();
        assertThat(violation.path("retryable").isBoolean()).isTrue();
        assertThat(Set.of("code", "field", "detail", "retryable")).containsAll(fieldNames(violation));
    }

    private static void checkSummary(JsonNode line) {
        JsonNode summary = line.path("summary");
        assertThat(fieldNames(line)).containsExactly("summary");
        List<String> fields = new ArrayList<>(SUMMARY_FIELDS);
        if (summary.has("writer")) {
            fields.add("writer");
            assertThat(fieldNames(summary.path("writer"))).containsExactly("name", "reason");
        }
        if (summary.has("notImported")) {
            fields.add("notImported");
            assertThat(summary.path("notImported")).as("%s", summary).isNotEmpty();
        }
        if (summary.has("fields")) {
            fields.add("fields");
        }
        if (summary.has("notices")) {
            fields.add("notices");
        }
        assertThat(fieldNames(summary)).containsExactlyElementsOf(fields);
        long sum = 0;
        for (String status : List.of("created", "updated", "unchanged", "rejected", "failed", "unprocessed")) {
            sum += summary.path(status).asLong();
        }
        assertThat(summary.path("read").asLong()).as("%s", summary).isEqualTo(sum);
    }

    private static List<String> fieldNames(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
