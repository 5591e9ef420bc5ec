package org.millrace.advisor.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.effect.Advice;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Effects.Period;
import org.millrace.advisor.effect.Effects.Sides;
import org.millrace.advisor.effect.Effects.Totals;
import org.millrace.advisor.effect.Measure;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.advisor.effect.ObservedChange.Kind;

/** The JSON documents about changes. */
public final class ChangeDocuments {

    private static final double MILLIS = 1000;

    private ChangeDocuments() {}

    /** All changes with the measurements before and after each. */
    public static String changes(List<Effect> effects) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("changes", effects.stream().map(ChangeDocuments::effect).toList());
        return Json.write(document);
    }

    /** One change without measurements. */
    public static String change(ObservedChange change) {
        return Json.write(described(change));
    }

    private static Map<String, @Nullable Object> described(ObservedChange change) {
        boolean mark = change.kind() == Kind.MARK;
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("id", change.id());
        document.put("kind", change.kind().label());
        document.put("at", change.at().toString());
        if (mark) {
            document.put("label", change.name());
        } else {
            document.put("name", change.name());
        }
        if (change.kind() == Kind.SETTING || change.kind() == Kind.VERSION) {
            document.put("from", change.from());
            document.put("to", change.to());
        }
        document.put("node", change.node());
        return document;
    }

    private static Map<String, @Nullable Object> effect(Effect effect) {
        Map<String, @Nullable Object> document = described(effect.change());
        document.put("nodes", effect.nodes());
        document.put("together", effect.together());
        document.put("before", period(effect.before(), effect.kinds(), Sides::before));
        document.put("after", period(effect.after(), effect.kinds(), Sides::after));
        document.put("effects", differences(effect));
        @Nullable Advice advice = effect.change().advice();
        document.put("advice", advice == null ? null : AppliedSection.advice(advice, effect));
        return document;
    }

    /** A change that follows a proposal, with its gain. */
    static Map<String, @Nullable Object> applied(Effect effect) {
        Map<String, @Nullable Object> document = described(effect.change());
        document.put("together", effect.together());
        document.put("effects", differences(effect));
        @Nullable Advice advice = effect.change().advice();
        document.put("advice", advice == null ? null : AppliedSection.advice(advice, effect));
        return document;
    }

    static List<Map<String, @Nullable Object>> differences(Effect effect) {
        List<Map<String, @Nullable Object>> differences = new ArrayList<>();
        effect.kinds().forEach((kind, sides) -> {
            add(differences, kind, "throughput", sides, Totals::throughput, 1);
            add(differences, kind, "latency", sides, Totals::latency, MILLIS);
            add(differences, kind, "cost", sides, Totals::cost, MILLIS);
        });
        return differences;
    }

    private static Map<String, @Nullable Object> period(
            Period period, Map<String, Sides> kinds, Function<Sides, Totals> side) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("since", text(period.since()));
        document.put("until", text(period.until()));
        Map<String, Object> requests = new LinkedHashMap<>();
        kinds.forEach((kind, sides) -> {
            Totals totals = side.apply(sides);
            if (totals.requests() > 0) {
                requests.put(kind, totals(totals));
            }
        });
        document.put("requests", requests);
        return document;
    }

    private static Map<String, @Nullable Object> totals(Totals totals) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("count", totals.requests());
        document.put("throughput", totals.throughput().mean());
        document.put("latency", totals.latency().mean() * MILLIS);
        document.put("cost", totals.cost().count() == 0 ? null : totals.cost().mean() * MILLIS);
        return document;
    }

    private static void add(
            List<Map<String, @Nullable Object>> differences,
            String kind,
            String name,
            Sides sides,
            Function<Totals, Measure> measure,
            double factor) {
        Measure before = measure.apply(sides.before());
        Measure after = measure.apply(sides.after());
        if (before.count() == 0 || after.count() == 0) {
            return;
        }
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("requests", kind);
        document.put("measure", name);
        document.put("before", before.mean() * factor);
        document.put("after", after.mean() * factor);
        document.put("relative", before.mean() == 0 ? null : after.mean() / before.mean() - 1);
        document.put("effectSize", after.effectSize(before));
        document.put("significant", after.differsFrom(before));
        differences.add(document);
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
