package org.millrace.advisor.rule.pool;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PostgresSignals;
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

/** Each statement takes a long way to the database. */
public final class DatabaseFarAway implements Rule {

    private static final Threshold ROUND_TRIP = new Threshold(
            "shortest round trip", 5, "milliseconds", "Keycloak's guide suggests less than five between zones");

    private static final Threshold LONG_ROUND_TRIP = new Threshold(
            "shortest round trip, critical",
            10,
            "milliseconds",
            "Keycloak's guide recommends strongly to stay below ten");

    private static final Threshold SPAN = new Threshold(
            "seconds of readings", 60, "seconds", "One reading may have met a burst; the shortest of several has not");

    private static final RuleCard CARD = new RuleCard(
            RuleId.DATABASE_FAR_AWAY,
            "Network latency to the database is high",
            Lane.CAPACITY,
            "A login executes a dozen queries, one after the other, and holds its connection meanwhile. The shortest of "
                    + "several round trips is the network latency: a busy database increases some of them, not all.",
            List.of(PostgresSignals.ROUND_TRIP),
            List.of(ROUND_TRIP, LONG_ROUND_TRIP, SPAN),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double shortest = window.min(PostgresSignals.ROUND_TRIP);
        boolean local = window.latestIfKnown(PostgresSignals.ON_THIS_MACHINE).orElse(0) > 0;
        // Nothing lies between: on a busy machine the round trip waits for a processor.
        if (local || shortest < ROUND_TRIP.in(context)) {
            return Verdict.healthy();
        }
        return window.span(PostgresSignals.ROUND_TRIP).compareTo(SPAN.duration(context)) < 0
                ? new Verdict.Skipped(List.of(PostgresSignals.ROUND_TRIP))
                : finding(context, shortest);
    }

    private static Finding finding(RuleContext context, double shortest) {
        return new Finding(
                shortest >= LONG_ROUND_TRIP.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(Observation.of(PostgresSignals.ROUND_TRIP.name() + ".shortest", shortest, ROUND_TRIP)),
                "The shortest round trip to the database took " + Figures.number(shortest)
                        + " ms. Bring server and writing database into the same zone, or see what lies between; the pool must be "
                        + "the larger the longer the way is.",
                Confidence.HIGH,
                null);
    }
}
