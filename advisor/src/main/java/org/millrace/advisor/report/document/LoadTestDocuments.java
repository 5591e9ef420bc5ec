package org.millrace.advisor.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.loadtest.Run;
import org.millrace.advisor.loadtest.ScalabilityCurve;
import org.millrace.advisor.loadtest.Series;
import org.millrace.advisor.loadtest.Triage;
import org.millrace.advisor.report.Json;
import org.millrace.advisor.rule.Severity;

/** The triage of a load test as JSON. */
public final class LoadTestDocuments {

    record Document(
            List<RunDocument> runs,
            List<Series.Remark> remarks,
            @Nullable Double kneeCpu,
            @Nullable Concurrency concurrency) {}

    record RunDocument(
            String name,
            Triage.Limit limit,
            @Nullable String principal,
            List<RunFinding> findings,
            List<Diagnosis.Suppressed> suppressed,
            List<String> skipped) {}

    record RunFinding(
            String rule,
            String title,
            Severity severity,
            String why,
            List<ObservationDocument> observed,
            List<String> sources) {}

    record Concurrency(double best, double contention, double coherence) {}

    private LoadTestDocuments() {}

    /** The triage of some runs as JSON. */
    public static String write(List<Run> runs) {
        Series series = Series.of(runs);
        return Json.write(new Document(
                runs.stream().map(Triage::judge).map(LoadTestDocuments::run).toList(),
                series.remarks(),
                series.kneeCpu().orElse(null),
                series.curve().map(LoadTestDocuments::concurrency).orElse(null)));
    }

    private static RunDocument run(Triage.Judged judged) {
        Diagnosis diagnosis = judged.diagnosis();
        return new RunDocument(
                judged.run().name(),
                judged.limit(),
                diagnosis.principal().orElse(null),
                diagnosis.findings().stream().map(LoadTestDocuments::finding).toList(),
                diagnosis.suppressed(),
                diagnosis.skipped().stream().map(Diagnosis.Unanswered::rule).toList());
    }

    private static RunFinding finding(RankedFinding ranked) {
        return new RunFinding(
                ranked.rule().id(),
                ranked.rule().title(),
                ranked.finding().severity(),
                ranked.finding().why(),
                ObservationDocument.of(ranked.finding()),
                ranked.rule().sources());
    }

    private static Concurrency concurrency(ScalabilityCurve curve) {
        return new Concurrency(curve.best(), curve.contention(), curve.coherence());
    }
}
