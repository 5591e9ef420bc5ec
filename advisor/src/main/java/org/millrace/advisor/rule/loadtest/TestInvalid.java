package org.millrace.advisor.rule.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadTestSignals;
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

/** The run is too short, too small or too faulty to be relied on. */
public final class TestInvalid implements Rule {

    private static final Threshold LENGTH =
            new Threshold("duration", 600, "seconds", "The guide's own tests took about ten minutes");

    private static final Threshold WARM_UP =
            new Threshold("warm-up", 300, "seconds", "Before, the test measures the compiler and cold caches");

    private static final Threshold USERS = new Threshold(
            "users in the realm", 20_000, "users", "Twice the size of the cache, and the minimum of the guide's tests");

    private static final Threshold ERRORS =
            new Threshold("failed requests", 0.01, "ratio", "What fails is fast, and makes the mean better than it is");

    private static final RuleCard CARD = new RuleCard(
            RuleId.TEST_INVALID,
            "The test is not valid as it is",
            Lane.OBSERVABILITY,
            "A database of 20 GB in 32 GB of memory hides the effects of a larger one; so do users that all fit into the cache, and "
                    + "tests that end before the first clean-up.",
            List.of(LoadTestSignals.DURATION),
            List.of(LENGTH, WARM_UP, USERS, ERRORS),
            List.of("https://www.keycloak.org/high-availability/multi-cluster/concepts-memory-and-cpu-sizing"));

    @Override
    public RuleCard card() {
        return CARD;
    }

    @Override
    public Verdict evaluate(RuleContext context) {
        Window window = context.window();
        List<String> failed = new ArrayList<>();
        List<Observation> observed = new ArrayList<>();
        atLeast(context, LoadTestSignals.DURATION, LENGTH, failed, observed);
        atLeast(context, LoadTestSignals.WARM_UP, WARM_UP, failed, observed);
        atLeast(context, LoadTestSignals.USERS, USERS, failed, observed);
        double errors = window.latestIfKnown(LoadTestSignals.SERVER_ERRORS).orElse(0);
        if (errors > ERRORS.in(context)) {
            failed.add(Figures.percent(errors) + " of the requests failed");
            observed.add(Observation.of(LoadTestSignals.SERVER_ERRORS.name(), errors, ERRORS));
        }
        char grade = (char) ('A' + Math.min(3, failed.size()));
        return failed.isEmpty()
                ? Verdict.healthy()
                : new Finding(
                        failed.size() > 1 ? Severity.WARNING : Severity.INFO,
                        observed,
                        "Grade " + grade + ": " + String.join("; ", failed)
                                + ". Repeat it with the certificate, the log level and "
                                + "the caches of production, twice, and compare.",
                        Confidence.HIGH,
                        null);
    }

    private static void atLeast(
            RuleContext context, Signal signal, Threshold least, List<String> failed, List<Observation> observed) {
        Window window = context.window();
        OptionalDouble value = window.latestIfKnown(signal);
        if (value.isPresent() && value.getAsDouble() < least.in(context)) {
            failed.add(least.name() + " " + Figures.number(value.getAsDouble()) + ", not "
                    + Figures.number(least.in(context)));
            observed.add(Observation.of(signal.name(), value.getAsDouble(), least));
        }
    }
}
