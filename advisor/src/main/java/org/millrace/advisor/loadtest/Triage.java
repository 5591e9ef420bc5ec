package org.millrace.advisor.loadtest;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.millrace.advisor.diagnosis.CausalGraph;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.Diagnostician;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.RuleId;
import org.millrace.advisor.rule.loadtest.GeneratorBusy;
import org.millrace.advisor.rule.loadtest.GeneratorConcurrencyBound;
import org.millrace.advisor.rule.loadtest.HandshakesInTest;
import org.millrace.advisor.rule.loadtest.RetriesRunAway;
import org.millrace.advisor.rule.loadtest.RouterBound;
import org.millrace.advisor.rule.loadtest.StationBound;
import org.millrace.advisor.rule.loadtest.Stations;
import org.millrace.advisor.rule.loadtest.TestInvalid;

/** Determines the limit of each run, and the knee across all runs. */
public final class Triage {

    /** The rules of a single run. */
    public static final List<Rule> RULES = List.of(
            new GeneratorConcurrencyBound(),
            new GeneratorBusy(),
            new RouterBound(),
            new HandshakesInTest(),
            new StationBound(),
            new TestInvalid(),
            new RetriesRunAway());

    private static final Diagnostician DIAGNOSTICIAN = new Diagnostician(RULES, CausalGraph.of(RULES));

    /** The limiting factor of a run. */
    public enum Limit {
        GENERATOR,
        ROUTER,
        SERVER,
        DATABASE,
        /** The figures are insufficient. */
        UNKNOWN
    }

    /** One run, what limited it, and the findings that say so. */
    public record Judged(Run run, Limit limit, Diagnosis diagnosis) {}

    private Triage() {}

    /** Says what limited a run: its generator, the router, the servers or the database. */
    public static Judged judge(Run run) {
        Window window = run.window();
        Diagnosis diagnosis = DIAGNOSTICIAN.diagnose(window, Instant.EPOCH);
        return new Judged(run, limit(diagnosis, window), diagnosis);
    }

    private static Limit limit(Diagnosis diagnosis, Window window) {
        String principal = diagnosis.principal().orElse("");
        return switch (principal) {
            case RuleId.GENERATOR_CONCURRENCY_BOUND, RuleId.GENERATOR_BUSY -> Limit.GENERATOR;
            case RuleId.ROUTER_BOUND -> Limit.ROUTER;
            case RuleId.HANDSHAKES_IN_TEST -> Stations.isRouterBusier(window) ? Limit.ROUTER : Limit.SERVER;
            case RuleId.STATION_BOUND ->
                StationBound.binding(new RuleContext(window, Map.of()))
                        .filter(station -> station.getKey().equals(LoadTestSignals.DATABASE_CPU))
                        .map(station -> Limit.DATABASE)
                        .orElse(Limit.SERVER);
            default -> Limit.UNKNOWN;
        };
    }
}
