package org.millrace.advisor.rule.analysis;

import java.time.Duration;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.HttpSignals;
import org.millrace.advisor.model.signal.ThreadSignals;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Threshold;

/** How long a request waits for a thread, by Little's law: the length of the line by the rate at which it moves. */
public final class QueueWait {

    public static final Threshold NOTICED = new Threshold(
            "mean seconds in the queue",
            1,
            "seconds",
            "The migration that prompted this was healthy with 2,400 in the queue, each for less than a second; shorter "
                    + "waits are judged by the service level objective");

    private QueueWait() {}

    /**
     * Whether a readiness probe is answered before its timeout of at least one second: a probe waits as long as any other
     * request.
     *
     * @param longest longest time during which all threads were busy without interruption
     */
    public static boolean isShortForProbes(RuleContext context, Duration longest) {
        Window window = context.window();
        return in(window.where(ThreadSignals.QUEUE, queued -> queued >= 1), longest)
                        .orElse(Double.POSITIVE_INFINITY)
                < NOTICED.in(context);
    }

    /**
     * The mean, in seconds; empty if answers are not counted.
     *
     * @param queueing the samples in which requests waited
     * @param longest for how long they did on end: where nothing is answered, that is the least that is known
     */
    public static OptionalDouble in(Window queueing, Duration longest) {
        OptionalDouble answered = queueing.rateIfKnown(HttpSignals.REQUESTS);
        if (answered.isEmpty() || !queueing.has(ThreadSignals.QUEUE)) {
            return OptionalDouble.empty();
        }
        double least = 1 / Math.max(1, longest.toMillis() / 1e3);
        return OptionalDouble.of(queueing.mean(ThreadSignals.QUEUE) / Math.max(least, answered.getAsDouble()));
    }
}
