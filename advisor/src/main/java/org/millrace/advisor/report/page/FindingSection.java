package org.millrace.advisor.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.report.Headline;
import org.millrace.advisor.report.Markup;
import org.millrace.advisor.report.Quantity;
import org.millrace.advisor.report.RuleTexts;
import org.millrace.advisor.rule.Finding;
import org.millrace.advisor.rule.Observation;

/** A finding as a part of a page: what, why, the picture, the numbers, the change and what reverts it. */
final class FindingSection {

    private static final double LARGE = 260;
    private static final double SMALL = 150;

    private final Markup out;
    private final RuleTexts rules;
    private final ChangeBlocks blocks;

    FindingSection(Markup out, RuleTexts rules, ChangeBlocks blocks) {
        this.out = out;
        this.rules = rules;
        this.blocks = blocks;
    }

    /**
     * @param trends to be drawn, the first one large
     * @param next said of the principal finding: what is expected after it
     */
    void append(RankedFinding ranked, List<Trend> trends, Optional<String> next, String... tags) {
        Finding finding = ranked.finding();
        String severity = label(finding.severity());
        out.open("section", "class", "card " + severity, "id", ranked.rule().id());
        if (ranked.principal()) {
            out.element("div", "Principal bottleneck", "class", "eyebrow");
        }
        out.element(ranked.principal() ? "h2" : "h3", ranked.rule().title());
        out.open("ul", "class", "tags").element("li", severity, "class", severity);
        for (String tag : tags) {
            out.element("li", tag);
        }
        rules.element("li", ranked.rule().id());
        out.element("li", label(ranked.lane()));
        out.element("li", "confidence " + label(finding.confidence()));
        if (ranked.since() != null) {
            out.element("li", "since " + Headline.localTime(ranked.since()));
        }
        out.close();
        rules.element("p", finding.why());
        appendTrends(finding, trends);
        appendObserved(finding.observed());
        finding.change().ifPresent(this::appendChange);
        if (!ranked.suppresses().isEmpty()) {
            rules.element("p", "Holds back: " + String.join(", ", ranked.suppresses()), "class", "soft");
        }
        if (ranked.principal()) {
            next.ifPresent(rule -> rules.element("p", "Once it is gone, expect " + rule + "."));
        }
        rules.appendSources(ranked.rule().sources());
        out.close();
    }

    /** Those that cross their threshold: a chart of anything else shows no more than the number in the table. */
    private void appendTrends(Finding finding, List<Trend> trends) {
        List<Trend> crossing = trends.stream()
                .filter(trend -> crossed(finding, trend).isPresent())
                .toList();
        for (int i = 0; i < crossing.size(); i++) {
            Trend trend = crossing.get(i);
            if (i == 1) {
                out.open("div", "class", "small");
            }
            out.open("figure").element("figcaption", trend.signal() + " (" + trend.unit() + ")");
            new TrendChart(trend, crossed(finding, trend), i == 0 ? LARGE : SMALL).write(out);
            out.close();
        }
        if (crossing.size() > 1) {
            out.close();
        }
    }

    /** The threshold that the trend crosses, on the side on which the observed value is; empty if it crosses none. */
    private static OptionalDouble crossed(Finding finding, Trend trend) {
        for (Observation observation : finding.observed()) {
            @Nullable Double threshold = observation.threshold();
            boolean same = observation.signal().equals(trend.signal())
                    && observation.unit().equals(trend.unit());
            if (same && threshold != null && reaches(trend, threshold, observation.value())) {
                return OptionalDouble.of(threshold);
            }
        }
        return OptionalDouble.empty();
    }

    private static boolean reaches(Trend trend, double threshold, double observed) {
        return observed < threshold
                ? trend.points().stream().anyMatch(point -> point.value() < threshold)
                : trend.highest() > threshold || trend.highest() == threshold && threshold != 0;
    }

    private void appendObserved(List<Observation> observed) {
        if (observed.isEmpty()) {
            return;
        }
        out.open("table", "class", "observed").open("thead").open("tr").element("th", "Observed");
        out.element("th", "Value", "class", "number").element("th", "Threshold", "class", "number");
        out.close().close().open("tbody");
        for (Observation observation : observed) {
            @Nullable Double threshold = observation.threshold();
            out.open("tr").open("td").element("code", observation.signal()).close();
            out.element("td", Quantity.of(observation.value(), observation.unit()), "class", "number");
            out.element(
                    "td", threshold == null ? "" : Quantity.compared(threshold, observation.unit()), "class", "number");
            out.close();
        }
        out.close().close();
    }

    private void appendChange(Change change) {
        String how = "risk " + label(change.risk()) + (change.restart() ? ", needs a restart" : ", no restart");
        out.open("div", "class", "change");
        appendSteps("Change (" + how + ")", change.apply());
        appendSteps("To revert", change.revert());
        out.close();
        blocks.append(change);
    }

    private void appendSteps(String heading, List<Step> steps) {
        out.open("div").element("strong", heading).open("ul");
        for (Step step : steps) {
            out.open("li").text(step.kind().label() + " ").element("code", step.name());
            out.text(": ").element("code", step.from() == null ? "unset" : step.from());
            out.text(" → ")
                    .element("code", step.to() == null ? "unset" : step.to())
                    .close();
        }
        out.close().close();
    }

    static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
