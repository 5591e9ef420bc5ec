package org.millrace.server.advisor;

import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.report.HtmlReport;
import org.millrace.advisor.report.JsonReport;
import org.millrace.advisor.report.MarkdownReport;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.server.problem.Problem;

/** The formats a report can be had in: the one place where a format is registered. */
final class ReportFormats {

    /** The first is what a client gets that has no preference. */
    private static final List<ReportFormat> ALL = List.of(new JsonReport(), new HtmlReport(), new MarkdownReport());

    private ReportFormats() {}

    /**
     * @param name from the query, null to go by what the client accepts
     * @param acceptable most wanted first
     * @throws jakarta.ws.rs.WebApplicationException 400 for an unknown name, 406 if nothing acceptable is there
     */
    static ReportFormat choose(@Nullable String name, List<MediaType> acceptable) {
        return name == null ? accepted(acceptable) : named(name);
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
        return acceptable.stream()
                .map(ReportFormats::matching)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new Problem(
                                406,
                                "not-acceptable",
                                "No acceptable format",
                                "Reports are " + names(ReportFormat::mediaType))
                        .exception());
    }

    private static Optional<ReportFormat> matching(MediaType wanted) {
        return ALL.stream()
                .filter(format -> wanted.isCompatible(MediaType.valueOf(format.mediaType())))
                .findFirst();
    }

    private static String names(Function<ReportFormat, String> name) {
        return ALL.stream().map(name).collect(Collectors.joining(", "));
    }
}
