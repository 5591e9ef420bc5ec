package org.millrace.advisor.rule.pool;

import java.time.Duration;
import java.util.List;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.analysis.PoolBudget;

/** Requests that waited for a connection: what both pool rules start from. */
record PoolWaits(Duration longest, RuleContext context) {

    static final Threshold AWAITING =
            new Threshold("waiting requests", 1, "requests", "One request in the queue is the smallest there is");

    static final Threshold SUSTAINED = new Threshold(
            "longest run of waiting",
            5,
            "seconds",
            "The queue is meant for shorter bursts; users notice a login page that takes five seconds");

    static final Threshold MANY = new Threshold(
            "mean waiting requests by pool size",
            1,
            "ratio",
            "From one in the queue for each connection on, a request waits longer than it works");

    static final List<Input> INPUTS = List.copyOf(PoolBudget.INPUTS);

    static PoolWaits in(RuleContext context) {
        Window window = context.window();
        return new PoolWaits(
                window.longestRun(PoolSignals.AWAITING, waiting -> waiting >= AWAITING.in(context)),
                context.of(window.where(PoolSignals.AWAITING, waiting -> waiting >= AWAITING.in(context))));
    }

    /** Those in which requests waited. */
    Window samples() {
        return context.window();
    }

    boolean isSustained() {
        return longest.toMillis() >= SUSTAINED.in(context) * 1000;
    }

    /** Inputs that are in the window, but not in most of the samples in which requests waited. */
    List<Input> unmeasured() {
        return PoolBudget.unmeasured(samples());
    }

    double awaiting() {
        return samples().mean(PoolSignals.AWAITING);
    }

    double maxSize() {
        return samples().latest(PoolSignals.MAX);
    }

    Severity severity() {
        return awaiting() >= maxSize() * MANY.in(context) ? Severity.CRITICAL : Severity.WARNING;
    }

    List<Observation> observations() {
        return List.of(
                Observation.of(PoolSignals.AWAITING.name(), awaiting(), AWAITING),
                Observation.of("agroal.awaiting.longest.run", longest.toMillis() / 1e3, SUSTAINED),
                Observation.of(PoolSignals.ACTIVE.name(), samples().mean(PoolSignals.ACTIVE), "connections"),
                Observation.of(PoolSignals.MAX.name(), maxSize(), "connections"));
    }
}
