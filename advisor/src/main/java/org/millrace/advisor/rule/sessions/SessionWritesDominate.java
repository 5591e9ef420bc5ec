package org.millrace.advisor.rule.sessions;

import java.util.List;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TableSignals;
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

/** Most that is written to the database are sessions. */
public final class SessionWritesDominate implements Rule {

    private static final Threshold SHARE = new Threshold(
            "writes to session tables by all", 0.5, "ratio", "Then sessions decide how large the database must be");

    private static final Threshold RUNNING = new Threshold(
            "running sessions per core",
            0.6,
            "sessions per core",
            "With idle processors, this is the normal work of a database");

    private static final Threshold WRITES =
            new Threshold("rows written a second", 20, "rows per second", "Fewer are no load");

    private static final RuleCard CARD = new RuleCard(
            RuleId.SESSION_WRITES_DOMINATE,
            "Sessions account for most of the writes",
            Lane.SATURATION,
            "Every login, refresh and logout writes its session; Keycloak's guide counts 1400 writes a second and up to 0.7 cores "
                    + "for 100 of them. Fewer refreshes are the cheapest cure.",
            List.of(PostgresSignals.RUNNING, PostgresSignals.CORES, PostgresSignals.LIVE_TUPLES),
            List.of(SHARE, RUNNING, WRITES),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"),
            Causality.at(Station.DATABASE_CPU)
                    .leadingTo(RuleId.DATABASE_PROCESSORS_SATURATED, RuleId.COMMITS_SLOW)
                    .leadingToOnSharedProcessors(RuleId.TOO_MANY_THREADS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        double all = writes(TableSignals.in(window), window);
        double sessions = writes(TableSignals.SESSIONS, window);
        double running = window.mean(PostgresSignals.RUNNING) / window.latest(PostgresSignals.CORES);
        return all < WRITES.in(context) || sessions / all <= SHARE.in(context) || running < RUNNING.in(context)
                ? Verdict.healthy()
                : finding(window, sessions, all, running);
    }

    private static double writes(List<TableSignals> tables, Window window) {
        return tables.stream()
                .mapToDouble(table -> window.rateIfKnown(table.writes()).orElse(0))
                .sum();
    }

    private static Finding finding(Window window, double sessions, double all, double running) {
        double refreshes = window.rateIfKnown(LoadSignals.REFRESHES).orElse(0);
        return new Finding(
                Severity.WARNING,
                List.of(
                        Observation.of("postgres.writes.sessions.share", sessions / all, SHARE),
                        Observation.of("postgres.writes.rate", all, WRITES),
                        Observation.of("postgres.sessions.running.per.core", running, RUNNING),
                        Observation.of("keycloak.user.events.refresh_token.rate", refreshes, "refreshes per second")),
                Figures.percent(sessions / all) + " of " + Figures.number(all)
                        + " rows written a second are sessions, with "
                        + Figures.number(refreshes)
                        + " refreshes a second. Let access tokens live longer, see which clients "
                        + "refresh without need, and that KC-SESS-004 is quiet; newer releases write less at a refresh.",
                Confidence.MEDIUM,
                null);
    }
}
