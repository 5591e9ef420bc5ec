package org.millrace.advisor.rule.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.ThreadSignals;
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
import org.millrace.advisor.rule.analysis.Occupation;
import org.millrace.advisor.rule.analysis.QueueWait;

/** Requests wait for a request thread. */
public final class RequestsQueue implements Rule {

    private static final Threshold QUEUED =
            new Threshold("queued requests", 1, "requests", "One request in the queue is the smallest there is");

    private static final Threshold SUSTAINED = new Threshold(
            "longest run of queueing",
            5,
            "seconds",
            "The queue is meant for shorter bursts; users notice five seconds without a response");

    private static final Threshold LONG_WAIT = new Threshold(
            "mean seconds in the queue, critical",
            5,
            "seconds",
            "Who has waited longer has often gone, and is answered for nothing");

    private static final Threshold LONG = new Threshold(
            "queued requests by threads",
            4,
            "ratio",
            "If answers are not counted: from four in the queue for each thread on, a request spends four fifths of its time "
                    + "waiting");

    private static final RuleCard CARD = new RuleCard(
            RuleId.REQUESTS_QUEUE,
            "Requests wait for a request thread",
            Lane.SATURATION,
            "Requests that no thread works on yet are the waiting line of the whole server. How long each waits decides, by "
                    + "Little's law, not how many do: a fast server empties a long line at once. It is a symptom: what holds "
                    + "the threads is the cause, and another finding if the advisor can see it.",
            List.of(ThreadSignals.QUEUE, ThreadSignals.MAX),
            List.of(QUEUED, SUSTAINED, QueueWait.NOTICED, LONG_WAIT, LONG),
            List.of(
                    "https://www.keycloak.org/high-availability/single-cluster/concepts-threads",
                    "https://en.wikipedia.org/wiki/Little%27s_law"),
            Causality.at(Station.REQUEST_QUEUE)
                    .leadingTo(
                            RuleId.EVENT_LOOP_BACKLOG,
                            RuleId.HEALTH_ENDPOINTS_UNRESPONSIVE,
                            RuleId.ANSWERS_SLOW,
                            RuleId.REQUESTS_REFUSED,
                            RuleId.READINESS_LOST));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        Duration longest = window.longestRun(ThreadSignals.QUEUE, queued -> queued >= QUEUED.in(context));
        if (longest.toMillis() < SUSTAINED.in(context) * 1000) {
            return Verdict.healthyOver(context, ThreadSignals.QUEUE, SUSTAINED);
        }
        Window queueing = window.where(ThreadSignals.QUEUE, queued -> queued >= QUEUED.in(context));
        OptionalDouble wait = QueueWait.in(queueing, longest);
        return wait.isPresent() && wait.getAsDouble() < QueueWait.NOTICED.in(context)
                ? Verdict.healthy()
                : finding(context.of(queueing), longest, wait);
    }

    private static Finding finding(RuleContext context, Duration longest, OptionalDouble wait) {
        Window queueing = context.window();
        double queued = queueing.mean(ThreadSignals.QUEUE);
        double threads = queueing.latest(ThreadSignals.MAX);
        Occupation occupation = Occupation.of(queueing);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(ThreadSignals.QUEUE.name(), queued, QUEUED));
        observed.add(Observation.of("request.queue.longest.run", longest.toMillis() / 1e3, SUSTAINED));
        observed.add(Observation.of("request.queue.per.thread", queued / threads, LONG));
        wait.ifPresent(seconds -> observed.add(Observation.of("request.queue.wait", seconds, QueueWait.NOTICED)));
        observed.add(Observation.of(ThreadSignals.MAX.name(), threads, "threads"));
        observed.addAll(occupation.observations());
        String why = Figures.count(queued, "request") + " on average waited for one of "
                + Figures.count(threads, "request thread") + ", for up to "
                + Figures.count(longest.toSeconds(), "second") + " on end"
                + (wait.isPresent() ? ", each about " + Figures.time(wait.getAsDouble()) + "." : ".")
                + occupation.sentence();
        boolean isLong =
                wait.isPresent() ? wait.getAsDouble() >= LONG_WAIT.in(context) : queued >= LONG.in(context) * threads;
        return new Finding(isLong ? Severity.CRITICAL : Severity.WARNING, observed, why, Confidence.HIGH, null);
    }
}
