package org.millrace.advisor.rule.postgres;

import java.util.List;
import java.util.Optional;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PostgresSignals;
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
import org.millrace.advisor.rule.analysis.DatabaseLoad;
import org.millrace.advisor.rule.analysis.Figures;

/** The database's processors are busy nearly all the time. */
public final class DatabaseProcessorsSaturated implements Rule {

    private static final Threshold BUSY = new Threshold(
            "running sessions per core",
            0.7,
            "sessions per core",
            "From here on, waiting grows faster than the load does");

    private static final Threshold FULL = new Threshold(
            "running sessions per core, critical",
            0.9,
            "sessions per core",
            "Keycloak's guide measured 120 ms more for a median login at 90 % on two cores");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch",
            30,
            "seconds",
            "Thirty samples make a mean; a burst of logins is shorter");

    private static final RuleCard CARD = new RuleCard(
            RuleId.DATABASE_PROCESSORS_SATURATED,
            "The database's processors are saturated",
            Lane.SATURATION,
            "Sessions that are active and wait for nothing are on a processor or wait for one. Counted each second they show "
                    + "the load without access to the machine. Look for a cheaper fix before buying processors: a missing "
                    + "index, a small cache, too many connections, frequent session writes.",
            List.of(PostgresSignals.RUNNING, PostgresSignals.CORES),
            List.of(BUSY, FULL, SLICE),
            List.of(
                    "https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing",
                    "https://www.keycloak.org/observability/metrics-for-troubleshooting-database"),
            Causality.at(Station.DATABASE_CPU)
                    .explaining(TimeCategory.DATABASE)
                    .leadingTo(RuleId.DATABASE_BEHIND_POOL_SATURATED, RuleId.TOO_MANY_ACTIVE_SESSIONS)
                    // More connections or threads widen the load on a database that is the bottleneck.
                    .holdingBackMoreConcurrency());

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double cores = window.latest(PostgresSignals.CORES);
        Optional<Window> busiest = window.busiest(PostgresSignals.RUNNING, SLICE.duration(context));
        if (busiest.isEmpty()) {
            return new Verdict.Skipped(List.of(PostgresSignals.RUNNING));
        }
        double perCore = busiest.get().mean(PostgresSignals.RUNNING) / cores;
        return perCore < BUSY.in(context) ? Verdict.healthy() : finding(context.of(busiest.get()), cores, perCore);
    }

    private static Finding finding(RuleContext context, double cores, double perCore) {
        Window busiest = context.window();
        return new Finding(
                perCore >= FULL.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("postgres.sessions.running.per.core", perCore, BUSY),
                        Observation.of(PostgresSignals.CORES.name(), cores, "cores")),
                Figures.number(perCore * cores) + " sessions on average ran on " + Figures.count(cores, "core")
                        + " of the database. More connections or nodes would only wait there. If no other finding names a "
                        + "cause, the database needs about "
                        + Figures.count(Math.ceil(perCore * cores / BUSY.in(context)), "core")
                        + " for this load.",
                DatabaseLoad.confidence(busiest, Confidence.HIGH),
                null);
    }
}
