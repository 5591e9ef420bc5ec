package org.millrace.advisor.rule.loadtest;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Causality;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Station;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;
import org.millrace.advisor.rule.analysis.Figures;

/** The virtual users can make no more requests than they do. */
public final class GeneratorConcurrencyBound implements Rule {

    private static final Threshold USED = new Threshold(
            "throughput by what the virtual users can make", 0.85, "ratio", "The difference is measurement error");

    private static final Threshold BUSY = new Threshold(
            "use of the busiest station", 0.7, "ratio", "From here on that station is why the users wait");

    private static final RuleCard CARD = new RuleCard(
            RuleId.GENERATOR_CONCURRENCY_BOUND,
            "The number of virtual users is the limit",
            // Of a test the generator is a station: as a mere remark it could not be the verdict.
            Lane.SATURATION,
            "A virtual user that waits for each answer makes one request in the time of an answer and its pause. If the throughput "
                    + "is just that, the result is a property of the number of users, and says nothing about the server but its "
                    + "response time.",
            List.of(LoadTestSignals.VIRTUAL_USERS, LoadTestSignals.RESPONSE_TIME, LoadTestSignals.THROUGHPUT),
            List.of(USED, BUSY),
            List.of("https://en.wikipedia.org/wiki/Little%27s_law"),
            Causality.at(Station.LOAD_GENERATOR)
                    // The measurement described the generator.
                    .holdingBack(RuleId.HANDSHAKES_IN_TEST, RuleId.STATION_BOUND));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double possible = Stations.possible(window);
        double throughput = window.latest(LoadTestSignals.THROUGHPUT);
        return throughput < USED.in(context) * possible || Stations.any(window).orElse(0) > BUSY.in(context)
                ? Verdict.healthy()
                : finding(window, throughput, possible);
    }

    private static Finding finding(Window window, double throughput, double possible) {
        double users = window.latest(LoadTestSignals.VIRTUAL_USERS);
        double response = window.latest(LoadTestSignals.RESPONSE_TIME);
        return new Finding(
                Severity.CRITICAL,
                List.of(
                        Observation.of("loadtest.throughput.by.possible", throughput / possible, USED),
                        Observation.of("loadtest.throughput.possible", possible, "requests per second")),
                Figures.number(users) + " users with " + Figures.number(response * 1000) + " ms an answer make "
                        + Figures.number(possible) + " requests a second at most; " + Figures.number(throughput)
                        + " were measured. Use more users, or let requests arrive at a rate of their own.",
                Confidence.HIGH,
                null);
    }
}
