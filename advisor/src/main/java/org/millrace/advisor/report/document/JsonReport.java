package org.millrace.advisor.report.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.report.ChangeDocuments;
import org.millrace.advisor.report.ClusterReport;
import org.millrace.advisor.report.Headline;
import org.millrace.advisor.report.Json;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ReportFormat;

/** The report for programs. Names and shapes are a promise to them. */
public final class JsonReport implements ReportFormat {

    /** The report of a node. */
    record NodeDocument(
            Instant generatedAt,
            String node,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Instant stalledSince,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> context,
            Duration window,
            String summary,
            @Nullable String doNow,
            @Nullable String principal,
            @Nullable String next,
            List<TimeShareDocument> timeModel,
            List<FindingDocument> findings,
            List<FindingDocument> recent,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ChangeDocuments.Applied> applied,
            List<String> healthy,
            List<Skipped> skipped,
            List<Suppressed> suppressed) {}

    /** The report of a cluster: the members of a node's, where each thing names its node, and {@code nodes}. */
    record ClusterDocument(
            Instant generatedAt,
            String node,
            Duration window,
            @Nullable String principal,
            @Nullable String next,
            List<TimeShareDocument> timeModel,
            List<NodeState> nodes,
            List<FindingDocument> findings,
            List<FindingDocument> recent,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ChangeDocuments.Applied> applied,
            List<String> healthy,
            List<Skipped> skipped,
            List<Suppressed> suppressed) {}

    /** Whether a node has answered. */
    sealed interface NodeState {}

    record Answered(
            String node,
            boolean answered,
            Instant generatedAt,
            @Nullable String principal,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Instant stalledSince,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> context)
            implements NodeState {}

    record Silent(String node, boolean answered, String reason) implements NodeState {}

    /**
     * A rule without its inputs.
     *
     * @param node null in the report of a node
     */
    record Skipped(
            String rule,
            List<String> missing,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String node) {}

    /**
     * A rule whose finding another one suppresses.
     *
     * @param node null in the report of a node
     */
    record Suppressed(
            String rule,
            String by,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String node) {}

    @Override
    public String name() {
        return "json";
    }

    @Override
    public String mediaType() {
        return "application/json";
    }

    @Override
    public String write(Report report) {
        Diagnosis diagnosis = report.diagnosis();
        return Json.write(new NodeDocument(
                diagnosis.at(),
                report.node(),
                report.stalledSince(),
                report.context().json(),
                diagnosis.window(),
                Headline.summary(diagnosis),
                Headline.doNow(diagnosis).orElse(null),
                diagnosis.principal().orElse(null),
                diagnosis.nextConstraint().orElse(null),
                TimeShareDocument.of(diagnosis.timeModel()),
                findings(report.node(), diagnosis.window(), diagnosis.findings())
                        .toList(),
                findings(report.node(), diagnosis.window(), diagnosis.recent()).toList(),
                ChangeDocuments.applied(report.applied()),
                diagnosis.healthy(),
                skipped(report, null).toList(),
                suppressed(report, null).toList()));
    }

    @Override
    public String write(ClusterReport report) {
        List<ClusterReport.Located> findings = report.findings();
        return Json.write(new ClusterDocument(
                report.at(),
                report.node(),
                report.window(),
                findings.stream()
                        .filter(located -> located.ranked().principal())
                        .findFirst()
                        .map(located -> located.ranked().rule().id())
                        .orElse(null),
                report.next().orElse(null),
                TimeShareDocument.of(report.timeModel()),
                Stream.<NodeState>concat(
                                report.reports().stream().map(JsonReport::answered),
                                report.silent().stream().map(JsonReport::silent))
                        .toList(),
                findings.stream()
                        .map(located -> FindingDocument.of(located.node(), report.window(), located.ranked()))
                        .toList(),
                report.reports().stream()
                        .flatMap(each -> findings(
                                each.node(), report.window(), each.diagnosis().recent()))
                        .toList(),
                report.reports().stream()
                        .findFirst()
                        .map(asked -> ChangeDocuments.applied(asked.applied()))
                        .orElse(List.of()),
                report.healthy(),
                report.reports().stream()
                        .flatMap(each -> skipped(each, each.node()))
                        .toList(),
                report.reports().stream()
                        .flatMap(each -> suppressed(each, each.node()))
                        .toList()));
    }

    private static Stream<FindingDocument> findings(String node, Duration window, List<RankedFinding> findings) {
        return findings.stream().map(ranked -> FindingDocument.of(node, window, ranked));
    }

    private static NodeState answered(Report report) {
        return new Answered(
                report.node(),
                true,
                report.diagnosis().at(),
                report.diagnosis().principal().orElse(null),
                report.stalledSince(),
                report.context().json());
    }

    private static NodeState silent(ClusterReport.Silence silence) {
        return new Silent(silence.node(), false, silence.reason());
    }

    private static Stream<Skipped> skipped(Report report, @Nullable String node) {
        return report.diagnosis().skipped().stream()
                .map(each -> new Skipped(
                        each.rule(), each.missing().stream().map(Input::name).toList(), node));
    }

    private static Stream<Suppressed> suppressed(Report report, @Nullable String node) {
        return report.diagnosis().suppressed().stream().map(each -> new Suppressed(each.rule(), each.by(), node));
    }
}
