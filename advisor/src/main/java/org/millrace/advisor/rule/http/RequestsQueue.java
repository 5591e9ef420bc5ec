package org.millrace.advisor.rule.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.millrace.advisor.model.ThreadSignals;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Figures;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.Occupation;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** Requests wait for a thread: what users feel, whatever the cause. */
public final class RequestsQueue implements Rule {

    private static final Threshold QUEUED =
            new Threshold("queued requests", 1, "requests", "One request in the queue is the smallest there is");

    private static final Threshold SUSTAINED = new Threshold(
            "longest run of queueing",
            5,
            "seconds",
            "Shorter bursts are what the queue is for; five seconds without an answer are noticed");

    private static final Threshold LONG = new Threshold(
            "queued requests by threads",
            4,
            "ratio",
            "From four in the queue for each thread on, a request spends four fifths of its time waiting");

    private static final RuleCard CARD = new RuleCard(
            "KC-HTTP-005",
            "Requests wait for a request thread",
            Lane.SATURATION,
            "Requests that no thread works on yet are the waiting line of the whole server. It is a symptom: what holds "
                    + "the threads is the cause, and another finding if the advisor can see it.",
            List.of(ThreadSignals.QUEUE, ThreadSignals.MAX),
            List.of(QUEUED, SUSTAINED, LONG),
            List.of(
                    "https://www.keycloak.org/high-availability/single-cluster/concepts-threads",
                    "https://en.wikipedia.org/wiki/Little%27s_law"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(Window window) {
        Duration longest = window.longestRun(ThreadSignals.QUEUE, queued -> queued >= QUEUED.in(window));
        return longest.toMillis() < SUSTAINED.in(window) * 1000
                ? Verdict.healthyOver(window, ThreadSignals.QUEUE, SUSTAINED)
                : finding(window, longest);
    }

    private static Finding finding(Window window, Duration longest) {
        Window queueing = window.where(ThreadSignals.QUEUE, queued -> queued >= QUEUED.in(window));
        double queued = queueing.mean(ThreadSignals.QUEUE);
        double threads = queueing.latest(ThreadSignals.MAX);
        Occupation occupation = Occupation.of(queueing);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(ThreadSignals.QUEUE.name(), queued, QUEUED));
        observed.add(Observation.of("request.queue.longest.run", longest.toMillis() / 1e3, SUSTAINED));
        observed.add(Observation.of("request.queue.per.thread", queued / threads, LONG));
        observed.add(Observation.of(ThreadSignals.MAX.name(), threads, "threads"));
        observed.addAll(occupation.observations());
        String why = Figures.count(queued, "request") + " on average waited for one of "
                + Figures.count(threads, "request thread") + ", for up to "
                + Figures.count(longest.toSeconds(), "second") + " on end." + occupation.sentence();
        Severity severity = queued >= LONG.in(window) * threads ? Severity.CRITICAL : Severity.WARNING;
        return new Finding(severity, observed, why, Confidence.HIGH, null);
    }
}
