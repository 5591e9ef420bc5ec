package org.millrace.advisor.rule.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.JvmSignals;
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

/** Tasks pile up in front of the threads that read from and write to connections. */
public final class EventLoopBacklog implements Rule {

    private static final Threshold PENDING = new Threshold(
            "pending tasks", 1000, "tasks", "The migration that prompted this stayed below once it was healthy");

    private static final Threshold MANY = new Threshold(
            "pending tasks, critical",
            5000,
            "tasks",
            "Five times the value of a healthy server; twenty to eighty thousand when requests took minutes");

    private static final Threshold ONE_LOOP = new Threshold(
            "pending tasks of one loop",
            200,
            "tasks",
            "The connections of one loop wait for it alone, however idle the others are");

    private static final Threshold SUSTAINED = new Threshold(
            "longest run", 5, "seconds", "A garbage collection pause leaves a backlog that disappears within a second");

    private static final RuleCard CARD = new RuleCard(
            RuleId.EVENT_LOOP_BACKLOG,
            "Event loops have a backlog",
            Lane.SATURATION,
            "Event loops must not block; queued tasks mean too much computation, such as TLS, or "
                    + "blocking calls. More often it is a symptom: responses and new requests accumulate because "
                    + "requests take long.",
            List.of(EventLoopSignals.PENDING),
            List.of(PENDING, MANY, ONE_LOOP, SUSTAINED),
            List.of("https://quarkus.io/guides/quarkus-reactive-architecture"),
            Causality.at(Station.EVENT_LOOPS));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        if (isSustained(EventLoopSignals.PENDING, PENDING, context)) {
            return finding(context);
        }
        return isSustained(EventLoopSignals.MOST_PENDING, ONE_LOOP, context)
                ? ofOneLoop(window)
                : Verdict.healthyOver(context, EventLoopSignals.PENDING, SUSTAINED);
    }

    private static boolean isSustained(Signal tasks, Threshold least, RuleContext context) {
        Window window = context.window();
        double above = least.in(context);
        return window.longestRun(tasks, pending -> pending > above).compareTo(SUSTAINED.duration(context)) >= 0;
    }

    private static Finding ofOneLoop(Window window) {
        double most = window.max(EventLoopSignals.MOST_PENDING);
        return new Finding(
                Severity.WARNING,
                List.of(Observation.of(EventLoopSignals.MOST_PENDING.name(), most, ONE_LOOP)),
                "Up to " + Figures.count(most, "task") + " waited for one event loop, and few for the others: one busy "
                        + "connection, or a provider that blocks the loop, which the log says as \"Thread blocked\".",
                Confidence.MEDIUM,
                null);
    }

    private static Finding finding(RuleContext context) {
        Window window = context.window();
        double most = window.max(EventLoopSignals.PENDING);
        OptionalDouble time = window.rateIfKnown(JvmSignals.EVENT_LOOP_TIME);
        double loops = window.maxIfKnown(JvmSignals.EVENT_LOOPS).orElse(0);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(EventLoopSignals.PENDING.name(), most, PENDING));
        if (time.isPresent() && loops > 0) {
            observed.add(Observation.of("jvm.event.loops.cpu.share", time.getAsDouble() / loops, "ratio"));
        }
        boolean computing = loops > 0 && time.orElse(0) / loops >= 0.9;
        return new Finding(
                most > MANY.in(context) ? Severity.CRITICAL : Severity.WARNING,
                observed,
                "Up to " + Figures.count(most, "task") + " waited for an event loop. "
                        + (computing
                                ? "The loops are busy computing: TLS handshakes and serialisation."
                                : "The loops themselves have time: what holds the requests behind them is another finding, or a "
                                        + "provider blocks a loop, which the log says as \"Thread blocked\"."),
                Confidence.MEDIUM,
                null);
    }
}
