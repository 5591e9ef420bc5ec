package org.millrace.advisor.report.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.report.TimeModelSection;

/**
 * The share of one category in the time of requests, in JSON.
 *
 * @param kinds average number of active requests by kind of request, ordered by kind
 */
record TimeShareDocument(
        String category,
        double activeRequests,
        double stalled,
        double share,
        String description,
        List<Detail> details,
        Map<String, Double> kinds) {

    /** What exactly the requests did. */
    record Detail(String what, double activeRequests) {}

    /** A share without names, for readers who are not authenticated. */
    record Figures(String category, double activeRequests, double share) {}

    static List<TimeShareDocument> of(TimeModel model) {
        return model.shares().stream().map(TimeShareDocument::of).toList();
    }

    static List<Figures> figures(TimeModel model) {
        return model.shares().stream()
                .map(share -> new Figures(share.category().label(), share.requests(), share.share()))
                .toList();
    }

    private static TimeShareDocument of(TimeModel.Share share) {
        Map<String, Double> kinds = new LinkedHashMap<>();
        share.kinds().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(kind -> kinds.put(kind.getKey().label(), TimeModelSection.rounded(kind.getValue())));
        return new TimeShareDocument(
                share.category().label(),
                TimeModelSection.rounded(share.requests()),
                TimeModelSection.rounded(share.stalled()),
                TimeModelSection.rounded(share.share()),
                "Requests " + share.category().phrase(),
                share.details().stream()
                        .map(detail -> new Detail(detail.what(), TimeModelSection.rounded(detail.requests())))
                        .toList(),
                kinds);
    }
}
