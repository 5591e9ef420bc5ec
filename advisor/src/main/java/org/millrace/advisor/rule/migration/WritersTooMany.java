package org.millrace.advisor.rule.migration;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.PoolSignals;
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
import org.millrace.advisor.rule.analysis.Figures;

/** A bulk load sends more at once than the database can work on. */
public final class WritersTooMany implements Rule {

    private static final Threshold IN_FLIGHT = new Threshold(
            "requests in the database by its cores",
            20,
            "requests per core",
            "Ten times the number of cores: further sessions only wait, for locks and processors");

    private static final Threshold CONNECTIONS = new Threshold(
            "open connections by database cores",
            10,
            "connections per core",
            "The migration that prompted this rule ran best with 6; further writers may be idle, so more of them are only a note");

    private static final Threshold SHARE =
            new Threshold("administrative writes by requests", 0.5, "ratio", "Then the load is a migration, not users");

    private static final Threshold WRITES =
            new Threshold("administrative writes a second", 5, "requests per second", "Fewer are an administrator");

    private static final RuleCard CARD = new RuleCard(
            RuleId.WRITERS_TOO_MANY,
            "A bulk load sends too much at once",
            Lane.SATURATION,
            "The migration that prompted this allowed 512 times 512 requests at once, and had 95,000 under way; halving that twice "
                    + "made it six times as fast. A writer should begin with twice the database's cores, and send more only as long "
                    + "as it gets faster.",
            List.of(
                    HttpSignals.ACTIVE_REQUESTS,
                    HttpSignals.REQUESTS,
                    HttpSignals.ADMIN_WRITES,
                    PoolSignals.ACTIVE,
                    PoolSignals.ACQUIRED,
                    PostgresSignals.CORES),
            List.of(IN_FLIGHT, CONNECTIONS, SHARE, WRITES),
            List.of("https://github.com/Netflix/concurrency-limits"),
            Causality.at(Station.REQUEST_QUEUE));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double cores = window.latest(PostgresSignals.CORES);
        double writes = window.rate(HttpSignals.ADMIN_WRITES);
        double share = writes / Math.max(1e-6, window.rate(HttpSignals.REQUESTS));
        if (writes < WRITES.in(context) || share < SHARE.in(context)) {
            return Verdict.healthy();
        }
        if (window.rate(PoolSignals.ACQUIRED) <= 0) {
            return new Verdict.Skipped(List.of(PoolSignals.ACQUIRED)); // The pool does not count.
        }
        double inside = insideDatabase(window);
        if (inside / cores >= IN_FLIGHT.in(context)) {
            return finding(window.mean(HttpSignals.ACTIVE_REQUESTS), inside, cores, writes);
        }
        double open = window.meanIfKnown(PostgresSignals.SESSIONS).orElse(0);
        return open / cores > CONNECTIONS.in(context) ? open(open, cores) : Verdict.healthy();
    }

    /**
     * Concurrent requests that hold a connection, computed from the hold time and the request time. The others wait for the pool
     * and are no load for the database.
     */
    private static double insideDatabase(Window window) {
        double underWay = window.mean(HttpSignals.ACTIVE_REQUESTS);
        double response = underWay / Math.max(1e-6, window.rate(HttpSignals.REQUESTS));
        double held = window.mean(PoolSignals.ACTIVE) / window.rate(PoolSignals.ACQUIRED);
        return response > 0 ? underWay * Math.min(1, held / response) : 0;
    }

    private static Finding open(double open, double cores) {
        return new Finding(
                        Severity.INFO,
                        List.of(Observation.of("postgres.sessions.per.core", open / cores, CONNECTIONS)),
                        Figures.count(open, "connection") + " are open to " + Figures.count(cores, "core")
                                + " of the database during a bulk load. It does not use them all now; when it does, it "
                                + "becomes slower: make the pools small.",
                        Confidence.MEDIUM,
                        null)
                .withoutSymptom();
    }

    private static Finding finding(double underWay, double inside, double cores, double writes) {
        return new Finding(
                Severity.CRITICAL,
                List.of(
                        Observation.of("http.server.requests.in.database.by.core", inside / cores, IN_FLIGHT),
                        Observation.of(HttpSignals.ACTIVE_REQUESTS.name(), underWay, "requests"),
                        Observation.of("http.server.admin.writes.rate", writes, WRITES)),
                Figures.number(underWay)
                        + " requests on average were under way, most of them writes of a bulk load, "
                        + Figures.number(inside) + " of them inside the database with its "
                        + Figures.count(cores, "core") + ": each takes about "
                        + Figures.time(underWay / Math.max(0.1, writes)) + ". Let the client send about "
                        + Figures.number(2 * cores)
                        + " at once, and make the pools small; or use the bulk import, which finds the "
                        + "right number itself.",
                Confidence.HIGH,
                null);
    }
}
