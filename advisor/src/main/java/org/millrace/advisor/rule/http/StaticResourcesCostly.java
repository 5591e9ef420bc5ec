package org.millrace.advisor.rule.http;

import java.util.List;
import org.millrace.advisor.model.Window;
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

/** Pictures and style sheets take a share of the server's time. */
public final class StaticResourcesCostly implements Rule {

    private static final Threshold SHARE = new Threshold(
            "time for static resources by all",
            0.05,
            "ratio",
            "Load tests that fetched them all found nearly no impact");

    private static final Threshold TIME = new Threshold(
            "time for static resources a second",
            0.05,
            "ratio",
            "Less than a twentieth of one thread is nothing to save");

    private static final RuleCard CARD = new RuleCard(
            RuleId.STATIC_RESOURCES_COSTLY,
            "Static resources cost request time",
            Lane.HYGIENE,
            "The server and browsers cache theme resources, which cost very little: below the threshold a cache in front of "
                    + "Keycloak is not worth the effort. Above it, theme caching is probably disabled.",
            List.of(HttpSignals.REQUEST_TIME, HttpSignals.STATIC_TIME),
            List.of(SHARE, TIME),
            List.of("https://www.keycloak.org/ui-customization/themes"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double rate = window.rate(HttpSignals.STATIC_TIME);
        double all = window.rate(HttpSignals.REQUEST_TIME);
        return rate < TIME.in(context) || rate / all < SHARE.in(context)
                ? Verdict.healthy()
                : new Finding(
                        Severity.INFO,
                        List.of(
                                Observation.of("http.server.resources.time.share", rate / all, SHARE),
                                Observation.of("http.server.resources.time.rate", rate, TIME)),
                        "Static resources take " + Figures.percent(rate / all)
                                + " of the time of all requests. See that the "
                                + "options spi-theme--cache-themes, --cache-templates and --static-max-age are at their defaults.",
                        Confidence.MEDIUM,
                        null);
    }
}
