package org.millrace.advisor.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.report.ClusterReport;
import org.millrace.advisor.report.Quantity;
import org.millrace.advisor.report.Report;
import org.millrace.advisor.report.Reports;
import org.millrace.advisor.report.ServerContext;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HtmlReportTest {

    private static final HtmlReport HTML =
            new HtmlReport(List.of(Reports.card("KC-PG-003"), Reports.card("KC-POOL-001")));

    @Test
    void principalFindingComesFirstWithItsChartAndItsChange() throws Exception {
        Document page = parsed(HTML.write(Reports.saying("kc-1", "They wait.")));

        Element headline = (Element) page.getElementsByTagName("section").item(0);
        assertThat(headline.getTextContent())
                .contains("Requests wait for a database connection.", "Do now: Set db-pool-max-size to 20.");
        Element first = (Element) page.getElementsByTagName("section").item(1);
        assertThat(first.getAttribute("class")).isEqualTo("card critical");
        assertThat(first.getTextContent())
                .contains("Principal bottleneck", "They wait.", "KC-POOL-001", "Once it is gone, expect KC-PG-003.")
                .contains("option db-pool-max-size: 5 → 20", "option db-pool-max-size: 20 → 5");
        Element chart = (Element) first.getElementsByTagName("svg").item(0);
        assertThat(chart.getAttribute("aria-label")).isEqualTo("agroal.awaiting.count, highest 37 requests");
        assertThat(chart.getElementsByTagName("path").getLength()).isEqualTo(2);
        assertThat(chart.getTextContent()).contains("threshold 0", "now");
    }

    @Test
    void timesAreLocalAndWithoutFractions() throws Exception {
        Document page = parsed(HTML.write(Reports.since(Instant.parse("2025-12-31T23:59:00.123456789Z"))));

        assertThat(page.getElementsByTagName("body").item(0).getTextContent())
                .containsPattern("since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:00 \\S+")
                .doesNotContainPattern("\\d{2}T\\d{2}:")
                .doesNotContain("123456789");
        assertThat(page.getElementsByTagName("header").item(0).getTextContent())
                .containsPattern("Made at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:00 \\S+ from the last ");
    }

    @Test
    void idsOfRulesLeadToTheirTextsOnThePage() throws Exception {
        Document page = parsed(HTML.write(Reports.saying("kc-1", "As KC-PG-003 shows, not KC-XX-999.")));

        List<String> targets = elements(page).stream()
                .filter(element -> element.getAttribute("href").startsWith("#"))
                .map(element -> element.getAttribute("href").substring(1))
                .distinct()
                .toList();
        assertThat(targets).containsExactlyInAnyOrder("rule-KC-POOL-001", "rule-KC-PG-003");
        for (String target : targets) {
            assertThat(elements(page).stream()
                            .filter(element -> element.getAttribute("id").equals(target))
                            .map(Element::getTextContent))
                    .singleElement()
                    .asString()
                    .contains("Requests wait for a database connection", "Because.", "Sources: https://example.org/");
        }
    }

    @Test
    void changeIsTextToCopyForEachTarget() throws Exception {
        Document page = parsed(HTML.write(Reports.saying("kc-1", "They wait.")));

        List<String> blocks = elements(page).stream()
                .filter(element -> element.getTagName().equals("pre"))
                .map(Element::getTextContent)
                .toList();
        assertThat(blocks)
                .contains("db-pool-max-size=20", "db-pool-max-size=5")
                .contains(
                        "# add to the options of bin/kc.sh start\n--db-pool-max-size=20",
                        "# add to the options of bin/kc.sh start\n--db-pool-max-size=5")
                .contains("export KC_DB_POOL_MAX_SIZE='20'", "export KC_DB_POOL_MAX_SIZE='5'")
                .anySatisfy(block -> assertThat(block).contains("kind: \"Keycloak\"", "poolMaxSize: 20"))
                .anySatisfy(block -> assertThat(block).contains("kind: \"Keycloak\"", "poolMaxSize: 5"))
                .hasSize(8);
    }

    @Test
    void trendIsDrawnOnlyIfItCrossesItsThreshold() throws Exception {
        assertThat(charts(Reports.saying("kc-1", "They wait."))).isEqualTo(1);
        assertThat(charts(Reports.withThreshold(36.0))).isEqualTo(1);
        assertThat(charts(Reports.withThreshold(37.0))).isEqualTo(1);
        assertThat(charts(Reports.withThreshold(null))).isZero();
        assertThat(charts(Reports.withTrend(Reports.waiting("other.signal"), 0)))
                .isZero();
    }

    /** A value below its threshold counts if the trend is below it at some time. */
    @Test
    void trendBelowALowestValueIsDrawn() throws Exception {
        assertThat(charts(Reports.withThreshold(38.0))).isEqualTo(1);
        assertThat(charts(Reports.withTrend(Reports.constant(40), 38))).isZero();
    }

    private static int charts(Report report) throws Exception {
        return parsed(HTML.write(report)).getElementsByTagName("svg").getLength();
    }

    @Test
    void valuesHaveTheirUnitsAndPlurals() {
        assertThat(Quantity.of(0.107, "ratio")).isEqualTo("10.7 %");
        assertThat(Quantity.of(1, "ratio")).isEqualTo("100 %");
        assertThat(Quantity.of(1, "nodes")).isEqualTo("1 node");
        assertThat(Quantity.of(2, "nodes")).isEqualTo("2 nodes");
        assertThat(Quantity.of(0, "requests per second")).isEqualTo("0 requests per second");
        assertThat(Quantity.of(1, "requests per second")).isEqualTo("1 request per second");
        assertThat(Quantity.of(1, "entries")).isEqualTo("1 entry");
        assertThat(Quantity.of(1, "processes")).isEqualTo("1 process");
        assertThat(Quantity.of(1, "process id")).isEqualTo("1 process id");
        assertThat(Quantity.of(1.5 * 1024 * 1024 * 1024, "bytes")).isEqualTo("1.5 GB");
        assertThat(Quantity.of(12.3456, "milliseconds")).isEqualTo("12.3 milliseconds");
        assertThat(Quantity.of(1.004, "seconds")).isEqualTo("1 seconds");
        assertThat(Quantity.of(0.000123456, "seconds")).isEqualTo("0.000123 seconds");
        assertThat(Quantity.of(1_500_000, "rows")).isEqualTo("1500000 rows");
        assertThat(Quantity.compared(0.8, "ratio")).isEqualTo("80 %");
        assertThat(Quantity.compared(10, "requests")).isEqualTo("10");
    }

    @Test
    void pageNamesVersionsAndSizeOfTheServer() throws Exception {
        Document page = parsed(HTML.write(Reports.on(new ServerContext(Map.of("Keycloak", "26.7.4"), Settings.NONE))));

        Element context = (Element) page.getElementsByTagName("dl").item(0);
        assertThat(context.getElementsByTagName("dt").item(0).getTextContent()).isEqualTo("Keycloak");
        assertThat(context.getElementsByTagName("dd").item(0).getTextContent()).isEqualTo("26.7.4");
        assertThat(parsed(HTML.write(Reports.calm("kc-1")))
                        .getElementsByTagName("dl")
                        .getLength())
                .isZero();
    }

    @Test
    void infosAreFolded() throws Exception {
        for (String html : List.of(
                HTML.write(Reports.info("kc-1")),
                HTML.write(new ClusterReport(
                        "kc-1", Reports.AT, Duration.ofMinutes(5), List.of(Reports.info("kc-1")), List.of())))) {
            Element folded =
                    (Element) parsed(html).getElementsByTagName("details").item(0);
            assertThat(folded.getTextContent()).startsWith("1 finding of severity info");
            assertThat(((Element) folded.getElementsByTagName("section").item(0)).getAttribute("id"))
                    .isEqualTo("KC-OBS-001");
            assertThat(folded.hasAttribute("open")).isFalse();
        }
    }

    @Test
    void nothingIsLoadedFromAnywhere() throws Exception {
        Document page = parsed(HTML.write(Reports.saying("kc-1", "They wait.")));

        Element policy = (Element) page.getElementsByTagName("meta").item(1);
        assertThat(policy.getAttribute("http-equiv")).isEqualTo("Content-Security-Policy");
        assertThat(policy.getAttribute("content")).startsWith("default-src 'none';");
        for (Element element : elements(page)) {
            assertThat(element.getTagName()).isNotIn("script", "link", "img", "iframe", "object", "embed", "base");
            for (String attribute : List.of("src", "srcset", "xlink:href", "style", "onload", "onclick")) {
                assertThat(element.hasAttribute(attribute)).as(attribute).isFalse();
            }
            if (element.hasAttribute("href")) {
                assertThat(element.getTagName()).isEqualTo("a");
                assertThat(element.getAttribute("href")).matches("https://.*|#rule-KC-[A-Z]+-\\d{3}");
            }
        }
        assertThat(page.getElementsByTagName("style").item(0).getTextContent())
                .doesNotContain("url(", "@import")
                .contains("prefers-color-scheme: dark", "@media print", "max-width: 30rem");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "\"onmouseover=\"alert(1)",
                "a & b < c > d 'e' \"f\"",
                "]]> --> </style>",
                "𐍈 ünïcödé"
            })
    void anyTextIsEscapedOnThePage(String text) throws Exception {
        String html = HTML.write(Reports.saying(text, text));

        Document page = parsed(html);
        assertThat(html).doesNotContain("<script", "</style> ");
        assertThat(page.getElementsByTagName("h1").item(0).getTextContent()).isEqualTo(text);
        assertThat(page.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("Advisor report: " + text);
        assertThat(page.getElementsByTagName("p").item(2).getTextContent()).isEqualTo(text);
    }

    @Test
    void whatNoDocumentMayHoldIsReplaced() throws Exception {
        Document page = parsed(HTML.write(Reports.saying("a\u0000b\uD800c\uFFFF", "They wait.")));

        assertThat(page.getElementsByTagName("h1").item(0).getTextContent()).isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
    }

    @Test
    void serverWithoutABottleneckIsSaidToBeCalm() throws Exception {
        Document page = parsed(HTML.write(Reports.calm("kc-1")));

        Element first = (Element) page.getElementsByTagName("section").item(0);
        assertThat(first.getAttribute("class")).isEqualTo("card calm");
        assertThat(first.getTextContent()).contains("Nothing found", "1 rule found nothing; 1 rule was skipped");
        assertThat(page.getElementsByTagName("svg").getLength()).isZero();
    }

    @Test
    void axisNumbersAreShort() {
        assertThat(TrendChart.number(0)).isEqualTo("0");
        assertThat(TrendChart.number(0.05)).isEqualTo("0.05");
        assertThat(TrendChart.number(37)).isEqualTo("37");
        assertThat(TrendChart.number(2.5)).isEqualTo("2.5");
        assertThat(TrendChart.number(100)).isEqualTo("100");
        assertThat(TrendChart.number(1_500_000)).isEqualTo("1500k");
        assertThat(TrendChart.number(32_000_000_000.0)).isEqualTo("32G");
    }

    private static Document parsed(String html) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(html)));
    }

    private static List<Element> elements(Document page) {
        List<Element> elements = new ArrayList<>();
        NodeList all = page.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }
}
