package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.report.document.AdvisorDocuments;
import org.millrace.advisor.report.document.JsonReport;
import org.millrace.advisor.report.document.ManagementDetails;
import org.millrace.advisor.report.page.MarkdownReport;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;

class ReportFormatTest {

    private static final Signal INPUT = Signal.gauge("postgres.cores", "cores");

    @Test
    void jsonHasTheShapeThatWasPromised() {
        String json = new JsonReport().write(report());

        assertThat(json)
                .isEqualTo("{\"generatedAt\":\"2026-01-01T00:00:00Z\",\"node\":\"kc-1\",\"window\":\"PT5M\","
                        + "\"summary\":\"Requests wait for a database connection.\","
                        + "\"doNow\":\"Set db-pool-max-size to 20.\","
                        + "\"principal\":\"KC-POOL-001\",\"next\":\"KC-PG-003\",\"timeModel\":[],\"findings\":[{\"rule\":\"KC-POOL-001\","
                        + "\"title\":\"Requests wait for a database connection\",\"lane\":\"saturation\","
                        + "\"severity\":\"critical\",\"principal\":true,\"node\":\"kc-1\",\"window\":\"PT5M\","
                        + "\"since\":null,\"until\":null,"
                        + "\"observed\":[{\"signal\":\"agroal.awaiting.count\",\"value\":37,\"unit\":\"requests\","
                        + "\"threshold\":0}],\"why\":\"They wait.\",\"confidence\":\"high\","
                        + "\"suppresses\":[\"KC-THR-002\"],\"change\":{\"apply\":[{\"kind\":\"option\","
                        + "\"name\":\"db-pool-max-size\",\"from\":\"5\",\"to\":\"20\"}],\"revert\":[{\"kind\":\"option\","
                        + "\"name\":\"db-pool-max-size\",\"from\":\"20\",\"to\":\"5\"}],\"restart\":true,"
                        + "\"risk\":\"low\"},\"sources\":[\"https://example.org/\"]}],\"recent\":[],\"healthy\":[\"KC-OBS-001\"],"
                        + "\"skipped\":[{\"rule\":\"KC-PG-001\",\"missing\":[\"postgres.cores\"]}],"
                        + "\"suppressed\":[{\"rule\":\"KC-THR-002\",\"by\":\"KC-POOL-001\"}]}");
    }

    @Test
    void markdownSaysWhatToSetAndWhatToRevert() {
        String markdown = new MarkdownReport().write(report());

        assertThat(markdown)
                .contains("The principal bottleneck is **KC-POOL-001**. Once it is gone, expect KC-PG-003.")
                .contains("## Principal: Requests wait for a database connection")
                .contains("| agroal.awaiting.count | 37 requests | 0 |")
                .contains("- set option `db-pool-max-size` to `20` (now `5`)")
                .contains("- set option `db-pool-max-size` to `5` (now `20`)")
                .contains("- Skipped: KC-PG-001 (needs postgres.cores)")
                .contains("- Held back: KC-THR-002 (by KC-POOL-001)");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = ';',
            value = {
                "<b>bold</b>;              \\<b\\>bold\\</b\\>",
                "a | b;                    a \\| b",
                "*a* [b](javascript:c);    \\*a\\* \\[b\\](javascript:c)",
                "`a` \\| b;                 \\`a\\` \\\\\\| b",
                "user_entity & so_on - 10; user_entity & so_on - 10"
            })
    void anyTextIsEscapedInMarkdown(String text, String written) {
        String markdown = new MarkdownReport().write(Reports.saying(text, text));

        assertThat(markdown.lines()).contains("# Advisor report: " + written, written);
    }

    @Test
    void textIsOneLineAndNoEntity() {
        String markdown = new MarkdownReport().write(Reports.saying("kc-1", "until\n# soon &lt;"));

        assertThat(markdown.lines()).contains("until # soon \\&lt;");
    }

    @Test
    void charactersThatATerminalObeysAreLeftOut() {
        String markdown = new MarkdownReport().write(Reports.saying("kc-1", "smtp\u001b[31m.example\u202e.org\u009b"));

        assertThat(markdown.lines()).contains("smtp\\[31m.example.org");
    }

    @Test
    void valueWithBackticksIsBetweenLongerOnes() {
        String markdown = new MarkdownReport().write(setting("a``b"));

        assertThat(markdown).contains("- set option `log-level` to ``` a``b ``` (now unset)");
    }

    @Test
    void summaryHasCountsIdsAndTitlesOnly() {
        String summary = AdvisorDocuments.summary(report().diagnosis(), ManagementDetails.NONE);

        assertThat(summary)
                .isEqualTo("{\"findings\":{\"critical\":1,\"warning\":0,\"info\":0},"
                        + "\"principal\":\"KC-POOL-001\",\"title\":\"Requests wait for a database connection\","
                        + "\"since\":null,\"sampledAt\":\"2026-01-01T00:00:00Z\"}");
    }

    @Test
    void reportsSayThatSamplingHasCeased() {
        Report stalled = new Report("kc-1", report().diagnosis(), Instant.parse("2025-12-31T23:00:00Z"));

        assertThat(new JsonReport().write(stalled)).contains("\"stalledSince\":\"2025-12-31T23:00:00Z\"");
        assertThat(new MarkdownReport().write(stalled))
                .contains(
                        "stalled: nothing is known since " + Headline.localTime(Instant.parse("2025-12-31T23:00:00Z")));
        assertThat(AdvisorDocuments.staleSummary(report().diagnosis(), ManagementDetails.NONE))
                .startsWith("{\"status\":\"stale\",")
                .endsWith("\"sampledAt\":\"2026-01-01T00:00:00Z\"}");
    }

    private static Report setting(String value) {
        return report(new Step(Step.Kind.OPTION, "log-level", null, value));
    }

    private static Report report() {
        return report(new Step(Step.Kind.OPTION, "db-pool-max-size", "5", "20"));
    }

    private static Report report(Step step) {
        RuleCard card = new RuleCard(
                "KC-POOL-001",
                "Requests wait for a database connection",
                Lane.SATURATION,
                "Because.",
                List.of(),
                List.of(),
                List.of("https://example.org/"));
        Change change = new Change(List.of(step), true, Change.Risk.LOW);
        Finding finding = new Finding(
                Severity.CRITICAL,
                List.of(Observation.of("agroal.awaiting.count", 37, new Threshold("waiting", 0, "requests", "None"))),
                "They wait.",
                Confidence.HIGH,
                change);
        Diagnosis diagnosis = new Diagnosis(
                Instant.parse("2026-01-01T00:00:00Z"),
                Duration.ofMinutes(5),
                List.of(new RankedFinding(card, finding, true, List.of("KC-THR-002"))),
                "KC-PG-003",
                List.of("KC-OBS-001"),
                List.of(new Diagnosis.Unanswered("KC-PG-001", List.of(INPUT))),
                List.of(new Diagnosis.Suppressed("KC-THR-002", "KC-POOL-001")));
        return new Report("kc-1", diagnosis, null);
    }
}
