package org.millrace.advisor.rule.http;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.QuarkusSettings;
import org.millrace.advisor.model.signal.ThreadSignals;
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

/** One connection may have far more requests under way than there are threads. */
public final class StreamsExtreme implements Rule {

    private static final Threshold BY_THREADS = new Threshold(
            "streams of a connection by threads",
            4,
            "ratio",
            "Those beyond the threads only wait, where no limit counts them");

    private static final RuleCard CARD = new RuleCard(
            RuleId.HTTP_MAX_STREAMS_TOO_HIGH,
            "HTTP/2 allows too many concurrent streams",
            Lane.HYGIENE,
            "HTTP/2 sends many requests over one connection, to one node. A client that may send thousands at once fills that "
                    + "node's queue while others idle; with the default of 100 it opens more connections, which are spread.",
            List.of(QuarkusSettings.MAX_STREAMS, ThreadSignals.MAX),
            List.of(BY_THREADS),
            List.of(
                    "https://quarkus.io/guides/all-config#quarkus-vertx-http_quarkus-http-limits-max-concurrent-streams"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        OptionalDouble streams = window.number(QuarkusSettings.MAX_STREAMS);
        double threads = window.latest(ThreadSignals.MAX);
        return streams.isEmpty() || streams.getAsDouble() <= Math.max(100, BY_THREADS.in(context) * threads)
                ? Verdict.healthy()
                : finding(streams.getAsDouble(), threads);
    }

    private static Finding finding(double streams, double threads) {
        Step step =
                new Step(Step.Kind.PROPERTY, QuarkusSettings.MAX_STREAMS.name(), Integer.toString((int) streams), null);
        return new Finding(
                Severity.INFO,
                List.of(Observation.of("http.server.streams.by.threads", streams / threads, BY_THREADS)),
                "A connection may carry " + Figures.number(streams) + " requests at once, for "
                        + Figures.count(threads, "thread") + ". Unset it, unless a migration needs it just now.",
                Confidence.MEDIUM,
                new Change(List.of(step), true, Change.Risk.LOW));
    }
}
