package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.browser.Contrast;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.program.NeedsChromium;
import org.millrace.testsuite.program.OptionalProgram;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;

/** The page in Keycloak's admin console, in a real browser. */
@NeedsChromium
class ConsolePageIT {
    private final Node node = SharedServers.postgres().node();
    private final AdminClient admin = AdminClient.of(node);
    private final String realm = "console-" + UUID.randomUUID();
    private PageInBrowser page;

    @BeforeEach
    void startBrowser(@TempDir Path profile) {
        Path executable = OptionalProgram.CHROMIUM.required();
        page = new PageInBrowser(executable, profile, node);
        admin.createRealm(realm, Map.of("adminTheme", "millrace"));
    }

    @AfterEach
    void stopBrowser() {
        if (page != null) {
            page.close();
            admin.deleteRealm(realm);
        }
    }

    @Test
    void administratorImportsATableWithFaults() throws IOException {
        open("realm-admin");
        page.choose(
                "users.csv",
                "username,email\\n",
                "user-${i},${i % 50 === 7 ? 'not an address' : `user-${i}@example.org`}\\n",
                300);

        page.press("Dry run");
        page.awaitText("invalid-email");

        assertThat(page.text()).contains("nothing was written");
        assertThat(count()).isEqualTo(1);
        keep("console-page.png", 1280, 1150);
        page.select("validation", "lenient");
        page.awaitText("The options differ from those of the dry run");
        page.select("validation", "strict");
        page.press("Start import");
        page.awaitText("The import has ended");
        assertThat(count()).isEqualTo(1 + 294);
        assertThat(page.text()).contains("completed-with-errors").contains("Retry file");
        assertThat(page.evaluate("getElementById('tab-advisor').hidden").asBoolean())
                .as("the advisor is for administrators of the server")
                .isTrue();
        page.evaluate("getElementById('tab-jobs').click()");
        page.awaitIn("both jobs", "querySelectorAll('tbody tr').length === 2");
        page.evaluate("querySelector('tbody tr button').click()");
        page.press("Undo");
        page.press("Confirm: undo");
        page.awaitText("The undo has ended: completed.");
        assertThat(count()).isEqualTo(1);
    }

    /** Ten thousand rows, 200 of them with one of two faults, in a file that is dropped on the page. */
    @Test
    @Tag("thorough")
    void administratorImportsTenThousandRowsWithTwoHundredFaults() {
        open("realm-admin");
        page.drop(
                "users.csv",
                "username,email\\n",
                "${i % 100 === 41 ? 'x' : `user-${i}`},${i % 100 === 7 ? 'not an address' : `user-${i}@example.org`}\\n",
                10_000);
        page.recordSavedFiles();

        page.press("Dry run");
        page.awaitText("nothing was written");

        assertThat(count()).isEqualTo(1);
        assertThat(examples("invalid-email")).isEqualTo(5);
        page.press("All problems as CSV");
        assertThat(page.savedLines("problems.csv")).hasSizeGreaterThanOrEqualTo(1 + 200);
        page.press("Start import");
        page.awaitText("The import has ended");
        assertThat(count()).isEqualTo(1 + 9_800);
        assertThat(page.text()).contains("completed-with-errors").contains("10,000 of 10,000");
        page.press("Retry file");
        assertThat(page.savedLines("retry-")).hasSize(1 + 200);
    }

    /** Opens the page for an administrator of the realm with this role. */
    private void open(String role) {
        createManager(role);
        page.logIn(realm, "manager");
        page.openByNavigation();
    }

    private void createManager(String role) {
        admin.grant(realm, admin.createUser(realm, "manager", "manager"), "realm-management", role);
    }

    /** How many examples the row of a code has. */
    private int examples(String code) {
        return page.evaluate("querySelectorAll('tbody tr').values().find(row => row.cells[0].textContent === '" + code
                        + "').cells[2].firstChild.children.length")
                .asInt();
    }

    @Test
    void textOfARecordIsNeverMarkup() {
        open("manage-users");
        page.choose("users.csv", "username,email\\n", "<img src=x onerror=window.markup=1>${i},missing\\n", 1);

        page.press("Dry run");
        page.awaitText("invalid-email");

        assertThat(page.text()).contains("<img src=x");
        assertThat(page.evaluate("querySelectorAll('img').length").asInt()).isZero();
        assertThat(page.browser().evaluate("window.markup === undefined").asBoolean())
                .isTrue();
    }

    @Test
    void aUserWithoutARoleSeesAMessage() {
        String user = admin.createUser(realm, "reader", "reader");
        admin.grant(realm, user, "realm-management", "view-realm");
        page.logIn(realm, "reader");
        page.openByNavigation();

        page.awaitIn("the refusal", "querySelector('.error') != null");

        assertThat(page.evaluate("querySelector('input[type=file]') === null").asBoolean())
                .isTrue();
    }

    @Test
    void pageFitsAPhoneAndIsReadableInDarkMode() throws IOException {
        open("realm-admin");
        assertThat(page.leastContrast()).isGreaterThan(Contrast.REQUIRED);
        String light = page.colors();
        page.browser().emulate("screen", "dark");
        page.await("the dark theme", "document.documentElement.classList.contains('pf-v5-theme-dark')");
        page.choose("users.csv", "username,email\\n", "a-user-with-a-long-name-${i},not an address of ${i}\\n", 12);
        page.press("Dry run");
        page.awaitText("nothing was written");

        assertThat(page.colors()).isNotEqualTo(light).contains("dark");
        assertThat(page.leastContrast()).isGreaterThan(Contrast.REQUIRED);
        keep("console-page-dark.png", 1280, 1150);
        page.browser().emulate("screen", "light");
        page.browser().resize(360, 740, 2);
        assertFitsAPhone();
        page.evaluate("getElementById('tab-jobs').click()");
        page.awaitIn("the job", "querySelector('tbody tr') !== null");
        assertFitsAPhone();
        page.evaluate("querySelector('tbody button').click()");
        page.awaitText("invalid-email");
        assertFitsAPhone();
        keep("console-page-jobs.png", 1280, 900);
    }

    private void assertFitsAPhone() {
        assertThat(page.evaluate("querySelector('dialog').scrollWidth").asInt()).isLessThanOrEqualTo(360);
        assertThat(page.evaluate(
                                "querySelectorAll('.scroll').values().every(each => each.scrollWidth <= each.clientWidth)")
                        .asBoolean())
                .as("no table scrolls sideways")
                .isTrue();
        assertThat(page.evaluate("querySelectorAll('td:not(:empty)').values().map(each => each.clientWidth)"
                                + ".reduce((least, each) => Math.min(least, each), 1000)")
                        .asInt())
                .as("the width of the narrowest cell")
                .isBetween(250, 360);
    }

    @Test
    void jobIsPausedResumedCancelledAndDeletedWithTheKeyboard() {
        createManager("realm-admin");
        pausedJob();
        page.logIn(realm, "manager");
        page.openByNavigation();
        page.awaitIn("the form", "querySelector('form') != null");

        page.focus("Import");
        page.browser().type("End");
        page.awaitFocusOn("Jobs");
        page.browser().type("Home");
        page.awaitFocusOn("Import");
        page.browser().type("ArrowRight");
        assertThat(page.evaluate("getElementById('tab-jobs').ariaSelected").asText())
                .isEqualTo("true");
        page.focus("paused");
        assertThat(page.evaluate("activeElement.ariaLabel").asText()).startsWith("paused: job of users, created ");
        page.browser().type("Enter");
        page.awaitFocusOn("Job ");
        page.focus("Resume");
        page.browser().type("Enter");
        page.awaitFocusOn("Pause");
        assertThat(onlyJob().path("state").asText()).isEqualTo("running");
        page.browser().type("Enter");
        page.awaitFocusOn("Resume");
        assertThat(onlyJob().path("state").asText()).isEqualTo("paused");
        page.browser().type("Enter");
        page.awaitFocusOn("Pause");
        assertThat(onlyJob().path("state").asText()).isEqualTo("running");
        page.browser().type("Tab");
        page.browser().type("Enter");
        page.awaitFocusOn("Confirm: cancel");
        assertThat(onlyJob().path("state").asText()).isEqualTo("running");
        page.browser().type("Enter");
        page.awaitFocusOn("Retry file");
        assertThat(onlyJob().path("state").asText()).isEqualTo("cancelled");
        page.awaitIn("the list shows it", "querySelector('tbody button').textContent === 'cancelled'");
        page.focus("Delete job");
        page.browser().type("Enter");
        page.browser().type("Enter");
        page.awaitFocusOn("The job and its outcomes were deleted");
        page.awaitText("The realm has no jobs");
        assertThat(jobs()).isEmpty();
    }

    /** A job with one transaction for each of its records, which takes long when it is resumed. */
    private void pausedJob() {
        AdminClient manager = AdminClient.login(node, realm, "manager", "manager");
        String jobs = "/admin/realms/" + realm + "/bulk-import/jobs";
        String job = jobs + "/"
                + manager.post(
                                jobs,
                                Map.of(
                                        "entity",
                                        "users",
                                        "options",
                                        Map.of("chunkSize", 1, "writers", 1),
                                        "source",
                                        Map.of("type", "upload")))
                        .createdId();
        String users = IntStream.range(0, 8_000)
                .mapToObj(i -> "{\"username\":\"user-" + i + "\"}\n")
                .collect(Collectors.joining());
        manager.put(job + "/parts/1", "application/x-ndjson", users.getBytes(StandardCharsets.UTF_8))
                .ok();
        manager.post(job + "/start").ok();
        manager.post(job + "/pause").ok();
    }

    @Test
    void uploadThatFailsOrIsLeftLeavesNoJob() {
        open("realm-admin");

        page.choose("users.csv", "username,shoe-size\\n", "user-${i},42\\n", 2);
        page.press("Start import");
        page.awaitText("shoe-size");
        Polling.await("no job is left", () -> jobs().isEmpty());
        page.choose(
                "more.csv",
                "username,email\\n",
                "${crypto.randomUUID()},${crypto.randomUUID()}@example.org\\n",
                20_000);
        page.browser().throttleUploads(20_000);
        page.press("Start import");
        page.awaitText("Sending the file");
        assertThat(onlyJob().path("state").asText()).isEqualTo("open");
        page.evaluate("getElementById('close').click()");

        Polling.await("the job is deleted", () -> jobs().isEmpty());
        assertThat(count()).isEqualTo(1);
    }

    private JsonNode jobs() {
        return admin.get("/admin/realms/" + realm + "/bulk-import/jobs").ok().json();
    }

    private JsonNode onlyJob() {
        JsonNode jobs = jobs();
        assertThat(jobs).hasSize(1);
        return jobs.path(0);
    }

    private int count() {
        return admin.get("/admin/realms/" + realm + "/users/count").ok().json().asInt();
    }

    /** Saves a screenshot in the documentation on request; afterwards the window has this size. */
    private void keep(String name, int width, int height) throws IOException {
        page.browser().resize(width, height, 1);
        page.replaceText(realm, "acme");
        page.keep(name);
    }
}
