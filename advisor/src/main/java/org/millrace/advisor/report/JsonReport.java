package org.millrace.advisor.report;

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
        document.put("window", diagnosis.window().toString());
        document.put("principal", diagnosis.principal().orElse(null));
        document.put("next", diagnosis.nextConstraint().orElse(null));
        document.put(
                "findings",
                diagnosis.findings().stream()
                        .map(ranked -> finding(report, ranked))
                        .toList());
        document.put("healthy", diagnosis.healthy());
        document.put(
                "skipped", diagnosis.skipped().stream().map(JsonReport::skipped).toList());
        document.put(
                "suppressed",
                diagnosis.suppressed().stream().map(JsonReport::suppressed).toList());
        return Json.write(document);
    }

    private static Map<String, @Nullable Object> finding(Report report, RankedFinding ranked) {
        Finding finding = ranked.finding();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("rule", ranked.rule().id());
        document.put("title", ranked.rule().title());
        document.put("lane", label(ranked.lane()));
        document.put("severity", label(finding.severity()));
        document.put("principal", ranked.principal());
        document.put("node", report.node());
        document.put("window", report.diagnosis().window().toString());
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

    private static Map<String, Object> skipped(Diagnosis.Unanswered skipped) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rule", skipped.rule());
        document.put("missing", names(skipped.missing()));
        return document;
    }

    private static Map<String, Object> suppressed(Diagnosis.Suppressed suppressed) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rule", suppressed.rule());
        document.put("by", suppressed.by());
        return document;
    }

    private static List<String> names(List<Input> inputs) {
        return inputs.stream().map(Input::name).toList();
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
