package org.millrace.advisor.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.rule.Confidence;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Lane;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.analysis.Figures;
import org.millrace.advisor.rule.analysis.MachineUse;
import org.millrace.advisor.rule.analysis.Processors;
import org.millrace.advisor.rule.analysis.RequestWait;

/** The finding about a category that most of the time goes to and that no rule explains. */
final class TimeFinding {

    /** What no rule explains must be most of it. */
    private static final double LEAST_SHARE = 0.4;

    private static final double LEAST_REQUESTS = 1.5;

    /** Code is compiled and caches are filled at first: that time says nothing about what comes after. */
    private static final double WARM_UP_SECONDS = 120;

    private static final double CRITICAL_SECONDS = 5;

    private static final int ALL_SAMPLES = 25;

    private TimeFinding() {}

    static RuleCard card(TimeCategory category) {
        return new RuleCard(
                category.id(),
                "Requests " + category.phrase(),
                Lane.SATURATION,
                "Most of the time of requests goes to this category of the time model, and no rule explains it.",
                List.of(category.signal()),
                List.of(RequestWait.REQUESTS, RequestWait.SHARE, RequestWait.NOTICED),
                List.of());
    }

    /** Empty unless the category takes most of the time and users notice. */
    static Optional<Finding> of(TimeCategory category, double requests, TimeModel model, Window window) {
        double share = model.active() > 0 ? requests / model.active() : 0;
        boolean warm = window.latestIfKnown(JvmSignals.UPTIME).orElse(WARM_UP_SECONDS) >= WARM_UP_SECONDS;
        boolean counts = category.isWaiting() && (warm || category != TimeCategory.PROCESSOR);
        if (!counts
                || requests < LEAST_REQUESTS
                || share < LEAST_SHARE
                || isSmallPart(category, model)
                || !RequestWait.isNoticed(new RuleContext(window, Map.of()), category)) {
            return Optional.empty();
        }
        OptionalDouble seconds = RequestWait.seconds(window, category);
        List<Observation> observed = new ArrayList<>();
        observed.add(Observation.of(category.signal().name(), model.requests(category), RequestWait.REQUESTS));
        observed.add(Observation.of(category.signal().name() + ".share", model.share(category), RequestWait.SHARE));
        seconds.ifPresent(mean -> observed.add(Observation.of("requests.seconds.mean", mean, RequestWait.NOTICED)));
        String details = model.details(category).stream()
                .map(detail -> detail.what() + " (" + Figures.number(detail.requests()) + ")")
                .limit(3)
                .collect(Collectors.joining("; "));
        String why = Figures.percent(model.share(category)) + " of the time of active requests: they "
                + category.phrase() + ", " + Figures.number(model.requests(category)) + " at a time on average."
                + (seconds.isPresent() ? " Such requests take about " + duration(seconds.getAsDouble()) + "." : "")
                + (details.isEmpty() ? "" : " Average active requests by cause: " + details + ".")
                + " " + advice(category, share, model, window);
        Finding finding = new Finding(
                seconds.orElse(0) >= CRITICAL_SECONDS ? Severity.CRITICAL : Severity.WARNING,
                observed,
                why,
                model.samples() >= ALL_SAMPLES ? Confidence.HIGH : Confidence.MEDIUM,
                null);
        return Optional.of(finding.withReachedThresholds());
    }

    /** The use of this machine's processors by the installation, if it leaves hardly any of them. */
    static Optional<MachineUse> usedUp(Window window) {
        return MachineUse.of(window).filter(use -> use.share() >= Processors.USED_UP.standard());
    }

    /** @param share of the time, with that of all requests that wait for the same */
    private static String advice(TimeCategory category, double share, TimeModel model, Window window) {
        Optional<MachineUse> usedUp = usedUp(window);
        if (category == TimeCategory.CLUSTER
                && usedUp.filter(use -> use.others() > 0).isPresent()) {
            return "The installation uses up the processors of this machine ("
                    + usedUp.get().parts()
                    + "), so that nodes respond late to each other. Add processors, or move nodes or the database to another machine.";
        }
        if (category == TimeCategory.PROCESSOR && usedUp.isPresent()) {
            return "The installation itself uses up the processors ("
                    + usedUp.get().parts() + "): " + Figures.percent(share)
                    + " of the time of active requests needs them" + work(model)
                    + ". Add processors or nodes, or spread the load over a longer time.";
        }
        return switch (category) {
            case DATABASE ->
                "EXPLAIN (ANALYZE, BUFFERS) this statement, and check triggers and functions that it calls.";
            case DATABASE_LOCK -> "Find the session that holds the lock: pg_blocking_pids, pg_locks.";
            case DATABASE_STORAGE -> "Check the latency and the throughput limit of the database's storage.";
            case EXTENSION -> "Check this extension: jcmd <pid> Thread.print shows where its threads wait.";
            case CLUSTER -> "Check the other nodes and the network between them: a paused node delays the others.";
            case PROCESSOR -> "Find the processes that use the processors with top or pidstat, and move or limit them.";
            case CLIENT -> "Let a proxy buffer requests and responses.";
            default -> "Run jcmd <pid> Thread.print a few times: it shows what these threads wait for.";
        };
    }

    /** The wait for a processor stands for all requests that need one, if it is a good part of their time. */
    private static boolean isSmallPart(TimeCategory category, TimeModel model) {
        return category == TimeCategory.PROCESSOR
                && (model.requests(category) < RequestWait.REQUESTS.standard()
                        || model.share(category) < RequestWait.SHARE.standard());
    }

    /** What the requests do that have a processor. */
    private static String work(TimeModel model) {
        String largest = model.shares().stream()
                .filter(share -> TimeCategory.ON_PROCESSORS.contains(share.category()))
                .filter(share -> share.category() != TimeCategory.PROCESSOR)
                .sorted(Comparator.comparing(TimeModel.Share::requests).reversed())
                .map(share -> share.category().phrase() + " (" + Figures.number(share.requests()) + ")")
                .limit(3)
                .collect(Collectors.joining(", "));
        return largest.isEmpty() ? "" : ". Running requests: " + largest;
    }

    private static String duration(double seconds) {
        return seconds >= 60
                ? "a minute or more"
                : String.format(Locale.ROOT, seconds >= 10 ? "%.0f seconds" : "%.1f seconds", seconds);
    }
}
