package org.millrace.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HtmlReportTest {

    private static final HtmlReport HTML = new HtmlReport();

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
        Document page = parsed(HTML.write(Reports.saying("kc-1", "They wait.")));

        assertThat(page.getElementsByTagName("header").item(0).getTextContent())
                .containsPattern("Made at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:00 \\S+ from the last ");
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
                assertThat(element.getAttribute("href")).startsWith("https://");
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
        assertThat(first.getTextContent())
                .contains("Nothing found", "1 rules looked and found nothing; 1 were skipped");
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
