package org.millrace.advisor.rule.loadtest;

import java.util.ArrayList;
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

/** The generator itself could not make more requests. */
public final class GeneratorBusy implements Rule {

    private static final Threshold CPU = new Threshold(
            "use of the generator's processors", 0.8, "ratio", "Above, its own delays are part of the measurement");

    private static final Threshold IDLE = new Threshold(
            "throughput by what the virtual users can make",
            0.5,
            "ratio",
            "Then most of them were not waiting for an answer");

    private static final Threshold MADE = new Threshold(
            "throughput by what the virtual users can make, at idle stations",
            0.85,
            "ratio",
            "A user waits, pauses or is in the generator: from this value on the number of users is the limit, the difference is measurement error, "
                    + "and below it is the generator's own time");

    private static final Threshold STATION = new Threshold(
            "use of the busiest station",
            0.5,
            "ratio",
            "Half idle, nothing behind the generator can be why the users made less than they could");

    private static final Threshold ERRORS = new Threshold(
            "errors that only the generator saw", 0.005, "ratio", "Connections that it could not make or keep");

    private static final RuleCard CARD = new RuleCard(
            RuleId.GENERATOR_BUSY,
            "The load generator is the limit",
            // Of a test the generator is a station: as a mere remark it could not be the verdict.
            Lane.SATURATION,
            "A generator that is out of processors, connections or threads makes fewer requests than its users would, and fails "
                    + "some that the server never saw. The result then describes the generator.",
            List.of(LoadTestSignals.THROUGHPUT, LoadTestSignals.RESPONSE_TIME),
            List.of(CPU, IDLE, MADE, STATION, ERRORS),
            List.of("https://developers.redhat.com/blog/2018/08/20/openshift-container-platform-load-testing-tips"),
            Causality.at(Station.LOAD_GENERATOR)
                    // The measurement described the generator.
                    .holdingBack(RuleId.ROUTER_BOUND, RuleId.HANDSHAKES_IN_TEST, RuleId.STATION_BOUND));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<String> reasons = new ArrayList<>();
        List<Observation> observed = new ArrayList<>();
        double cpu = window.latestIfKnown(LoadTestSignals.GENERATOR_CPU).orElse(0);
        if (cpu >= CPU.in(context)) {
            reasons.add(Figures.percent(cpu) + " of its processors were used");
            observed.add(Observation.of(LoadTestSignals.GENERATOR_CPU.name(), cpu, CPU));
        }
        if (window.has(LoadTestSignals.VIRTUAL_USERS)) {
            usersWithoutWaiting(context, reasons, observed);
        }
        double errors = window.latestIfKnown(LoadTestSignals.GENERATOR_ERRORS).orElse(0);
        double seen = window.latestIfKnown(LoadTestSignals.SERVER_ERRORS).orElse(0);
        if (errors > ERRORS.in(context) && seen < errors / 2) {
            reasons.add(Figures.percent(errors) + " of the requests failed, and the server saw "
                    + (seen > 0 ? Figures.percent(seen) : "none of that"));
            observed.add(Observation.of(LoadTestSignals.GENERATOR_ERRORS.name(), errors, ERRORS));
        }
        return reasons.isEmpty() ? Verdict.healthy() : finding(reasons, observed);
    }

    private static void usersWithoutWaiting(RuleContext context, List<String> reasons, List<Observation> observed) {
        Window window = context.window();
        double possible = Stations.possible(window);
        double throughput = window.latest(LoadTestSignals.THROUGHPUT);
        double made = throughput / possible;
        boolean most = made < IDLE.in(context);
        boolean some = made < MADE.in(context) && Stations.any(window).orElse(1) < STATION.in(context);
        if (!most && !some) {
            return;
        }
        reasons.add("its users could have made " + Figures.number(possible) + " requests a second, and made "
                + Figures.number(throughput)
                + (most ? "" : ", while nothing behind it was used to more than " + busiest(window)));
        observed.add(Observation.of("loadtest.throughput.by.possible", made, most ? IDLE : MADE));
    }

    private static String busiest(Window window) {
        return Figures.percent(Stations.any(window).orElse(0));
    }

    private static Finding finding(List<String> reasons, List<Observation> observed) {
        return new Finding(
                Severity.CRITICAL,
                observed,
                "The run measured its generator: " + String.join("; ", reasons)
                        + ". Use more generators, check their limits of files and ports and keep-alive, and verify with a "
                        + "second tool.",
                Confidence.HIGH,
                null);
    }
}
