package org.millrace.advisor.rule.observability;

import java.util.List;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
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
import org.millrace.advisor.rule.analysis.Figures;

/** Metrics have too many time series, so scraping them is expensive. */
public final class TooManySeries implements Rule {

    private static final Threshold EVENTS = new Threshold(
            "series of user events", 2000, "series", "Realms times events times errors are some hundreds");

    private static final RuleCard CARD = new RuleCard(
            RuleId.TOO_MANY_SERIES,
            "Metrics have more series than are needed",
            Lane.HYGIENE,
            "Histograms of the caches are four fifths of a megabyte that every scrape reads, by a thread that users need too. The "
                    + "tags clientId and idp multiply the series of events by the number of clients.",
            List.of(KeycloakSettings.CACHE_METRICS_HISTOGRAMS),
            List.of(EVENTS),
            List.of("https://www.keycloak.org/observability/event-metrics"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double events = window.latestIfKnown(HttpSignals.EVENT_SERIES).orElse(0);
        if (events > EVENTS.in(context)) {
            return new Finding(
                    Severity.WARNING,
                    List.of(Observation.of(HttpSignals.EVENT_SERIES.name(), events, EVENTS)),
                    "User events have " + Figures.number(events) + " series: take clientId and idp out of "
                            + "event-metrics-user-tags.",
                    Confidence.HIGH,
                    null);
        }
        if (!window.setting(KeycloakSettings.CACHE_METRICS_HISTOGRAMS).is("true")) {
            return Verdict.healthy();
        }
        Step step = new Step(Step.Kind.OPTION, KeycloakSettings.CACHE_METRICS_HISTOGRAMS.name(), "true", "false");
        return new Finding(
                Severity.INFO,
                List.of(),
                "cache-metrics-histograms-enabled is true. Means and counts stay without it; switch it on while a cache is "
                        + "looked into.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
