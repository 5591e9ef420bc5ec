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

/** Sessions wait to change the same pages. */
public final class PagesContended implements Rule {

    private static final Threshold SHARE = new Threshold(
            "active sessions that wait for a page", 0.15, "ratio", "One in seven is no chance meeting any more");

    private static final Threshold MUCH = new Threshold(
            "active sessions that wait for a page, critical",
            0.3,
            "ratio",
            "From a third on, another session makes all of them slower");

    private static final Threshold ACTIVE =
            new Threshold("active sessions", 4, "sessions", "Fewer say little about shares");

    private static final Threshold SLICE = new Threshold(
            "seconds of the busiest stretch",
            30,
            "seconds",
            "Thirty samples make a share; a vacuum's burst is shorter");

    private static final RuleCard CARD = new RuleCard(
            RuleId.PAGES_CONTENDED,
            "Sessions contend for the same pages",
            Lane.SATURATION,
            "LWLock:BufferContent is the wait for a page that another session reads or changes: many updates of the same rows "
                    + "or index pages in parallel, dead rows, checkpoints that write whole pages, too many sessions for the cores.",
            List.of(PostgresSignals.WAITING_FOR_PAGE, PostgresSignals.ACTIVE),
            List.of(SHARE, MUCH, ACTIVE, SLICE),
            List.of(
                    "https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/apg-waits.lwbuffercontent.html",
                    "https://www.postgresql.org/docs/current/monitoring-stats.html#WAIT-EVENT-LWLOCK-TABLE"),
            Causality.at(Station.DATABASE_LOCKS)
                    .explaining(TimeCategory.DATABASE_LOCK)
                    .leadingTo(RuleId.DATABASE_PROCESSORS_SATURATED, RuleId.DATABASE_BEHIND_POOL_SATURATED)
                    // More connections or threads widen the load on a database that is the bottleneck.
                    .holdingBackMoreConcurrency());

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Optional<Window> busiest = window.busiest(PostgresSignals.WAITING_FOR_PAGE, SLICE.duration(context));
        if (busiest.isEmpty() || !busiest.get().has(PostgresSignals.ACTIVE)) {
            return new Verdict.Skipped(List.of(PostgresSignals.WAITING_FOR_PAGE));
        }
        double active = busiest.get().mean(PostgresSignals.ACTIVE);
        double waiting = busiest.get().mean(PostgresSignals.WAITING_FOR_PAGE);
        return active < ACTIVE.in(context) || waiting / active < SHARE.in(context)
                ? Verdict.healthy()
                : finding(context.of(busiest.get()), waiting, active);
    }

    private static Finding finding(RuleContext context, double waiting, double active) {
        Window busiest = context.window();
        return new Finding(
                waiting / active >= MUCH.in(context) ? Severity.CRITICAL : Severity.WARNING,
                List.of(
                        Observation.of("postgres.sessions.waiting.for.page.share", waiting / active, SHARE),
                        Observation.of(PostgresSignals.WAITING_FOR_PAGE.name(), waiting, "sessions"),
                        Observation.of(PostgresSignals.ACTIVE.name(), active, ACTIVE)),
                Figures.number(waiting) + " of " + Figures.count(active, "active session")
                        + " on average waited for a page that "
                        + "others were changing (LWLock:BufferContent). Fewer connections are the first lever; findings about "
                        + "dead rows and checkpoints name the others. A larger pool makes it worse.",
                DatabaseLoad.confidence(busiest, Confidence.HIGH),
                null);
    }
}
