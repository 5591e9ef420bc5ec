package org.millrace.advisor.report.page;

import java.util.List;
import java.util.stream.Collectors;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.model.Input;
import org.millrace.advisor.report.Markup;
import org.millrace.advisor.report.RuleTexts;

/** What was looked at, what could not be, and what was held back, as a part of a page. */
final class CoverageSection {

    private CoverageSection() {}

    static void append(Markup out, RuleTexts rules, String heading, Diagnosis diagnosis) {
        out.open("section", "class", "card").element("h3", heading);
        appendList(
                out,
                rules,
                "suppressed: the change would be harmful now",
                diagnosis.suppressed().stream()
                        .map(held -> held.rule() + " by " + held.by())
                        .toList());
        appendList(
                out,
                rules,
                "skipped",
                diagnosis.skipped().stream()
                        .map(skipped -> skipped.rule() + ": " + reason(skipped.missing()))
                        .toList());
        appendList(out, rules, "healthy", diagnosis.healthy());
        out.close();
    }

    private static void appendList(Markup out, RuleTexts rules, String name, List<String> items) {
        out.open("details").element("summary", items.size() + " " + name).open("ul");
        items.forEach(item -> rules.element("li", item));
        out.close().close();
    }

    static String reason(List<Input> missing) {
        return missing.isEmpty()
                ? "failed, see the server's log"
                : "needs " + missing.stream().map(Input::name).collect(Collectors.joining(", "));
    }
}
