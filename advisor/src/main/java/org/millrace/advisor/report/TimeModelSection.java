package org.millrace.advisor.report;

import java.util.Locale;
import org.millrace.advisor.model.TimeModel;
import org.millrace.advisor.rule.analysis.Figures;

/** Where the time of requests goes, as a part of each format of the report. */
public final class TimeModelSection {

    private static final double WIDTH = 720;

    private static final double BAR = 28;

    private static final int COLOURS = 6;

    private TimeModelSection() {}

    /** One row for a category, in the words of a table. */
    public static String phrase(TimeModel.Share share) {
        String what =
                share.details().isEmpty() ? "" : ": " + share.details().get(0).what();
        return "Requests " + share.category().phrase() + what;
    }

    /** Writes the section; nothing if no time was measured. */
    public static void html(Markup out, TimeModel model) {
        if (model.shares().isEmpty()) {
            return;
        }
        out.open("section", "class", "card time").element("h3", "Where the time of requests goes");
        out.element(
                "p",
                Quantity.of(rounded(model.active()), "active requests") + " on average over the last minute.",
                "class",
                "soft");
        chart(out, model);
        out.open("table", "class", "stack").open("thead").open("tr");
        out.element("th", "What they do");
        out.element("th", "Active requests", "class", "number").element("th", "Share", "class", "number");
        out.close().close().open("tbody");
        for (TimeModel.Share share : model.shares()) {
            out.open("tr")
                    .element("td", phrase(share))
                    .element(
                            "td",
                            Quantity.number(rounded(share.requests())),
                            "class",
                            "number",
                            "data-label",
                            "Active requests")
                    .element("td", Figures.percent(share.share()), "class", "number", "data-label", "Share")
                    .close();
        }
        out.close().close().close();
    }

    private static void chart(Markup out, TimeModel model) {
        out.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + (int) WIDTH + " " + (int) BAR,
                "role",
                "img",
                "class",
                "shares",
                "aria-label",
                "Shares of the time of requests");
        double x = 0;
        int number = 0;
        for (TimeModel.Share share : model.shares()) {
            double width = WIDTH * share.share();
            out.open(
                    "rect",
                    "class",
                    "share-" + Math.min(number, COLOURS - 1),
                    "x",
                    px(x),
                    "y",
                    "0",
                    "width",
                    px(width),
                    "height",
                    px(BAR));
            out.element("title", Figures.percent(share.share()) + " " + phrase(share))
                    .close();
            x += width;
            number++;
        }
        out.close();
    }

    private static String px(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceAll("\\.0$", "");
    }

    /** A number with three decimal places. */
    public static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
