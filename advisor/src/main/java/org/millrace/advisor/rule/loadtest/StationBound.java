package org.millrace.advisor.rule.loadtest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.millrace.advisor.model.Signal;
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

/** Something of the installation is used up, as a load test should find. */
public final class StationBound implements Rule {

    private static final Threshold USED =
            new Threshold("use of the busiest station", 0.8, "ratio", "Beyond, waiting grows faster than the load");

    /** Tolerance of the utilisation, within the accuracy of the graphs. */
    private static final double NEAR = 0.05;

    private static final RuleCard CARD = new RuleCard(
            RuleId.STATION_BOUND,
            "The test has found the installation's limit",
            Lane.SATURATION,
            "By the utilisation law the resource with the highest utilisation is the bottleneck, processors first. Threads and connections are held during waits "
                    + "for downstream resources: fully used, they are the bottleneck only with idle processors, the connections before the threads.",
            List.of(LoadTestSignals.THROUGHPUT),
            List.of(USED),
            List.of("https://en.wikipedia.org/wiki/Operational_analysis"),
            Causality.at(Station.USERS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<Map.Entry<Signal, Double>> binding = binding(context);
        if (binding.isEmpty()) {
            return new Verdict.Skipped(List.of(LoadTestSignals.SERVER_CPU));
        }
        double use = binding.get().getValue();
        return use < USED.in(context)
                ? Verdict.healthy()
                : finding(window, binding.get().getKey(), use);
    }

    /** The station that binds with its use, or the busiest if none is used up; empty if none is known. */
    public static Optional<Map.Entry<Signal, Double>> binding(RuleContext context) {
        Window window = context.window();
        return Stations.binding(window, USED.in(context));
    }

    private static Finding finding(Window window, Signal station, double use) {
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of(station.name(), use, USED),
                        Observation.of(
                                LoadTestSignals.THROUGHPUT.name(),
                                window.latest(LoadTestSignals.THROUGHPUT),
                                "requests per second")),
                "At " + Figures.number(window.latest(LoadTestSignals.THROUGHPUT)) + " requests a second "
                        + Stations.name(station) + " were used to " + Figures.percent(use)
                        + (isBusiest(window, use)
                                ? ", more than anything else"
                                : ", and what is fuller is held by who waits for them")
                        + near(window, station) + ".",
                Confidence.MEDIUM,
                null);
    }

    private static boolean isBusiest(Window window, double use) {
        return Stations.busiest(window)
                .filter(busiest -> busiest.getValue() > use)
                .isEmpty();
    }

    private static String near(Window window, Signal station) {
        return Stations.near(window, station, NEAR)
                .map(other -> "; " + Stations.name(other) + " are within " + Figures.percent(NEAR))
                .orElse("");
    }
}
