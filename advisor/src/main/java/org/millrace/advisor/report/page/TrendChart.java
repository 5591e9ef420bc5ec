package org.millrace.advisor.report.page;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Spans;
import org.millrace.advisor.model.Trend;
import org.millrace.advisor.report.Markup;

/** Draws a trend as inline SVG, whose colours are the page's. */
final class TrendChart {

    private static final double WIDTH = 720;
    private static final double LEFT = 56;
    private static final double RIGHT = 12;
    private static final double TOP = 14;
    private static final double BOTTOM = 24;

    /** Between two horizontal lines. */
    private static final double LINE_DISTANCE = 45;

    private final Trend trend;
    private final OptionalDouble threshold;
    private final double height;
    private final double top;
    private final double step;

    /**
     * @param threshold drawn as a line across
     * @param height of the whole, where its width is 720
     */
    TrendChart(Trend trend, OptionalDouble threshold, double height) {
        this.trend = trend;
        this.threshold = threshold;
        this.height = height;
        double highest = Math.max(trend.highest(), threshold.orElse(0));
        double lines = Math.max(2, Math.floor((height - TOP - BOTTOM) / LINE_DISTANCE));
        this.step = roundStep(Math.max(highest, 1e-6) / lines);
        this.top = step * Math.max(1, Math.ceil(highest / step));
    }

    void write(Markup out) {
        String label = trend.signal() + ", highest " + number(trend.highest()) + " " + trend.unit();
        out.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + px(WIDTH) + " " + px(height),
                "role",
                "img",
                "aria-label",
                label);
        out.element("title", label);
        for (double value = 0; value <= top + step / 2; value += step) {
            horizontal(out, "grid", value);
            out.element(
                    "text",
                    number(value),
                    "class",
                    "axis",
                    "x",
                    px(LEFT - 8),
                    "y",
                    px(y(value) + 4),
                    "text-anchor",
                    "end");
        }
        out.single("path", "class", "area", "d", line() + " V" + px(y(0)) + " H" + px(x(first())) + " Z");
        out.single("path", "class", "line", "d", line());
        threshold.ifPresent(value -> {
            horizontal(out, "threshold", value);
            out.element(
                    "text",
                    "threshold " + number(value),
                    "class",
                    "axis threshold-label",
                    "x",
                    px(WIDTH - RIGHT),
                    "y",
                    px(y(value) - 5),
                    "text-anchor",
                    "end");
        });
        String span = Spans.inWords(Duration.between(first(), last()));
        out.element("text", span + " ago", "class", "axis", "x", px(LEFT), "y", px(height - 6));
        out.element("text", "now", "class", "axis", "x", px(WIDTH - RIGHT), "y", px(height - 6), "text-anchor", "end");
        out.close();
    }

    private void horizontal(Markup out, String style, double value) {
        out.single(
                "line",
                "class",
                style,
                "x1",
                px(LEFT),
                "x2",
                px(WIDTH - RIGHT),
                "y1",
                px(y(value)),
                "y2",
                px(y(value)));
    }

    private String line() {
        StringBuilder path = new StringBuilder();
        for (Trend.Point point : trend.points()) {
            path.append(path.isEmpty() ? 'M' : 'L')
                    .append(px(x(point.at())))
                    .append(' ')
                    .append(px(y(point.value())));
        }
        return path.toString();
    }

    private Instant first() {
        return trend.points().get(0).at();
    }

    private Instant last() {
        return trend.points().get(trend.points().size() - 1).at();
    }

    private double x(Instant at) {
        double all = Math.max(1, Duration.between(first(), last()).toMillis());
        return LEFT + (WIDTH - LEFT - RIGHT) * Duration.between(first(), at).toMillis() / all;
    }

    /** What is below zero is not drawn below the axis: no signal of ours means it. */
    private double y(double value) {
        return height - BOTTOM - (height - TOP - BOTTOM) * Math.max(0, value) / top;
    }

    /** 1, 2 or 5 times a power of ten, and not less than asked for. */
    private static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Short enough for an axis: {@code 950}, {@code 12.5k}, {@code 3.2M}. */
    static String number(double value) {
        String[] units = {"", "k", "M", "G", "T"};
        int unit = 0;
        double shown = value;
        while (Math.abs(shown) >= 10_000 && unit < units.length - 1) {
            shown /= 1000;
            unit++;
        }
        String digits = Math.abs(shown) < 1 && shown != 0
                ? String.format(Locale.ROOT, "%.3g", shown)
                : String.format(Locale.ROOT, "%.2f", shown);
        return (digits.contains(".") && !digits.contains("e") ? digits.replaceAll("\\.?0+$", "") : digits)
                + units[unit];
    }

    private static String px(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceAll("\\.0$", "");
    }
}
