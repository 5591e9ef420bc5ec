package org.millrace.advisor.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.millrace.advisor.diagnosis.Diagnosis;
import org.millrace.advisor.diagnosis.RankedFinding;
import org.millrace.advisor.model.Spans;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.report.AppliedSection;
import org.millrace.advisor.report.ClusterReport;
import org.millrace.advisor.report.Headline;
import org.millrace.advisor.report.Markup;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.advisor.report.RuleTexts;
import org.millrace.advisor.report.ServerContext;
import org.millrace.advisor.report.TimeModelSection;
import org.millrace.advisor.rule.RuleCard;
import org.millrace.advisor.rule.Severity;
import org.millrace.advisor.rule.analysis.Figures;

/**
 * The report as one self-contained page: without scripts, fonts and pictures from other places. It can be printed, fits a phone,
 * and has a light and a dark mode.
 */
public final class HtmlReport implements ReportFormat {

    /** What a browser may load for it: the styles in it. In the page itself, because Keycloak sets the header for all pages. */
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

    private static final String CSS = css();

    private final List<RuleCard> catalogue;

    /** @param catalogue the rules whose texts a page can show */
    public HtmlReport(List<RuleCard> catalogue) {
        this.catalogue = List.copyOf(catalogue);
    }

    @Override
    public String name() {
        return "html";
    }

    @Override
    public String mediaType() {
        return "text/html";
    }

    @Override
    public String write(Report report) {
        Diagnosis diagnosis = report.diagnosis();
        Markup out = begin("Advisor report: " + report.node());
        out.open("header").element("div", "Advisor report", "class", "eyebrow").element("h1", report.node());
        out.element(
                "p",
                "Made at " + Headline.localTime(diagnosis.at()) + " from the last " + Spans.inWords(diagnosis.window())
                        + ".",
                "class",
                "soft");
        appendCounts(out, diagnosis.findings());
        appendContext(out, report.context());
        out.close();
        if (report.stalledSince() != null) {
            out.element(
                    "p",
                    "Sampling has stalled: nothing is known since " + Headline.localTime(report.stalledSince())
                            + ". The server's log says why.",
                    "class",
                    "card stalled");
        }
        RuleTexts rules = new RuleTexts(out, catalogue);
        FindingSection section = new FindingSection(
                out, rules, new ChangeBlocks(out, report.context().settings()));
        if (diagnosis.principal().isEmpty()) {
            appendCalm(out, diagnosis);
        } else {
            appendHeadline(out, diagnosis);
        }
        TimeModelSection.html(out, diagnosis.timeModel());
        List<RankedFinding> notes = new ArrayList<>();
        for (RankedFinding ranked : diagnosis.findings()) {
            boolean first = ranked.equals(diagnosis.findings().get(0));
            if (ranked.finding().severity() == Severity.INFO) {
                notes.add(ranked);
            } else {
                section.append(ranked, first ? report.trends() : List.of(), diagnosis.nextConstraint());
            }
        }
        appendRecent(out, rules, diagnosis.recent());
        AppliedSection.html(out, rules, report.applied());
        if (!notes.isEmpty()) {
            openNotes(out, notes.size());
            notes.forEach(ranked -> section.append(ranked, List.of(), diagnosis.nextConstraint()));
            out.close();
        }
        CoverageSection.append(out, rules, "Coverage", diagnosis);
        rules.appendAll();
        return end(out);
    }

    @Override
    public String write(ClusterReport report) {
        List<ClusterReport.Located> findings = report.findings();
        Markup out = begin("Advisor report of the cluster");
        out.open("header").element("div", "Advisor report", "class", "eyebrow");
        out.element("h1", "Cluster of " + Figures.count(report.size(), "node"));
        String made = "Made at " + Headline.localTime(report.at()) + " on " + report.node() + " from the last "
                + Spans.inWords(report.window()) + ".";
        out.element("p", made, "class", "soft");
        appendCounts(out, findings.stream().map(ClusterReport.Located::ranked).toList());
        out.close();
        RuleTexts rules = new RuleTexts(out, catalogue);
        appendNodes(out, rules, report);
        TimeModelSection.html(out, report.timeModel());
        FindingSection section = new FindingSection(out, rules, new ChangeBlocks(out, report.settings()));
        List<ClusterReport.Located> notes = new ArrayList<>();
        for (ClusterReport.Located located : findings) {
            if (located.ranked().finding().severity() == Severity.INFO) {
                notes.add(located);
            } else {
                List<Trend> trends = located.ranked().principal() ? report.trends(located.node()) : List.of();
                section.append(located.ranked(), trends, report.next(), located.node());
            }
        }
        report.reports().stream().findFirst().ifPresent(asked -> AppliedSection.html(out, rules, asked.applied()));
        if (!notes.isEmpty()) {
            openNotes(out, notes.size());
            notes.forEach(located -> section.append(located.ranked(), List.of(), report.next(), located.node()));
            out.close();
        }
        report.reports()
                .forEach(each -> CoverageSection.append(out, rules, "Coverage of " + each.node(), each.diagnosis()));
        rules.appendAll();
        return end(out);
    }

    private static void openNotes(Markup out, int number) {
        out.open("details").element("summary", Figures.count(number, "finding") + " of severity info");
    }

    private static void appendContext(Markup out, ServerContext context) {
        if (context.facts().isEmpty()) {
            return;
        }
        out.open("dl", "class", "context");
        context.facts()
                .forEach((label, value) -> out.open("div")
                        .element("dt", label)
                        .text(" ")
                        .element("dd", value)
                        .close());
        out.close();
    }

    /** What is wrong, since when, and what to do. */
    private static void appendHeadline(Markup out, Diagnosis diagnosis) {
        String severity = diagnosis
                .principalFinding()
                .map(ranked -> FindingSection.label(ranked.finding().severity()))
                .orElse("");
        out.open("section", "class", "card " + severity).element("h2", Headline.localSummary(diagnosis));
        Headline.doNow(diagnosis).ifPresent(action -> out.element("p", "Do now: " + action));
        out.close();
    }

    private static void appendRecent(Markup out, RuleTexts rules, List<RankedFinding> recent) {
        if (recent.isEmpty()) {
            return;
        }
        out.open("section", "class", "card")
                .element("h3", "Recently resolved findings")
                .open("ul");
        for (RankedFinding ranked : recent) {
            rules.element("li", ranked.rule().id() + " " + ranked.rule().title() + ", " + Headline.span(ranked));
        }
        out.close().close();
    }

    private static void appendNodes(Markup out, RuleTexts rules, ClusterReport report) {
        out.open("section", "class", report.silent().isEmpty() ? "card" : "card warning")
                .element("h3", "Nodes");
        out.open("table").open("tbody");
        for (Report each : report.reports()) {
            String stalled =
                    each.stalledSince() == null ? "" : ", stalled since " + Headline.localTime(each.stalledSince());
            String principal = each.diagnosis()
                    .principal()
                    .map(rule -> "principal " + rule)
                    .orElse("no bottleneck");
            out.open("tr").open("td").text(each.node());
            each.context().facts().forEach((label, value) -> out.element("div", label + " " + value, "class", "soft"));
            out.close();
            rules.element("td", principal + stalled);
            out.close();
        }
        for (ClusterReport.Silence silence : report.silent()) {
            out.open("tr").element("td", silence.node());
            out.element("td", "did not answer: " + silence.reason()).close();
        }
        out.close().close().close();
    }

    private static Markup begin(String title) {
        Markup out = new Markup();
        out.open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en").open("head");
        out.single("meta", "charset", "utf-8");
        out.single("meta", "http-equiv", "Content-Security-Policy", "content", CONTENT_SECURITY_POLICY);
        out.single("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.single("meta", "name", "referrer", "content", "no-referrer");
        out.element("title", title).style(CSS).close();
        return out.open("body");
    }

    private static String end(Markup out) {
        out.element(
                "footer",
                "Nothing was changed. Each change is shown with what reverts it, from the values in force when this was "
                        + "made.");
        return out.close().close().toString();
    }

    private static void appendCounts(Markup out, List<RankedFinding> findings) {
        out.open("ul", "class", "tags");
        for (Severity severity : Severity.values()) {
            long count = findings.stream()
                    .filter(ranked -> ranked.finding().severity() == severity)
                    .count();
            String label = FindingSection.label(severity);
            out.element("li", count + " " + label, "class", count == 0 ? "none" : label);
        }
        out.close();
    }

    private static void appendCalm(Markup out, Diagnosis diagnosis) {
        out.open("section", "class", "card calm");
        out.element("h2", diagnosis.findings().isEmpty() ? "Nothing found" : "No bottleneck at present");
        out.element(
                "p",
                Figures.count(diagnosis.healthy().size(), "rule") + " found nothing; "
                        + Figures.count(diagnosis.skipped().size(), "rule")
                        + (diagnosis.skipped().size() == 1 ? " was" : " were")
                        + " skipped because inputs are missing.");
        out.close();
    }

    private static String css() {
        try (InputStream resource = HtmlReport.class.getResourceAsStream("report.css")) {
            return new String(Objects.requireNonNull(resource, "report.css").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read report.css", e);
        }
    }
}
