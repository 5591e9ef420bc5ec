package org.millrace.server.advisor;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.millrace.advisor.loadtest.Run;
import org.millrace.advisor.loadtest.RunFigure;
import org.millrace.advisor.report.document.LoadTestDocuments;

/** A load test that is to be judged, as it comes over HTTP. */
final class LoadTestRequest {

    private static final int MOST_RUNS = 1000;

    private LoadTestRequest() {}

    /** @throws IllegalArgumentException with a reason for the caller if it makes no sense */
    static String answer(JsonRequest json) {
        List<JsonRequest> sent = json.objects("runs", MOST_RUNS);
        json.requireNothingElse();
        if (sent.isEmpty()) {
            throw new IllegalArgumentException("runs is missing or empty");
        }
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            runs.add(run(sent.get(i), Integer.toString(i + 1)));
        }
        return LoadTestDocuments.write(runs);
    }

    private static Run run(JsonRequest json, String number) {
        String name = json.text("name").orElse(number);
        Map<RunFigure, Double> figures = new EnumMap<>(RunFigure.class);
        for (RunFigure figure : RunFigure.values()) {
            json.number(figure.field()).ifPresent(value -> figures.put(figure, figure.require(value)));
        }
        json.requireNothingElse();
        return new Run(name, figures);
    }
}
