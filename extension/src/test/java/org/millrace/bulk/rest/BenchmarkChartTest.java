package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The chart of the README is drawn from the figures of {@code docs/explanation/benchmarks.md}. */
class BenchmarkChartTest {
    private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
    private static final Path CHART = ROOT.resolve("docs/images/users-per-second.svg");
    private static final int ROW_HEIGHT = 28;
    private static final int LABEL_WIDTH = 310;
    private static final int BAR_WIDTH = 330;

    /** Label, and the row of the benchmarks with the figure. */
    private record Bar(String label, String way, String style) {}

    private static final List<Bar> BARS = List.of(
            new Bar(
                    "Millrace, foreign keys once for each chunk",
                    "Millrace, one call, all outcomes, foreign keys once for each chunk",
                    "own"),
            new Bar("COPY, 2 connections, no Keycloak", "`COPY`, 2 connections", "other"),
            new Bar("Millrace", "Millrace, one call, all outcomes", "own"),
            new Bar("Millrace, as a job", "Millrace, a job of one part", "own"),
            new Bar("POST /users, 16 in flight", "`POST /users`, 16 in flight", "other"),
            new Bar("partialImport by 100, 4 at the same time", "`partialImport` by 100, 4 at once", "other"));

    /** To draw the chart again, run this test with {@code -Dmillrace.docs=write}. */
    @Test
    void chartShowsTheFiguresOfTheBenchmarks() throws IOException {
        String chart = chart(Files.readString(ROOT.resolve("docs/explanation/benchmarks.md")));
        if ("write".equals(System.getProperty("millrace.docs"))) {
            Files.writeString(CHART, chart);
        }

        assertThat(CHART).hasContent(chart);
    }

    @Test
    void textAlternativeHasTheSameFigures() throws IOException {
        String benchmarks = Files.readString(ROOT.resolve("docs/explanation/benchmarks.md"));
        String overview = Files.readString(ROOT.resolve("README.md"));

        assertThat(BARS)
                .allSatisfy(bar -> assertThat(overview)
                        .containsPattern("!\\[Users per second:[^\\]]* "
                                + String.format(Locale.ROOT, "%,d", rate(benchmarks, bar.way())) + "[;,\\]]"));
    }

    private static String chart(String benchmarks) {
        List<Integer> rates =
                BARS.stream().map(bar -> rate(benchmarks, bar.way())).toList();
        int most = rates.stream().mapToInt(Integer::intValue).max().orElseThrow();
        int height = ROW_HEIGHT * (BARS.size() + 1);
        StringBuilder svg = new StringBuilder("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 %d" width="720" height="%d" role="img" font-family="sans-serif" font-size="14">
                <title>Users per second</title>
                <style>
                text { fill: #1f2328 } .own { fill: #1a7f5a } .other { fill: #8c959f }
                @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .own { fill: #3fb98a } .other { fill: #6e7681 } }
                </style>
                <text x="%d" y="18" font-weight="bold">users per second</text>
                """.formatted(height, height, LABEL_WIDTH));
        for (int i = 0; i < BARS.size(); i++) {
            int top = ROW_HEIGHT * (i + 1);
            int width = Math.max(1, Math.round((float) BAR_WIDTH * rates.get(i) / most));
            svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n"
                    .formatted(LABEL_WIDTH - 10, top + 16, BARS.get(i).label()));
            svg.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"20\"/>\n"
                    .formatted(BARS.get(i).style(), LABEL_WIDTH, top + 1, width));
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\">%,d</text>\n",
                    LABEL_WIDTH + width + 8,
                    top + 16,
                    rates.get(i)));
        }
        return svg.append("</svg>\n").toString();
    }

    private static int rate(String benchmarks, String way) {
        Matcher row = Pattern.compile(
                        "^\\| " + Pattern.quote(way) + " \\| [\\d,]+ \\| \\*\\*([\\d,]+)\\*\\* ", Pattern.MULTILINE)
                .matcher(benchmarks);
        assertThat(row.find()).as("the benchmarks have a row for %s", way).isTrue();
        return Integer.parseInt(row.group(1).replace(",", ""));
    }
}
