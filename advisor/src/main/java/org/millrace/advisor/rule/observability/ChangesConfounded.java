package org.millrace.advisor.rule.observability;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.SettingChange;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Several settings were changed at the same time: the measurement cannot attribute the effect to one of them. */
public final class ChangesConfounded implements Rule {

    private static final Threshold TOGETHER = new Threshold(
            "changes in the window", 2, "changes", "The effect of one change can be measured; of two, only the sum");

    private static final RuleCard CARD = new RuleCard(
            RuleId.CHANGES_CONFOUNDED,
            "Several changes were made together",
            Lane.OBSERVABILITY,
            "The effect of several changes cannot be attributed to one of them. The migration that prompted this changed cores, pools "
                    + "and writers at the same time, and attributed the effect of the pools to a removed node.",
            List.of(HttpSignals.REQUESTS, HttpSignals.REQUEST_TIME, PostgresSettings.MIGRATION_UNTIL),
            List.of(TOGETHER),
            List.of("https://sre.google/sre-book/effective-troubleshooting/"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<SettingChange> settings = window.changes().stream()
                .filter(change -> !change.name().equals(PostgresSettings.MIGRATION_UNTIL))
                .toList();
        List<String> changed = new ArrayList<>(
                settings.stream().map(change -> change.name().name()).distinct().toList());
        double resized = resized(window);
        if (resized > 0) {
            changed.add("the number of nodes");
        }
        return settings.isEmpty() || changed.size() < TOGETHER.in(context)
                ? Verdict.healthy()
                : finding(window, changed, settings.get(0).at());
    }

    private static double resized(Window window) {
        return window.has(ClusterSignals.SIZE) ? window.max(ClusterSignals.SIZE) - window.min(ClusterSignals.SIZE) : 0;
    }

    private static Finding finding(Window window, List<String> changed, Instant first) {
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of("settings.changed", changed.size(), TOGETHER));
        observe(observed, "http.server.requests.time.before", window.before(first));
        observe(observed, "http.server.requests.time.since", window.from(first));
        return new Finding(
                Severity.INFO,
                observed,
                "Within this window these were changed: " + String.join(", ", changed)
                        + ". If requests take longer or shorter since, all of them together did it. To know which, take back one of "
                        + "them, the cheapest first, and look again.",
                Confidence.HIGH,
                null);
    }

    private static void observe(List<Observation> observed, String name, Window part) {
        double requests = part.increaseIfKnown(HttpSignals.REQUESTS).orElse(0);
        if (requests > 0 && part.has(HttpSignals.REQUEST_TIME)) {
            observed.add(Observation.of(name, part.increase(HttpSignals.REQUEST_TIME) / requests, "seconds"));
        }
    }
}
