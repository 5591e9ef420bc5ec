package org.millrace.advisor.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.loadtest.Run;
import org.millrace.advisor.loadtest.ScalabilityCurve;
import org.millrace.advisor.loadtest.Series;
import org.millrace.advisor.loadtest.Triage;

/** The triage of a load test as JSON. */
public final class LoadTestDocuments {

    private LoadTestDocuments() {}

    /** The triage of some runs as JSON. */
    public static String write(List<Run> runs) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put(
                "runs",
                runs.stream().map(Triage::judge).map(LoadTestDocuments::run).toList());
        Series series = Series.of(runs);
        document.put(
                "remarks",
                series.remarks().stream().map(LoadTestDocuments::remark).toList());
        document.put("kneeCpu", series.kneeCpu().orElse(null));
        document.put("concurrency", series.curve().map(LoadTestDocuments::curve).orElse(null));
        return Json.write(document);
    }

    private static Map<String, @Nullable Object> run(Triage.Judged judged) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("name", judged.run().name());
        document.put("limit", judged.limit().name().toLowerCase(Locale.ROOT));
        document.put("principal", judged.diagnosis().principal().orElse(null));
        document.put(
                "findings",
                judged.diagnosis().findings().stream()
                        .map(LoadTestDocuments::finding)
                        .toList());
        document.put(
                "suppressed",
                judged.diagnosis().suppressed().stream()
                        .map(held -> Map.of("rule", held.rule(), "by", held.by()))
                        .toList());
        document.put(
                "skipped",
                judged.diagnosis().skipped().stream()
                        .map(Diagnosis.Unanswered::rule)
                        .toList());
        return document;
    }

    private static Map<String, @Nullable Object> finding(RankedFinding ranked) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("rule", ranked.rule().id());
        document.put("title", ranked.rule().title());
        document.put("severity", ranked.finding().severity().name().toLowerCase(Locale.ROOT));
        document.put("why", ranked.finding().why());
        document.put(
                "observed",
                ranked.finding().observed().stream()
                        .map(JsonReport::observation)
                        .toList());
        document.put("sources", ranked.rule().sources());
        return document;
    }

    private static Map<String, Object> remark(Series.Remark remark) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rule", remark.rule());
        document.put("title", remark.title());
        document.put("why", remark.why());
        return document;
    }

    private static Map<String, Object> curve(ScalabilityCurve curve) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("best", curve.best());
        document.put("contention", curve.contention());
        document.put("coherence", curve.coherence());
        return document;
    }
}
