package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.browser.Browser;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;

/** The page in Keycloak's admin console, in a real browser: skipped where no Chromium is. */
class ConsolePageIT {
    private final Node node = SharedServers.postgres().node();
    private final AdminClient admin = AdminClient.of(node);
    private final String realm = "console-" + UUID.randomUUID();
    private PageInBrowser page;

    @BeforeEach
    void startBrowser(@TempDir Path profile) {
        Optional<Path> executable = Browser.executable();
        assumeTrue(executable.isPresent(), "no Chromium on the path: -Dmillrace.browser=… names one");
        page = new PageInBrowser(executable.get(), profile, node);
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
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "realm-admin");
        page.logIn(realm, "manager");
        page.openByNavigation();
        page.choose(
                "users.csv",
                "username,email\\n",
                "user-${i},${i % 50 === 7 ? 'not an address' : `user-${i}@example.org`}\\n",
                300);

        page.press("Dry run");
        page.awaitText("invalid-email");

        assertThat(page.text()).contains("nothing was written");
        assertThat(count()).isEqualTo(1);
        takePicture();
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
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "realm-admin");
        page.logIn(realm, "manager");
        page.openByNavigation();
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

    /** How many examples the row of a code has. */
    private int examples(String code) {
        return page.evaluate("querySelectorAll('tbody tr').values().find(row => row.cells[0].textContent === '" + code
                        + "').cells[2].firstChild.children.length")
                .asInt();
    }

    @Test
    void textOfARecordIsNeverMarkup() {
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "manage-users");
        page.logIn(realm, "manager");
        page.openByNavigation();
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
    void pageFitsATelephone() {
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "manage-users");
        page.browser().resize(360, 740, 2);
        page.logIn(realm, "manager");
        page.openByNavigation();

        page.awaitIn("the form", "querySelector('form') != null");

        assertThat(page.evaluate("querySelector('dialog').scrollWidth").asInt()).isLessThanOrEqualTo(360);
    }

    private int count() {
        return admin.get("/admin/realms/" + realm + "/users/count").ok().json().asInt();
    }

    private void takePicture() throws IOException {
        if ("write".equals(System.getProperty("millrace.docs"))) {
            page.browser().resize(1280, 1150, 1);
            Files.write(
                    Path.of(System.getProperty("project.root"), "docs", "images", "console-page.png"),
                    page.browser().screenshot());
        }
    }
}
