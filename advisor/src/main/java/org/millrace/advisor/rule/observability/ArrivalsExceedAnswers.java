package org.millrace.advisor.rule.observability;

import java.time.Duration;
import java.time.Instant;
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

/** More requests arrive than are answered. */
public final class ArrivalsExceedAnswers implements Rule {

    private static final Threshold GROWTH = new Threshold(
            "requests under way, last third by first", 2, "ratio", "A load that is carried stays, a burst goes");

    private static final Threshold LEAST =
            new Threshold("requests under way in the last third", 50, "requests", "Fewer are a burst");

    private static final Threshold ANSWERS = new Threshold(
            "answers a second, last third by first", 1.2, "ratio", "With more answers too, the load has only grown");

    private static final RuleCard CARD = new RuleCard(
            RuleId.ARRIVALS_EXCEED_ANSWERS,
            "More requests arrive than are answered",
            Lane.OBSERVABILITY,
            "In a steady state the requests under way are the rate times the time each takes (Little's law). When they grow while "
                    + "the throughput does not, the state is not steady: mean times are too low, because they include only answered requests.",
            List.of(HttpSignals.ACTIVE_REQUESTS, HttpSignals.REQUESTS),
            List.of(GROWTH, LEAST, ANSWERS),
            List.of("https://en.wikipedia.org/wiki/Little%27s_law"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Duration third = window.length().dividedBy(3);
        Instant endOfFirst = window.start().orElseThrow().plus(third);
        Instant startOfLast = window.end().orElseThrow().minus(third);
        Window first = window.before(endOfFirst);
        Window last = window.from(startOfLast);
        if (endOfFirst.isAfter(startOfLast) || !isMeasured(first) || !isMeasured(last)) {
            return new Verdict.Skipped(List.of(HttpSignals.ACTIVE_REQUESTS));
        }
        double before = first.mean(HttpSignals.ACTIVE_REQUESTS);
        double after = last.mean(HttpSignals.ACTIVE_REQUESTS);
        double answers = last.rate(HttpSignals.REQUESTS) / Math.max(1e-6, first.rate(HttpSignals.REQUESTS));
        return after < LEAST.in(context) || after < GROWTH.in(context) * before || answers > ANSWERS.in(context)
                ? Verdict.healthy()
                : finding(before, after, last.rate(HttpSignals.REQUESTS));
    }

    private static boolean isMeasured(Window third) {
        return third.has(HttpSignals.ACTIVE_REQUESTS) && third.has(HttpSignals.REQUESTS);
    }

    private static Finding finding(double before, double after, double answers) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("http.server.active.requests.growth", after / Math.max(1, before), GROWTH),
                        Observation.of(HttpSignals.ACTIVE_REQUESTS.name(), after, LEAST),
                        Observation.of("http.server.requests.rate", answers, "requests per second")),
                "Requests under way grew from " + Figures.number(before) + " to " + Figures.number(after) + " while "
                        + Figures.number(answers) + " a second were answered: one that arrives now waits about "
                        + Figures.time(after / Math.max(0.1, answers))
                        + ". Nothing that is measured in this window holds for a "
                        + "steady load.",
                Confidence.HIGH,
                null);
    }
}
