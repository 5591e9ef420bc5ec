package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.advisor.load.Logins;
import org.millrace.testsuite.browser.Browser;
import org.millrace.testsuite.browser.Contrast;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.program.NeedsChromium;
import org.millrace.testsuite.program.OptionalProgram;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * The page in a real browser. With {@code -Dmillrace.docs=write} it replaces the screenshots in the
 * documentation.
 */
@NeedsChromium
@TestInstance(Lifecycle.PER_CLASS)
class ReportPageIT {

    /** CSS pixels of a small phone. */
    private static final int PHONE = 360;

    /** CSS pixels of the paper. */
    private static final int A4_WIDTH = 794;

    private static final int A4_HEIGHT = 1123;

    private static final Pattern STREAM = Pattern.compile("stream\\r?\\n(.*?)\\r?\\nendstream", Pattern.DOTALL);
    private static final Pattern SHOW_TEXT = Pattern.compile("T[jJ]\\b");

    private static final String TEXTS = "h1,h2,h3,p,li,td,th,dt,dd,pre,code,a,summary,footer,div.eyebrow,figcaption";

    private Browser browser;
    private Path page;

    @BeforeAll
    void openAReportWithAFinding(@TempDir Path directory) throws SQLException, IOException {
        Path executable = OptionalProgram.CHROMIUM.required();
        page = Files.writeString(directory.resolve("report.html"), reportOfALockedTable());
        browser = Browser.start(executable, directory.resolve("profile"));
        browser.resize(1000, 800, 1);
        browser.emulate("screen", "light");
        browser.open(page.toUri());
    }

    @AfterAll
    void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void nothingButThePageIsLoadedAndTheBrowserDoesNotComplain() {
        browser.open(page.toUri());

        assertThat(browser.requests()).containsExactly(page.toUri().toString());
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void principalFindingAndItsChartAreOnTheFirstScreen() {
        browser.resize(1000, 800, 1);

        assertThat(browser.evaluate("document.querySelector('section h2').getBoundingClientRect().top")
                        .asDouble())
                .isLessThan(400);
        assertThat(browser.evaluate("document.querySelector('svg').getBoundingClientRect().top")
                        .asDouble())
                .isLessThan(700);
        assertThat(browser.evaluate("document.querySelector('svg .line').getTotalLength()")
                        .asDouble())
                .isGreaterThan(500);
    }

    @Test
    void phoneShowsItWithoutScrollingSideways() throws IOException {
        browser.resize(PHONE, 740, 2);

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(PHONE);
        assertThat(browser.evaluate("Math.min(...[...document.querySelectorAll('.observed td:first-child')]"
                                + ".map(cell => cell.clientWidth))")
                        .asInt())
                .as("the width of the names of the signals")
                .isGreaterThan(200);
        assertThat(browser.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
                        .asDouble())
                .isGreaterThanOrEqualTo(16);
        keep("advisor-report-phone.png");
        browser.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .as("with everything unfolded")
                .isLessThanOrEqualTo(PHONE);
        browser.evaluate("document.querySelectorAll('details').forEach(each => each.open = false)");
        browser.resize(1000, 800, 1);
    }

    @Test
    void idOfARuleLeadsToItsText() {
        browser.evaluate("document.querySelector('.tags a').click()");

        assertThat(browser.evaluate("document.querySelector(':target')?.id").asText())
                .isEqualTo("rule-KC-PG-008");
        assertThat(browser.evaluate("document.querySelector(':target').closest('details').open")
                        .asBoolean())
                .isTrue();
        browser.open(page.toUri());
    }

    @Test
    void pageNamesTheServer() {
        assertThat(browser.evaluate("[...document.querySelectorAll('dt')].map(each => each.textContent).join()")
                        .asText())
                .isEqualTo("Keycloak,Java,PostgreSQL,Millrace,CPU,Memory,Heap,Cluster,Uptime");
    }

    /** A card that must not be split would move to the second page as a whole. */
    @Test
    void firstPrintedPageIsFilled() throws IOException {
        browser.emulate("print", "light");
        browser.resize(A4_WIDTH, A4_HEIGHT, 1);
        keep("advisor-report-print.png");
        browser.resize(1000, 800, 1);

        assertThat(textsOf(browser.pdf("1"))).isGreaterThan(30);
        browser.emulate("screen", "light");
    }

    /** How many pieces of text the compressed streams of a PDF show. */
    private static long textsOf(byte[] pdf) {
        String raw = new String(pdf, StandardCharsets.ISO_8859_1);
        return STREAM.matcher(raw)
                .results()
                .map(stream -> inflated(stream.group(1).getBytes(StandardCharsets.ISO_8859_1)))
                .filter(content -> content.contains("BT\n"))
                .mapToLong(content -> SHOW_TEXT.matcher(content).results().count())
                .sum();
    }

    /** Empty for a stream that is not compressed. */
    private static String inflated(byte[] compressed) {
        Inflater inflater = new Inflater();
        inflater.setInput(compressed);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try {
            for (int count = inflater.inflate(buffer); count > 0; count = inflater.inflate(buffer)) {
                text.write(buffer, 0, count);
            }
            return text.toString(StandardCharsets.ISO_8859_1);
        } catch (DataFormatException e) {
            return "";
        } finally {
            inflater.end();
        }
    }

    @Test
    void textIsReadableInLightAndInDarkAndOnPaper() throws IOException {
        browser.resize(1000, 1150, 1);
        browser.emulate("screen", "light");
        String light = background();
        assertThat(Contrast.least(browser, "document", TEXTS)).isGreaterThan(Contrast.REQUIRED);
        keep("advisor-report.png");

        browser.emulate("screen", "dark");
        assertThat(background()).isNotEqualTo(light);
        assertThat(Contrast.least(browser, "document", TEXTS)).isGreaterThan(Contrast.REQUIRED);
        keep("advisor-report-dark.png");

        browser.emulate("print", "dark");
        assertThat(background()).isEqualTo("rgb(255, 255, 255)");
        assertThat(Contrast.least(browser, "document", TEXTS)).isGreaterThan(Contrast.REQUIRED);
        browser.emulate("screen", "light");
    }

    private String background() {
        return browser.evaluate("getComputedStyle(document.body).backgroundColor")
                .asText();
    }

    /** Saves a screenshot with the test results, and in the documentation on request. */
    private void keep(String name) throws IOException {
        byte[] picture = browser.screenshot();
        assertThat(picture).hasSizeGreaterThan(10_000);
        Path target = Path.of("target");
        Files.write(target.resolve(name), picture);
        if ("write".equals(System.getProperty("millrace.docs"))) {
            Files.write(Path.of("..", "docs", "images", name), picture);
        }
    }

    /** An open transaction that logins wait for. */
    private static String reportOfALockedTable() throws SQLException {
        ServerUnderTest server = AdvisedServers.small();
        AdminClient admin = AdminClient.of(server.node());
        admin.token();
        List<CompletableFuture<Integer>> logins;
        try (Connection connection = server.database().connect();
                Statement lock = connection.createStatement()) {
            connection.setAutoCommit(false);
            lock.execute("LOCK TABLE user_entity IN ACCESS EXCLUSIVE MODE");
            logins = Logins.ofUnknownUsers(server.node(), 5 * AdvisedServers.REQUEST_THREADS);
            Polling.await(
                    "the lock is found",
                    () -> Brief.of(server.node()).principal().equals("KC-PG-008"));
            connection.rollback();
        }
        logins.forEach(CompletableFuture::join);
        // The report that was kept: on a slow machine the lock is over before another one can be read.
        String incident = "";
        for (JsonNode kept : admin.get(ADVISOR + "/incidents").ok().json().path("incidents")) {
            if (incident.isEmpty() && kept.path("principal").asText().equals("KC-PG-008")) {
                incident = kept.path("id").asText();
            }
        }
        String node = admin.get(ADVISOR).ok().json().path("node").asText();
        // The pictures are published without the name of the machine.
        return admin.get(ADVISOR + "/incidents/" + incident + "?format=html")
                .ok()
                .body()
                .replace(node, "kc-1");
    }
}
