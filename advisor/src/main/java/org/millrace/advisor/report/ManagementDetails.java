package org.millrace.advisor.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.model.TimeModel;

/** How much the management port says, which has no authentication. */
public enum ManagementDetails {
    /** Ids, titles, counts and times. */
    NONE,
    /** Figures, too. */
    FIGURES,
    /** The whole explanation, with names, hosts, users, JARs and SQL fingerprints. */
    FULL;

    void add(Diagnosis diagnosis, Map<String, @Nullable Object> document) {
        if (this == NONE) {
            return;
        }
        diagnosis.principalFinding().ifPresent(principal -> {
            document.put(
                    "observed",
                    principal.finding().observed().stream()
                            .map(JsonReport::observation)
                            .toList());
            if (this == FULL) {
                document.put("why", principal.finding().why());
                document.put("doNow", Headline.doNow(diagnosis).orElse(null));
            }
        });
        document.put(
                "timeModel",
                this == FULL ? TimeModelSection.json(diagnosis.timeModel()) : shares(diagnosis.timeModel()));
    }

    private static List<Map<String, Object>> shares(TimeModel model) {
        List<Map<String, Object>> shares = new ArrayList<>();
        for (TimeModel.Share share : model.shares()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("category", share.category().label());
            document.put("activeRequests", share.requests());
            document.put("share", share.share());
            shares.add(document);
        }
        return shares;
    }
}
