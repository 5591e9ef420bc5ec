package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.report.document.JsonReport;
import org.millrace.advisor.report.page.HtmlReport;
import org.millrace.advisor.report.page.MarkdownReport;
import org.millrace.advisor.rule.Severity;

class ClusterReportTest {

    @Test
    void mostDownstreamOfTheNodesPrincipalFindingsIsTheClusters() {
        ClusterReport report = cluster(
                Reports.principal("kc-1", "KC-THR-002", Severity.CRITICAL),
                Reports.principal("kc-2", "KC-PG-008", Severity.WARNING));

        assertThat(report.findings()).extracting(ClusterReport.Located::node).containsExactly("kc-2", "kc-1");
        assertThat(report.findings())
                .extracting(located -> located.ranked().principal())
                .containsExactly(true, false);
        assertThat(report.next()).contains("KC-PG-003");
    }

    @Test
    void principalIsTheFindingForWhichMostRequestsWaitOnAllNodesTogether() {
        ClusterReport report = cluster(
                Reports.principal("kc-1", "KC-PG-008", Severity.WARNING, 5, "20"),
                Reports.principal("kc-2", "KC-THR-002", Severity.CRITICAL, 4, "20"),
                Reports.principal("kc-3", "KC-THR-002", Severity.CRITICAL, 4, "20"));

        assertThat(report.findings()).extracting(ClusterReport.Located::node).startsWith("kc-2");
    }

    @Test
    void databaseThatCannotBeReachedIsPrincipalHoweverFewRequestsWait() {
        ClusterReport report = cluster(
                Reports.principal("kc-1", "KC-THR-002", Severity.CRITICAL, 40, "20"),
                Reports.principal("kc-2", "KC-PG-020", Severity.CRITICAL, 0, "20"));

        assertThat(report.findings()).extracting(ClusterReport.Located::node).startsWith("kc-2");
    }

    @Test
    void nodesNeverProposeDifferentValuesForASetting() {
        ClusterReport report = cluster(
                Reports.principal("kc-1", "KC-POOL-001", Severity.CRITICAL, 4, "12"),
                Reports.principal("kc-2", "KC-POOL-001", Severity.CRITICAL, 4, "16"));

        assertThat(report.findings())
                .extracting(located -> located.ranked()
                        .finding()
                        .change()
                        .map(change -> change.apply().get(0).to())
                        .orElse("none"))
                .containsExactly("12", "none");
    }

    @Test
    void ofTheSameFindingOnTwoNodesTheWorseIsThePrincipalOne() {
        ClusterReport report = cluster(
                Reports.principal("kc-1", "KC-POOL-001", Severity.WARNING),
                Reports.principal("kc-2", "KC-POOL-001", Severity.CRITICAL));

        assertThat(report.findings())
                .extracting(located -> located.ranked().principal())
                .containsExactly(true, false);
        assertThat(report.findings().get(0).node()).isEqualTo("kc-2");
    }

    @Test
    void jsonSaysOfWhichNodeEachThingIsAndWhoDidNotAnswer() {
        ClusterReport report = new ClusterReport(
                "kc-1",
                Reports.AT,
                Duration.ofMinutes(5),
                List.of(Reports.calm("kc-1")),
                List.of(new ClusterReport.Silence("kc-3", "no response within 800 ms")));

        assertThat(new JsonReport().write(report))
                .isEqualTo("{\"generatedAt\":\"2026-01-01T00:00:00Z\",\"node\":\"kc-1\",\"window\":\"PT5M\","
                        + "\"principal\":null,\"next\":null,\"timeModel\":[],\"nodes\":[{\"node\":\"kc-1\",\"answered\":true,"
                        + "\"generatedAt\":\"2026-01-01T00:00:00Z\",\"principal\":null},{\"node\":\"kc-3\","
                        + "\"answered\":false,\"reason\":\"no response within 800 ms\"}],\"findings\":[],\"recent\":[],"
                        + "\"healthy\":[\"KC-OBS-001\"],\"skipped\":[{\"rule\":\"KC-PG-001\","
                        + "\"missing\":[\"postgres.cores\"],\"node\":\"kc-1\"}],\"suppressed\":[]}");
    }

    @Test
    void ruleIsHealthyOnlyWhereNoNodeSaysOtherwise() {
        assertThat(cluster(Reports.calm("kc-1"), Reports.calm("kc-2")).healthy())
                .containsExactly("KC-OBS-001");
        assertThat(cluster(Reports.principal("kc-1", "KC-OBS-001", Severity.INFO), Reports.calm("kc-2"))
                        .healthy())
                .isEmpty();
    }

    @Test
    void pagesForPeopleNameTheSilentNodeAndTheNodeOfAFinding() {
        ClusterReport report = new ClusterReport(
                "kc-1",
                Reports.AT,
                Duration.ofMinutes(5),
                List.of(Reports.principal("kc-1", "KC-POOL-001", Severity.WARNING)),
                List.of(new ClusterReport.Silence("kc-3", "no response within 800 ms")));

        assertThat(new MarkdownReport().write(report))
                .contains(
                        "cluster of 2 nodes", "| kc-3 | **did not answer**: no response within 800 ms |", "· on kc-1");
        assertThat(new HtmlReport(List.of()).write(report))
                .contains("Cluster of 2 nodes", "did not answer: no response within 800 ms", "<li>kc-1</li>");
    }

    private static ClusterReport cluster(Report... reports) {
        return new ClusterReport("kc-1", Reports.AT, Duration.ofMinutes(5), List.of(reports), List.of());
    }
}
