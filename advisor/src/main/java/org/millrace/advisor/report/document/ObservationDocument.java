package org.millrace.advisor.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Observation;

/** A measured value in JSON. */
record ObservationDocument(
        String signal, double value, String unit, @Nullable Double threshold) {

    static List<ObservationDocument> of(Finding finding) {
        return finding.observed().stream().map(ObservationDocument::of).toList();
    }

    private static ObservationDocument of(Observation observation) {
        return new ObservationDocument(
                observation.signal(), observation.value(), observation.unit(), observation.threshold());
    }
}
