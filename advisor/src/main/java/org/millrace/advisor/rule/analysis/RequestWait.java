package org.millrace.advisor.rule.analysis;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.TimeCategory;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.rule.RuleContext;
import org.millrace.advisor.rule.Threshold;

/** How long requests take that spend time in a category, by Little's law: those active by those answered a second. */
public final class RequestWait {

    public static final Threshold NOTICED = new Threshold(
            "mean seconds of a request",
            0.8,
            "seconds",
            "A login that takes about a second is noticed; Keycloak's own service level is a quarter of a second");

    public static final Threshold REQUESTS = new Threshold(
            "average active requests in the category",
            1,
            "requests",
            "Less than one concurrent request is no queue, independent of its wait time");

    public static final Threshold SHARE = new Threshold(
            "share of the time of requests", 0.3, "ratio", "What takes less is not what requests wait for most");

    /** Without a rate, as many active requests are taken for slow ones. */
    private static final double MANY = 4;

    private RequestWait() {}

    public static final Threshold STALLED = new Threshold(
            "requests in the category that wait for a second or more",
            0.3,
            "ratio",
            "One wait then takes about one and a half seconds, however many other requests are fast");

    /** Whether users notice the time that requests spend in a category. */
    public static boolean isNoticed(RuleContext context, TimeCategory category) {
        Window window = context.window();
        if (window.timeModel().stalledShare(category) >= STALLED.in(context)) {
            return true;
        }
        OptionalDouble seconds = mean(window, category);
        return seconds.isPresent()
                ? seconds.getAsDouble() >= NOTICED.in(context)
                : window.timeModel().requests(category) >= MANY;
    }

    /** How long a request takes that waits in the category, at least; empty if that is not known. */
    public static OptionalDouble seconds(Window window, TimeCategory category) {
        double stalled = window.timeModel().stalledShare(category);
        // Of waits of w seconds that are looked at each second, one in w began less than a second ago.
        double wait = stalled > 0 ? 1 / Math.max(1 - stalled, 0.02) : 0;
        OptionalDouble mean = mean(window, category);
        return mean.isEmpty() && wait == 0 ? mean : OptionalDouble.of(Math.max(wait, mean.orElse(0)));
    }

    /** Mean duration of the kind of request that is most in a category; empty if answers are not counted. */
    private static OptionalDouble mean(Window window, TimeCategory category) {
        TimeModel model = window.timeModel();
        Optional<RequestKind> kind = model.shares().stream()
                .filter(share -> share.category() == category)
                .flatMap(share -> share.kinds().entrySet().stream())
                .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(Map.Entry::getKey);
        if (kind.isEmpty()) {
            return OptionalDouble.empty();
        }
        double active = model.shares().stream()
                .mapToDouble(share -> share.kinds().getOrDefault(kind.get(), 0.0))
                .sum();
        OptionalDouble rate = window.rateIfKnown(TimeSignals.answered(kind.get()));
        if (rate.isEmpty()) {
            return OptionalDouble.empty();
        }
        double least = 1.0 / Math.max(1, window.length().toSeconds());
        return OptionalDouble.of(active / Math.max(least, rate.getAsDouble()));
    }
}
