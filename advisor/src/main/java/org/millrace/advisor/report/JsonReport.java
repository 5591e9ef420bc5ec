package org.millrace.advisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Observation;

/** The report for programs. Names and shapes are a promise to them. */
public final class JsonReport implements ReportFormat {

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
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("generatedAt", diagnosis.at().toString());
        document.put("node", report.node());
        if (report.stalledSince() != null) {
            document.put("stalledSince", report.stalledSince().toString());
        }
        if (!report.context().facts().isEmpty()) {
            document.put("context", report.context().json());
        }
        document.put("window", diagnosis.window().toString());
        document.put("summary", Headline.summary(diagnosis));
        document.put("doNow", Headline.doNow(diagnosis).orElse(null));
        document.put("principal", diagnosis.principal().orElse(null));
        document.put("next", diagnosis.nextConstraint().orElse(null));
        document.put("timeModel", TimeModelSection.json(diagnosis.timeModel()));
        document.put(
                "findings",
                diagnosis.findings().stream()
                        .map(ranked -> finding(report.node(), diagnosis.window(), ranked))
                        .toList());
        document.put(
                "recent",
                diagnosis.recent().stream()
                        .map(ranked -> finding(report.node(), diagnosis.window(), ranked))
                        .toList());
        addApplied(report, document);
        document.put("healthy", diagnosis.healthy());
        document.put("skipped", skipped(report, Map.of()));
        document.put("suppressed", suppressed(report, Map.of()));
        return Json.write(document);
    }

    /** The same members as of a node, where each thing says of which node it is, and {@code nodes}. */
    @Override
    public String write(ClusterReport report) {
        List<ClusterReport.Located> findings = report.findings();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("generatedAt", report.at().toString());
        document.put("node", report.node());
        document.put("window", report.window().toString());
        document.put(
                "principal",
                findings.stream()
                        .filter(located -> located.ranked().principal())
                        .findFirst()
                        .map(located -> located.ranked().rule().id())
                        .orElse(null));
        document.put("next", report.next().orElse(null));
        document.put("timeModel", TimeModelSection.json(report.timeModel()));
        document.put("nodes", nodes(report));
        document.put(
                "findings",
                findings.stream()
                        .map(located -> finding(located.node(), report.window(), located.ranked()))
                        .toList());
        document.put(
                "recent",
                report.reports().stream()
                        .flatMap(each -> each.diagnosis().recent().stream()
                                .map(ranked -> finding(each.node(), report.window(), ranked)))
                        .toList());
        report.reports().stream().findFirst().ifPresent(asked -> addApplied(asked, document));
        document.put("healthy", report.healthy());
        document.put(
                "skipped",
                report.reports().stream()
                        .flatMap(each -> skipped(each, Map.of("node", each.node())).stream())
                        .toList());
        document.put(
                "suppressed",
                report.reports().stream()
                        .flatMap(each -> suppressed(each, Map.of("node", each.node())).stream())
                        .toList());
        return Json.write(document);
    }

    private static void addApplied(Report report, Map<String, @Nullable Object> document) {
        if (!report.applied().isEmpty()) {
            document.put(
                    "applied",
                    report.applied().stream().map(ChangeDocuments::applied).toList());
        }
    }

    private static List<Map<String, @Nullable Object>> nodes(ClusterReport report) {
        List<Map<String, @Nullable Object>> nodes = new ArrayList<>();
        for (Report each : report.reports()) {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("node", each.node());
            document.put("answered", true);
            document.put("generatedAt", each.diagnosis().at().toString());
            document.put("principal", each.diagnosis().principal().orElse(null));
            if (each.stalledSince() != null) {
                document.put("stalledSince", each.stalledSince().toString());
            }
            if (!each.context().facts().isEmpty()) {
                document.put("context", each.context().json());
            }
            nodes.add(document);
        }
        for (ClusterReport.Silence silence : report.silent()) {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("node", silence.node());
            document.put("answered", false);
            document.put("reason", silence.reason());
            nodes.add(document);
        }
        return nodes;
    }

    private static Map<String, @Nullable Object> finding(String node, Duration window, RankedFinding ranked) {
        Finding finding = ranked.finding();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("rule", ranked.rule().id());
        document.put("title", ranked.rule().title());
        document.put("lane", label(ranked.lane()));
        document.put("severity", label(finding.severity()));
        document.put("principal", ranked.principal());
        document.put("node", node);
        document.put("window", window.toString());
        document.put("since", text(ranked.since()));
        document.put("until", text(ranked.until()));
        document.put(
                "observed",
                finding.observed().stream().map(JsonReport::observation).toList());
        document.put("why", finding.why());
        document.put("confidence", label(finding.confidence()));
        document.put("suppresses", ranked.suppresses());
        document.put("change", finding.change().map(JsonReport::change).orElse(null));
        document.put("sources", ranked.rule().sources());
        return document;
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }

    static Map<String, @Nullable Object> observation(Observation observation) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("signal", observation.signal());
        document.put("value", observation.value());
        document.put("unit", observation.unit());
        document.put("threshold", observation.threshold());
        return document;
    }

    private static Map<String, @Nullable Object> change(Change change) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("apply", steps(change.apply()));
        document.put("revert", steps(change.revert()));
        document.put("restart", change.restart());
        document.put("risk", label(change.risk()));
        return document;
    }

    private static List<Map<String, @Nullable Object>> steps(List<Step> steps) {
        return steps.stream().map(JsonReport::step).toList();
    }

    static Map<String, @Nullable Object> step(Step step) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("kind", step.kind().label());
        document.put("name", step.name());
        document.put("from", step.from());
        document.put("to", step.to());
        return document;
    }

    private static List<Map<String, Object>> skipped(Report report, Map<String, Object> more) {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (Diagnosis.Unanswered skipped : report.diagnosis().skipped()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("rule", skipped.rule());
            document.put("missing", names(skipped.missing()));
            document.putAll(more);
            documents.add(document);
        }
        return documents;
    }

    private static List<Map<String, Object>> suppressed(Report report, Map<String, Object> more) {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (Diagnosis.Suppressed suppressed : report.diagnosis().suppressed()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("rule", suppressed.rule());
            document.put("by", suppressed.by());
            document.putAll(more);
            documents.add(document);
        }
        return documents;
    }

    private static List<String> names(List<Input> inputs) {
        return inputs.stream().map(Input::name).toList();
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
