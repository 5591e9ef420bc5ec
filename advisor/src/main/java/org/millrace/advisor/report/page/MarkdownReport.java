package org.millrace.advisor.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.effect.Effects.Effect;
import org.millrace.advisor.model.Spans;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.report.AppliedSection;
import org.millrace.advisor.report.ClusterReport;
import org.millrace.advisor.report.Headline;
import org.millrace.advisor.report.Quantity;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.advisor.report.ServerContext;
import org.millrace.advisor.report.TimeModelSection;
import org.millrace.advisor.rule.Observation;
import org.millrace.advisor.rule.analysis.Figures;

/** The report for people: in a terminal, a ticket, a chat. */
public final class MarkdownReport implements ReportFormat {

    /** What would be more than text. An underscore within a word is none, and a hash or a dash only in front of a line. */
    private static final Pattern MARKS = Pattern.compile("[\\\\`|<>*\\[\\]]|&(?=#?\\w+;)|^[#+-]");

    private static final Pattern LINE_ENDS = Pattern.compile("\\s*\\R\\s*");

    /** A terminal would obey some of them. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}]");

    @Override
    public String name() {
        return "markdown";
    }

    @Override
    public String mediaType() {
        return "text/markdown";
    }

    @Override
    public String write(Report report) {
        Diagnosis diagnosis = report.diagnosis();
        StringBuilder out = new StringBuilder();
        out.append("# Advisor report: ").append(text(report.node())).append("\n\n");
        out.append("**").append(text(Headline.localSummary(diagnosis))).append("**");
        Headline.doNow(diagnosis).ifPresent(action -> out.append(" Do now: ").append(text(action)));
        out.append("\n\n");
        appendTimeModel(out, diagnosis.timeModel());
        out.append(headline(diagnosis.findings().size(), diagnosis.principal(), diagnosis.nextConstraint()))
                .append("\n\n");
        out.append("Made at ").append(Headline.localTime(diagnosis.at()));
        out.append(" from the last ").append(Spans.inWords(diagnosis.window())).append(".\n");
        appendContext(out, report.context());
        if (report.stalledSince() != null) {
            out.append("\n**Sampling has stalled: nothing is known since ")
                    .append(Headline.localTime(report.stalledSince()))
                    .append(".** The server's log says why.\n");
        }
        diagnosis.findings().forEach(ranked -> appendFinding(out, ranked, ""));
        appendRecent(out, diagnosis.recent());
        appendApplied(out, report.applied());
        appendCoverage(out, "", diagnosis);
        return out.toString();
    }

    @Override
    public String write(ClusterReport report) {
        List<ClusterReport.Located> findings = report.findings();
        StringBuilder out = new StringBuilder();
        out.append("# Advisor report: cluster of ");
        out.append(Figures.count(report.size(), "node")).append("\n\n");
        Optional<String> principal = findings.stream()
                .filter(located -> located.ranked().principal())
                .findFirst()
                .map(located -> located.ranked().rule().id());
        out.append(headline(findings.size(), principal, report.next())).append("\n\n");
        out.append("Made at ")
                .append(Headline.localTime(report.at()))
                .append(" on ")
                .append(text(report.node()));
        out.append(" from the last ").append(Spans.inWords(report.window())).append(".\n\n");
        out.append("| Node | Principal |\n|---|---|\n");
        report.reports().forEach(each -> appendRow(out, each));
        report.silent()
                .forEach(silence -> out.append("| ")
                        .append(text(silence.node()))
                        .append(" | **did not answer**: ")
                        .append(text(silence.reason()))
                        .append(" |\n"));
        if (!report.timeModel().shares().isEmpty()) {
            out.append('\n');
            appendTimeModel(out, report.timeModel());
        }
        for (ClusterReport.Located located : findings) {
            appendFinding(out, located.ranked(), " · on " + text(located.node()));
        }
        report.reports().stream().findFirst().ifPresent(asked -> appendApplied(out, asked.applied()));
        report.reports().forEach(each -> appendCoverage(out, " of " + text(each.node()), each.diagnosis()));
        return out.toString();
    }

    private static void appendTimeModel(StringBuilder out, TimeModel model) {
        if (model.shares().isEmpty()) {
            return;
        }
        out.append("| Active requests | Share | What they do |\n|---:|---:|---|\n");
        for (TimeModel.Share share : model.shares()) {
            out.append(String.format(Locale.ROOT, "| %.1f | %s | ", share.requests(), Figures.percent(share.share())))
                    .append(text(TimeModelSection.phrase(share)))
                    .append(" |\n");
        }
        out.append('\n');
    }

    private static void appendContext(StringBuilder out, ServerContext context) {
        if (!context.facts().isEmpty()) {
            out.append('\n')
                    .append(context.facts().entrySet().stream()
                            .map(fact -> text(fact.getKey() + " " + fact.getValue()))
                            .collect(Collectors.joining(" · ")))
                    .append('\n');
        }
    }

    private static void appendRecent(StringBuilder out, List<RankedFinding> recent) {
        if (recent.isEmpty()) {
            return;
        }
        out.append("\n## Over\n\n");
        for (RankedFinding ranked : recent) {
            out.append("- ")
                    .append(ranked.rule().id())
                    .append(' ')
                    .append(text(ranked.rule().title()))
                    .append(", ")
                    .append(Headline.span(ranked))
                    .append('\n');
        }
    }

    private static void appendApplied(StringBuilder out, List<Effect> applied) {
        if (applied.isEmpty()) {
            return;
        }
        out.append("\n## Applied changes\n");
        for (Effect effect : applied) {
            out.append("\n**").append(text(AppliedSection.heading(effect))).append("** ");
            out.append(text(AppliedSection.summary(effect))).append('\n');
            List<AppliedSection.Row> rows = AppliedSection.rows(effect);
            if (!rows.isEmpty()) {
                out.append("\n| ").append(String.join(" | ", AppliedSection.COLUMNS));
                out.append(" |\n|---|---:|---:|---:|---:|---|\n");
                rows.forEach(row ->
                        out.append("| ").append(String.join(" | ", row.cells())).append(" |\n"));
            }
            AppliedSection.offered(effect).ifPresent(step -> {
                out.append("\nTo revert:\n\n");
                appendStep(out, "set", step);
            });
        }
    }

    private static void appendRow(StringBuilder out, Report report) {
        out.append("| ")
                .append(text(report.node()))
                .append(" | ")
                .append(report.diagnosis().principal().orElse("none"));
        out.append(report.stalledSince() == null ? "" : ", stalled since " + Headline.localTime(report.stalledSince()))
                .append(" |\n");
    }

    private static String headline(int findings, Optional<String> rule, Optional<String> expected) {
        if (findings == 0) {
            return "Nothing found.";
        }
        String count = findings == 1 ? "One finding" : findings + " findings";
        String principal =
                rule.map(id -> "The principal bottleneck is **" + id + "**.").orElse("No bottleneck at present.");
        String next = expected.map(id -> " Once it is gone, expect " + id + ".").orElse("");
        return count + ". " + principal + next;
    }

    private static void appendFinding(StringBuilder out, RankedFinding ranked, String where) {
        out.append("\n## ").append(ranked.principal() ? "Principal: " : "");
        out.append(ranked.rule().title()).append("\n\n");
        out.append(ranked.rule().id())
                .append(" · ")
                .append(label(ranked.finding().severity()))
                .append(Headline.since(ranked.since()));
        out.append(" · ").append(label(ranked.lane()));
        out.append(" · confidence ")
                .append(label(ranked.finding().confidence()))
                .append(where)
                .append("\n\n");
        out.append(text(ranked.finding().why())).append("\n\n");
        out.append("| Observed | Value | Threshold |\n|---|---:|---:|\n");
        ranked.finding().observed().forEach(observation -> appendObservation(out, observation));
        ranked.finding().change().ifPresent(change -> appendChange(out, change));
        if (!ranked.suppresses().isEmpty()) {
            out.append("\nHolds back: ")
                    .append(String.join(", ", ranked.suppresses()))
                    .append('\n');
        }
        out.append("\nSources: ")
                .append(ranked.rule().sources().stream()
                        .map(source -> "<" + source + ">")
                        .collect(Collectors.joining(", ")));
        out.append('\n');
    }

    private static void appendObservation(StringBuilder out, Observation observation) {
        out.append("| ").append(text(observation.signal()));
        out.append(" | ").append(text(Quantity.of(observation.value(), observation.unit())));
        out.append(" | ")
                .append(
                        observation.threshold() == null
                                ? ""
                                : text(Quantity.compared(observation.threshold(), observation.unit())))
                .append(" |\n");
    }

    private static void appendChange(StringBuilder out, Change change) {
        out.append("\nChange (risk ").append(label(change.risk()));
        out.append(change.restart() ? ", needs a restart):\n\n" : ", no restart):\n\n");
        change.apply().forEach(step -> appendStep(out, "set", step));
        out.append("\nTo revert:\n\n");
        change.revert().forEach(step -> appendStep(out, "set", step));
    }

    private static void appendStep(StringBuilder out, String verb, Step step) {
        out.append("- ").append(step.to() == null ? "unset" : verb);
        out.append(' ').append(step.kind().label()).append(' ').append(code(step.name()));
        out.append(step.to() == null ? "" : " to " + code(step.to()));
        out.append(" (now ").append(value(step.from())).append(")\n");
    }

    private static void appendCoverage(StringBuilder out, String of, Diagnosis diagnosis) {
        out.append("\n## Coverage").append(of).append("\n\n");
        appendList(out, "Healthy", diagnosis.healthy());
        appendList(
                out,
                "Skipped",
                diagnosis.skipped().stream()
                        .map(skipped -> skipped.rule() + " (" + text(CoverageSection.reason(skipped.missing())) + ")")
                        .toList());
        appendList(
                out,
                "Held back",
                diagnosis.suppressed().stream()
                        .map(held -> held.rule() + " (by " + held.by() + ")")
                        .toList());
    }

    private static void appendList(StringBuilder out, String name, List<String> items) {
        if (!items.isEmpty()) {
            out.append("- ")
                    .append(name)
                    .append(": ")
                    .append(String.join(", ", items))
                    .append('\n');
        }
    }

    private static String value(@Nullable String value) {
        return value == null ? "unset" : code(value);
    }

    /** What comes from elsewhere, as text of one line: tables, nodes and settings are called what people call them. */
    private static String text(String text) {
        String line = oneLine(text);
        return MARKS.matcher(line).replaceAll("\\\\$0");
    }

    private static String oneLine(String text) {
        return CONTROL.matcher(LINE_ENDS.matcher(text).replaceAll(" ")).replaceAll("");
    }

    /** Between fences that the value does not hold itself; in such a span nothing can be escaped. */
    private static String code(String value) {
        String line = oneLine(value);
        String fence = "`";
        while (line.contains(fence)) {
            fence = fence + "`";
        }
        return fence.length() == 1 ? fence + line + fence : fence + " " + line + " " + fence;
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
