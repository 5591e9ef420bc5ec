package org.millrace.advisor.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.effect.Advice;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Effects.Period;
import org.millrace.advisor.effect.Effects.Sides;
import org.millrace.advisor.effect.Effects.Totals;
import org.millrace.advisor.effect.Gain;
import org.millrace.advisor.effect.Measure;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.advisor.effect.ObservedChange.Kind;

/** The JSON documents about changes. */
public final class ChangeDocuments {

    private static final double MILLIS = 1000;

    record Changes(List<Measured> changes) {}

    /**
     * A change without measurements.
     *
     * @param label of a mark, else null
     * @param name of the setting, product or server; null for a mark
     * @param values of a setting or version, else null
     */
    record ChangeDocument(
            String id,
            Kind kind,
            Instant at,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String label,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String name,

            @JsonUnwrapped @Nullable Values values,
            String node) {}

    record Values(@Nullable String from, @Nullable String to) {}

    /** A change with the measurements before and after it. */
    record Measured(
            @JsonUnwrapped ChangeDocument change,
            List<String> nodes,
            int together,
            Measurements before,
            Measurements after,
            List<Difference> effects,
            @Nullable AdviceDocument advice) {}

    /** A change that follows a proposal, with its gain. */
    public record Applied(
            @JsonUnwrapped ChangeDocument change,
            int together,
            List<Difference> effects,
            @Nullable AdviceDocument advice) {}

    record Measurements(@Nullable Instant since, @Nullable Instant until, Map<String, Requests> requests) {}

    /** Measurements of one kind of request: requests per second, and milliseconds per request. */
    record Requests(
            long count,
            double throughput,
            double latency,
            @Nullable Double cost) {}

    /**
     * One measure of one kind of request before and after a change: requests per second, or milliseconds per request.
     *
     * @param relative share by which it has grown; null if it was 0 before
     */
    record Difference(
            String requests,
            String measure,
            double before,
            double after,
            @Nullable Double relative,
            double effectSize,
            boolean significant) {}

    /** A proposal and its gain. */
    record AdviceDocument(
            String rule,
            String title,
            StepDocument proposed,
            Gain.Verdict gain,
            List<String> better,
            List<String> worse,
            String summary,
            List<StepDocument> revert) {}

    private ChangeDocuments() {}

    /** All changes with the measurements before and after each. */
    public static String changes(List<Effect> effects) {
        return Json.write(
                new Changes(effects.stream().map(ChangeDocuments::measured).toList()));
    }

    /** One change without measurements. */
    public static String change(ObservedChange change) {
        return Json.write(document(change));
    }

    /** Changes that follow a proposal, with their measured effect. */
    public static List<Applied> applied(List<Effect> effects) {
        return effects.stream()
                .map(effect ->
                        new Applied(document(effect.change()), effect.together(), differences(effect), advice(effect)))
                .toList();
    }

    private static Measured measured(Effect effect) {
        return new Measured(
                document(effect.change()),
                effect.nodes(),
                effect.together(),
                measurements(effect.before(), effect.kinds(), Sides::before),
                measurements(effect.after(), effect.kinds(), Sides::after),
                differences(effect),
                advice(effect));
    }

    private static ChangeDocument document(ObservedChange change) {
        boolean mark = change.kind() == Kind.MARK;
        boolean valued = change.kind() == Kind.SETTING || change.kind() == Kind.VERSION;
        return new ChangeDocument(
                change.id(),
                change.kind(),
                change.at(),
                mark ? change.name() : null,
                mark ? null : change.name(),
                valued ? new Values(change.from(), change.to()) : null,
                change.node());
    }

    private static @Nullable AdviceDocument advice(Effect effect) {
        return Optional.ofNullable(effect.change().advice())
                .map(advice -> advice(advice, effect))
                .orElse(null);
    }

    private static AdviceDocument advice(Advice advice, Effect effect) {
        Gain gain = Gain.of(effect);
        return new AdviceDocument(
                advice.rule(),
                advice.title(),
                StepDocument.of(advice.step()),
                gain.verdict(),
                gain.better(),
                gain.worse(),
                AppliedSection.summary(effect),
                StepDocument.of(AppliedSection.offered(effect).stream().toList()));
    }

    static List<Difference> differences(Effect effect) {
        List<Difference> differences = new ArrayList<>();
        effect.kinds().forEach((kind, sides) -> {
            difference(kind, "throughput", sides, Totals::throughput, 1).ifPresent(differences::add);
            difference(kind, "latency", sides, Totals::latency, MILLIS).ifPresent(differences::add);
            difference(kind, "cost", sides, Totals::cost, MILLIS).ifPresent(differences::add);
        });
        return differences;
    }

    private static Optional<Difference> difference(
            String kind, String name, Sides sides, Function<Totals, Measure> measure, double factor) {
        Measure before = measure.apply(sides.before());
        Measure after = measure.apply(sides.after());
        if (before.count() == 0 || after.count() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Difference(
                kind,
                name,
                before.mean() * factor,
                after.mean() * factor,
                before.mean() == 0 ? null : after.mean() / before.mean() - 1,
                after.effectSize(before),
                after.differsFrom(before)));
    }

    private static Measurements measurements(Period period, Map<String, Sides> kinds, Function<Sides, Totals> side) {
        Map<String, Requests> requests = new LinkedHashMap<>();
        kinds.forEach((kind, sides) -> {
            Totals totals = side.apply(sides);
            if (totals.requests() > 0) {
                requests.put(kind, requests(totals));
            }
        });
        return new Measurements(period.since(), period.until(), requests);
    }

    private static Requests requests(Totals totals) {
        return new Requests(
                totals.requests(),
                totals.throughput().mean(),
                totals.latency().mean() * MILLIS,
                totals.cost().count() == 0 ? null : totals.cost().mean() * MILLIS);
    }
}
