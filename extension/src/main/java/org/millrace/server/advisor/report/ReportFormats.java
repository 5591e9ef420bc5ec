package org.millrace.server.advisor.report;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Rules;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.advisor.report.document.JsonReport;
import org.millrace.advisor.report.page.HtmlReport;
import org.millrace.advisor.report.page.MarkdownReport;
import org.millrace.advisor.rule.Rule;
import org.millrace.server.problem.Problem;

/** The formats a report can be had in: the one place where a format is registered. */
public final class ReportFormats {

    private static final Logger LOG = Logger.getLogger(ReportFormats.class);

    /** The first is what a client gets that has no preference. */
    private static final List<ReportFormat> ALL = List.of(
            new JsonReport(),
            new HtmlReport(Rules.all().stream().map(Rule::card).toList()),
            new MarkdownReport());

    /** As RFC 9110, 12.4.2 has it, the zero in front left out too. */
    private static final Pattern QUALITY = Pattern.compile("0(\\.\\d{0,3})?|1(\\.0{0,3})?|\\.\\d{1,3}");

    private ReportFormats() {}

    /** All of them, the most important first. */
    public static List<ReportFormat> all() {
        return ALL;
    }

    /**
     * @param name from the query, null to go by what the client accepts
     * @param acceptable ranges of media types as in the header {@code Accept}, in any order; of what is wanted as much, the first
     *     that is registered is chosen; asked for only without a name
     * @throws jakarta.ws.rs.WebApplicationException 400 for an unknown name or a header that cannot be read, 406 if nothing
     *     acceptable is there
     */
    public static ReportFormat choose(@Nullable String name, Supplier<List<MediaType>> acceptable) {
        return name == null ? accepted(read(acceptable)) : named(name);
    }

    /** The server reads the header when it is asked for it, and throws several things at what is none. */
    private static List<MediaType> read(Supplier<List<MediaType>> acceptable) {
        List<MediaType> ranges;
        try {
            ranges = acceptable.get();
        } catch (IllegalArgumentException | WebApplicationException e) {
            LOG.debug("The header Accept cannot be read", e);
            throw invalidAccept("it must list ranges of media types, q a number from 0 to 1");
        }
        if (!ranges.stream().allMatch(range -> QUALITY.matcher(written(range)).matches())) {
            throw invalidAccept("q must be a number from 0 to 1");
        }
        return ranges;
    }

    private static RuntimeException invalidAccept(String detail) {
        return new Problem(400, "invalid-accept", "The header Accept is not valid", detail).exception();
    }

    private static ReportFormat named(String name) {
        return ALL.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Problem(
                                400,
                                "unsupported-format",
                                "The format is not supported",
                                "format must be one of " + names(ReportFormat::name))
                        .exception());
    }

    private static ReportFormat accepted(List<MediaType> acceptable) {
        return ALL.stream()
                .filter(format -> quality(format, acceptable) > 0)
                .max(Comparator.comparingDouble(format -> quality(format, acceptable)))
                .orElseThrow(() -> new Problem(
                                406,
                                "not-acceptable",
                                "No acceptable format",
                                "Reports are " + names(ReportFormat::mediaType))
                        .exception());
    }

    /** What the most specific range that a format is in says of it; 0, not acceptable, also if it is in none (RFC 9110, 12.5.1). */
    private static double quality(ReportFormat format, List<MediaType> acceptable) {
        MediaType type = MediaType.valueOf(format.mediaType());
        return acceptable.stream()
                .filter(type::isCompatible)
                .max(Comparator.comparing((MediaType range) -> !range.isWildcardType())
                        .thenComparing(range -> !range.isWildcardSubtype()))
                .map(range -> Double.parseDouble(written(range)))
                .orElse(0.0);
    }

    private static String written(MediaType range) {
        return range.getParameters().getOrDefault("q", "1");
    }

    private static String names(Function<ReportFormat, String> name) {
        return ALL.stream().map(name).collect(Collectors.joining(", "));
    }
}
