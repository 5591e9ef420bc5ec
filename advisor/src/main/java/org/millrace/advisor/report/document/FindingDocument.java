package org.millrace.advisor.report.document;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.report.StepDocument;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Severity;

/** A finding of a node in JSON. */
record FindingDocument(
        String rule,
        String title,
        Lane lane,
        Severity severity,
        boolean principal,
        String node,
        Duration window,
        @Nullable Instant since,
        @Nullable Instant until,
        List<ObservationDocument> observed,
        String why,
        Confidence confidence,
        List<String> suppresses,
        @Nullable Proposal change,
        List<String> sources) {

    /** The proposed change, and its revert. */
    record Proposal(List<StepDocument> apply, List<StepDocument> revert, boolean restart, Change.Risk risk) {

        static Proposal of(Change change) {
            return new Proposal(
                    StepDocument.of(change.apply()), StepDocument.of(change.revert()), change.restart(), change.risk());
        }
    }

    static FindingDocument of(String node, Duration window, RankedFinding ranked) {
        Finding finding = ranked.finding();
        return new FindingDocument(
                ranked.rule().id(),
                ranked.rule().title(),
                ranked.lane(),
                finding.severity(),
                ranked.principal(),
                node,
                window,
                ranked.since(),
                ranked.until(),
                ObservationDocument.of(finding),
                finding.why(),
                finding.confidence(),
                ranked.suppresses(),
                finding.change().map(Proposal::of).orElse(null),
                ranked.rule().sources());
    }
}
