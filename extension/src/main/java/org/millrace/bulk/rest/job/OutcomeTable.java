package org.millrace.bulk.rest.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.millrace.bulk.format.csv.CsvText;

/** Outcomes as comma-separated values: a row for each problem and each warning, or one row for an outcome without any. */
final class OutcomeTable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> COLUMNS = List.of("part", "line", "key", "status", "code", "field", "detail");

    private OutcomeTable() {}

    /** The table of some outcome lines. */
    static String of(List<String> lines) {
        StringBuilder table = new StringBuilder(CsvText.row(COLUMNS));
        for (String line : lines) {
            JsonNode outcome = parsed(line);
            List<JsonNode> violations = new ArrayList<>();
            outcome.path("problems").forEach(violations::add);
            outcome.path("warnings").forEach(violations::add);
            if (violations.isEmpty()) {
                violations.add(JSON.createObjectNode());
            }
            violations.forEach(violation -> table.append(row(outcome, violation)));
        }
        return table.toString();
    }

    private static String row(JsonNode outcome, JsonNode violation) {
        Stream<String> ofOutcome =
                COLUMNS.stream().limit(4).map(name -> outcome.path(name).asText());
        Stream<String> ofViolation =
                COLUMNS.stream().skip(4).map(name -> violation.path(name).asText());
        return CsvText.row(Stream.concat(ofOutcome, ofViolation)
                .map(CsvText::withoutFormula)
                .toList());
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an outcome of the ledger is not JSON", e);
        }
    }
}
