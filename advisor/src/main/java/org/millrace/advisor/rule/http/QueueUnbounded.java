package org.millrace.advisor.rule.http;

import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.signal.HttpSignals;
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
import org.millrace.advisor.rule.Threshold;
import org.millrace.advisor.rule.Verdict;

/** The request queue has no limit. */
public final class QueueUnbounded implements Rule {

    private static final Threshold LONG_QUEUE = new Threshold(
            "longest queue by threads",
            2,
            "ratio",
            "A queue of twice the threads says that the limit would have mattered");

    private static final Threshold PATIENCE = new Threshold(
            "seconds of requests a queue should hold",
            5,
            "seconds",
            "Who has waited longer has often gone, and is answered for nothing");

    /** The documentation's own example, 200 requests a second for five seconds. */
    private static final int LEAST_LIMIT = 1000;

    private static final RuleCard CARD = new RuleCard(
            RuleId.QUEUE_UNBOUNDED,
            "The request queue has no limit",
            Lane.HYGIENE,
            "Under overload an unlimited queue grows until clients time out or memory is exhausted, and the server processes "
                    + "requests whose clients have disconnected. With a limit it responds with 503 immediately and recovers.",
            List.of(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS),
            List.of(LONG_QUEUE, PATIENCE),
            List.of("https://www.keycloak.org/high-availability/single-cluster/concepts-threads"),
            Causality.none().leadingTo(RuleId.HEAP_NEARLY_FULL));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        return window.setting(KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS).text().isPresent()
                ? Verdict.healthy()
                : unlimited(context);
    }

    private static Finding unlimited(RuleContext context) {
        Window window = context.window();
        OptionalDouble longest = window.maxIfKnown(ThreadSignals.QUEUE);
        double threads = window.maxIfKnown(ThreadSignals.MAX).orElse(Double.POSITIVE_INFINITY);
        List<Observation> observed = longest.isPresent()
                ? List.of(Observation.of("request.queue.longest", longest.getAsDouble(), "requests"))
                : List.of();
        boolean wasLong = longest.orElse(0) > LONG_QUEUE.in(context) * threads;
        int limit = (int) Math.max(
                LEAST_LIMIT, Math.ceil(window.rateIfKnown(HttpSignals.REQUESTS).orElse(0) * PATIENCE.in(context)));
        Step step = new Step(
                Step.Kind.OPTION, KeycloakSettings.HTTP_MAX_QUEUED_REQUESTS.name(), null, Integer.toString(limit));
        return new Finding(
                wasLong ? Severity.WARNING : Severity.INFO,
                observed,
                "Nothing bounds the requests that wait for a thread. A limit of " + limit
                        + " lets the server answer 503 at once when it cannot keep up.",
                Confidence.HIGH,
                new Change(List.of(step), true, Change.Risk.MEDIUM));
    }
}
