package org.millrace.advisor.rule.sizing;

import java.util.List;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadSignals;
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
import org.millrace.advisor.sizing.live.LiveLoad;

/** The database has fewer processors than the guide counts for the load. */
public final class DatabaseCoresFew implements Rule {

    private static final Threshold FAST = new Threshold(
            "cores for 100 requests a second, most", 0.7, "cores", "With these, response times stay short at peak");

    private static final Threshold SLOW = new Threshold(
            "cores for 100 requests a second, least", 0.35, "cores", "With these, the median grew by 120 ms at peak");

    private static final double IDLE = 0.3;

    private static final RuleCard CARD = new RuleCard(
            RuleId.DATABASE_CORES_FEW,
            "The database has too few processors",
            Lane.CAPACITY,
            "Keycloak's guide counts 0.35 to 0.7 cores for 100 logins, logouts and refreshes a second, and 0.3 for nothing. The "
                    + "range exists because a saturated database is more efficient, but slow. Refreshes are counted only with user "
                    + "event metrics. In-memory sessions cost the database next to nothing.",
            List.of(PostgresSignals.CORES, LoadSignals.PASSWORD_VALIDATIONS),
            List.of(FAST, SLOW),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (!LiveLoad.isStored(window)) {
            return Verdict.healthy();
        }
        double cores = window.latest(PostgresSignals.CORES);
        double requests = LiveLoad.atLeast(window).databaseRequests();
        double least = IDLE + SLOW.in(context) * requests / 100;
        double most = IDLE + FAST.in(context) * requests / 100;
        if (cores < most) {
            return finding(cores, requests, least, most);
        }
        List<Input> missing = LiveLoad.missingOfDatabase(window);
        return missing.isEmpty() ? Verdict.healthy() : new Verdict.Skipped(missing);
    }

    private static Finding finding(double cores, double requests, double least, double most) {
        return new Finding(
                cores < least ? Severity.WARNING : Severity.INFO,
                List.of(
                        Observation.of(PostgresSignals.CORES.name(), cores, "cores"),
                        Observation.of("sizing.database.requests", requests, "requests per second"),
                        Observation.of("sizing.database.cores.least", least, "cores"),
                        Observation.of("sizing.database.cores.most", most, "cores")),
                Figures.number(requests) + " logins, logouts and refreshes a second want " + Figures.number(least)
                        + " to "
                        + Figures.count(most, "core") + " of the database, which has " + Figures.number(cores)
                        + ". Look for waste before adding cores: KC-PG-001, KC-PG-005 and KC-PG-009.",
                Confidence.MEDIUM,
                null);
    }
}
