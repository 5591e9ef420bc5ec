package org.millrace.bulk.rest.job;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeJson;
import org.millrace.bulk.format.csv.CsvText;
import org.millrace.bulk.job.report.JobOutcomes;
import org.millrace.bulk.record.field.Violation;

/** Outcomes as comma-separated values: a row for each problem and each warning, or one row for an outcome without any. */
final class OutcomeTable {
    private static final List<String> COLUMNS = List.of("part", "line", "key", "status", "code", "field", "detail");

    private OutcomeTable() {}

    /** The table of some outcomes. */
    static String of(List<JobOutcomes.PartOutcome> outcomes) {
        StringBuilder table = new StringBuilder(CsvText.row(COLUMNS));
        for (JobOutcomes.PartOutcome each : outcomes) {
            Outcome outcome = each.outcome();
            List<Violation> violations = Stream.concat(outcome.problems().stream(), outcome.warnings().stream())
                    .toList();
            if (violations.isEmpty()) {
                table.append(row(each.part(), outcome, "", "", ""));
            }
            violations.forEach(violation ->
                    table.append(row(each.part(), outcome, violation.code(), violation.field(), violation.detail())));
        }
        return table.toString();
    }

    private static String row(int part, Outcome outcome, String code, @Nullable String field, String detail) {
        return CsvText.row(Stream.of(
                        String.valueOf(part),
                        String.valueOf(outcome.position().line()),
                        outcome.key().map(OutcomeJson::shownKey).orElse(""),
                        outcome.status().word(),
                        code,
                        Objects.requireNonNullElse(field, ""),
                        detail)
                .map(CsvText::withoutFormula)
                .toList());
    }
}
