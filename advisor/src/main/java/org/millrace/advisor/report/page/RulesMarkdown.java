package org.millrace.advisor.report.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.report.Json;
import org.millrace.advisor.rule.Rule;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Threshold;

/** The catalogue as a page of the documentation. */
public final class RulesMarkdown {

    private RulesMarkdown() {}

    /** @param loadTest rules that judge a load test, and not the running server */
    public static String write(List<Rule> rules, List<Rule> loadTest) {
        StringBuilder out = new StringBuilder();
        out.append("# Rules\n\n");
        out.append("Generated from the rules themselves; a test keeps it so. How to read a report is in ");
        out.append("[advisor.md](advisor.md).\n\n");
        out.append("| Rule | Finds | Lane |\n|---|---|---|\n");
        rules.forEach(rule -> appendRow(out, rule.card()));
        out.append("\nFor load tests ([analyse a load test](../how-to/analyse-a-load-test.md)):\n\n");
        out.append("| Rule | Finds | Lane |\n|---|---|---|\n");
        loadTest.forEach(rule -> appendRow(out, rule.card()));
        rules.forEach(rule -> append(out, rule.card()));
        loadTest.forEach(rule -> append(out, rule.card()));
        return out.toString();
    }

    private static void appendRow(StringBuilder out, RuleCard card) {
        String anchor = card.id().toLowerCase(Locale.ROOT);
        out.append("| [").append(card.id()).append("](#").append(anchor).append(") | ");
        out.append(card.title()).append(" | ").append(lane(card)).append(" |\n");
    }

    private static void append(StringBuilder out, RuleCard card) {
        out.append("\n## ").append(card.id()).append("\n\n");
        out.append("**").append(card.title()).append("** (").append(lane(card)).append(")\n\n");
        out.append(card.rationale()).append("\n\n");
        out.append("Needs: ")
                .append(card.inputs().stream()
                        .map(Input::name)
                        .map(name -> "`" + name + "`")
                        .collect(Collectors.joining(", ")))
                .append("\n\n");
        if (!card.thresholds().isEmpty()) {
            out.append("| Threshold | Value | Reason |\n|---|---:|---|\n");
            card.thresholds().forEach(threshold -> append(out, threshold));
            out.append('\n');
        }
        out.append("Sources: ")
                .append(card.sources().stream()
                        .map(source -> "<" + source + ">")
                        .collect(Collectors.joining(", ")))
                .append('\n');
    }

    private static void append(StringBuilder out, Threshold threshold) {
        out.append("| ").append(threshold.name());
        out.append(" | ").append(Json.write(threshold.standard())).append(' ').append(threshold.unit());
        out.append(" | ").append(threshold.reason()).append(" |\n");
    }

    private static String lane(RuleCard card) {
        return card.lane().name().toLowerCase(Locale.ROOT);
    }
}
