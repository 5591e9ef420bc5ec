package org.millrace.advisor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.effect.Advice;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.effect.Gain;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.advisor.rule.analysis.Figures;

/** Changes that follow a proposal, with their measured gain and, without a gain, the revert. */
public final class AppliedSection {

    /** Headings of the columns of a {@link Row}. */
    public static final List<String> COLUMNS =
            List.of("Requests", "Before", "After", "Difference", "Effect size", "Significant");

    private static final Map<String, String> UNITS = Map.of("throughput", "/s", "latency", "ms", "cost", "ms");

    /** One measure of one kind of request. */
    public record Row(List<String> cells) {}

    private AppliedSection() {}

    /** The revert, from the value in force now; empty unless the change had no gain. */
    public static Optional<Step> offered(Effect effect) {
        return Gain.of(effect).verdict().offersRevert()
                ? Optional.ofNullable(effect.change().advice()).map(Advice::revert)
                : Optional.empty();
    }

    /** {@code KC-POOL-001: db-pool-max-size 100 to 20, at 2026-01-01 00:00:00 UTC.} */
    public static String heading(Effect effect) {
        ObservedChange change = effect.change();
        String rule = change.advice() == null ? "" : change.advice().rule() + ": ";
        return rule + change.name() + " " + value(change.from()) + " to " + value(change.to()) + ", at "
                + Headline.localTime(change.at()) + ".";
    }

    private static String value(@Nullable String value) {
        return value == null ? "unset" : value;
    }

    /** The verdict on a change in one sentence. */
    public static String summary(Effect effect) {
        Gain gain = Gain.of(effect);
        String result = switch (gain.verdict()) {
            case IMPROVED -> "Measured gain: lower " + String.join(", ", gain.better()) + ".";
            case NONE -> "No measured gain: latency and cost do not differ significantly. Revert the change.";
            case WORSE -> "Worse: higher " + String.join(", ", gain.worse()) + ". Revert the change.";
            case MIXED ->
                "Mixed: lower " + String.join(", ", gain.better()) + ", higher " + String.join(", ", gain.worse())
                        + ".";
            case UNKNOWN -> "The gain is not known: there are too few measurements before or after the change.";
        };
        return effect.together() < 2
                ? result
                : result + " The effect is that of " + effect.together()
                        + " changes within a minute, restarts included.";
    }

    /** The measures before and after a change; empty if either is missing. */
    public static List<Row> rows(Effect effect) {
        List<Row> rows = new ArrayList<>();
        for (ChangeDocuments.Difference each : ChangeDocuments.differences(effect)) {
            String unit = Objects.requireNonNullElse(UNITS.get(each.measure()), "");
            rows.add(new Row(List.of(
                    each.requests() + " " + each.measure(),
                    Figures.number(each.before()) + " " + unit,
                    Figures.number(each.after()) + " " + unit,
                    each.relative() == null ? "" : String.format(Locale.ROOT, "%+.0f %%", 100 * each.relative()),
                    Figures.number(each.effectSize()),
                    each.significant() ? "yes" : "no")));
        }
        return rows;
    }

    /** Writes the section; nothing if no proposal was applied. */
    public static void html(Markup out, RuleTexts rules, List<Effect> applied) {
        if (applied.isEmpty()) {
            return;
        }
        out.open("section", "class", "card", "id", "applied").element("h3", "Applied changes");
        for (Effect effect : applied) {
            out.open("p").open("strong");
            rules.text(heading(effect));
            out.close().text(" " + summary(effect)).close();
            table(out, rows(effect));
            offered(effect)
                    .ifPresent(step -> out.open("p")
                            .text("To revert: " + step.kind().label() + " ")
                            .element("code", step.name())
                            .text(": ")
                            .element("code", value(step.from()))
                            .text(" → ")
                            .element("code", value(step.to()))
                            .close());
        }
        out.close();
    }

    private static void table(Markup out, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.open("table", "class", "stack").open("thead").open("tr");
        COLUMNS.forEach(column -> out.element("th", column));
        out.close().close().open("tbody");
        for (Row row : rows) {
            out.open("tr");
            for (int i = 0; i < row.cells().size(); i++) {
                out.element("td", row.cells().get(i), "data-label", COLUMNS.get(i));
            }
            out.close();
        }
        out.close().close();
    }
}
