package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.browser.Browser;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The page in Keycloak's admin console, in a real browser: skipped where no Chromium is. */
class ConsolePageIT {
    private static final String DIALOG = "document.querySelector('millrace-page').shadowRoot";

    private final Node node = SharedServers.postgres().node();
    private final AdminClient admin = AdminClient.of(node);
    private final String realm = "console-" + UUID.randomUUID();
    private Browser browser;

    @BeforeEach
    void startBrowser(@TempDir Path profile) {
        Optional<Path> executable = Browser.executable();
        assumeTrue(executable.isPresent(), "no Chromium on the path: -Dmillrace.browser=… names one");
        URI published = URI.create(ServerUnderTest.HOSTNAME);
        browser = Browser.start(
                executable.get(),
                profile,
                "--host-resolver-rules=MAP " + published.getAuthority() + " 127.0.0.1:"
                        + node.baseUri().getPort());
        browser.resize(1280, 900, 1);
        admin.createRealm(realm, Map.of("adminTheme", "millrace"));
    }

    @AfterEach
    void stopBrowser() {
        if (browser != null) {
            browser.close();
            admin.deleteRealm(realm);
        }
    }

    @Test
    void administratorImportsATableWithFaults() throws IOException {
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "realm-admin");
        logIn("manager");
        choose(
                "users.csv",
                "username,email\\n",
                "user-${i},${i % 50 === 7 ? 'not an address' : `user-${i}@example.org`}\\n",
                300);

        press("Dry run");
        await("the dry run's problems", DIALOG + ".textContent.includes('invalid-email')");

        assertThat(text()).contains("nothing was written");
        assertThat(count()).isEqualTo(1);
        takePicture();
        press("Start import");
        await("the import's end", DIALOG + ".textContent.includes('The import has ended')");
        assertThat(count()).isEqualTo(1 + 294);
        assertThat(text()).contains("completed-with-errors").contains("Retry file");
        assertThat(browser.evaluate(DIALOG + ".getElementById('tab-advisor').hidden")
                        .asBoolean())
                .as("the advisor is for administrators of the server")
                .isTrue();
        browser.evaluate(DIALOG + ".getElementById('tab-jobs').click()");
        await("both jobs", DIALOG + ".querySelectorAll('tbody tr').length === 2");
        browser.evaluate(DIALOG + ".querySelector('tbody tr button').click()");
        press("Undo");
        press("Confirm: undo");
        await("the end of the undo", DIALOG + ".textContent.includes('The undo has ended: completed.')");
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void textOfARecordIsNeverMarkup() {
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "manage-users");
        logIn("manager");
        choose("users.csv", "username,email\\n", "<img src=x onerror=window.markup=1>${i},missing\\n", 1);

        press("Dry run");
        await("the dry run's problems", DIALOG + ".textContent.includes('invalid-email')");

        assertThat(text()).contains("<img src=x");
        assertThat(browser.evaluate(DIALOG + ".querySelectorAll('img').length").asInt())
                .isZero();
        assertThat(browser.evaluate("window.markup === undefined").asBoolean()).isTrue();
    }

    @Test
    void aUserWithoutARoleSeesAMessage() {
        String user = admin.createUser(realm, "reader", "reader");
        admin.grant(realm, user, "realm-management", "view-realm");
        logIn("reader");

        await("the refusal", DIALOG + ".querySelector('.error') !== null");

        assertThat(browser.evaluate(DIALOG + ".querySelector('input[type=file]') === null")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void pageFitsATelephone() {
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "manage-users");
        browser.resize(360, 740, 2);
        logIn("manager");

        await("the form", DIALOG + ".querySelector('form') !== null");

        assertThat(browser.evaluate(DIALOG + ".querySelector('dialog').scrollWidth")
                        .asInt())
                .isLessThanOrEqualTo(360);
    }

    private void logIn(String user) {
        browser.open(URI.create(ServerUnderTest.HOSTNAME + "/admin/" + realm + "/console/"));
        await("the login form", "document.getElementById('kc-form-login') !== null");
        browser.evaluate("document.getElementById('username').value = '" + user + "';"
                + "document.getElementById('password').value = '" + user + "';"
                + "document.getElementById('kc-form-login').submit()");
        await("the navigation", "document.getElementById('millrace-navigation') !== null");
        browser.evaluate("document.querySelector('#millrace-navigation button').click()");
    }

    /** Chooses a file with this number of rows, each an expression of {@code i}. */
    private void choose(String name, String header, String row, int rows) {
        await("the form", DIALOG + ".querySelector('input[type=file]') !== null");
        browser.evaluate(
                "(() => { let text = '" + header + "'; for (let i = 0; i < " + rows + "; i++) text += `" + row + "`;"
                        + "const files = new DataTransfer(); files.items.add(new File([text], '" + name + "'));"
                        + "const input = " + DIALOG + ".querySelector('input[type=file]');"
                        + "input.files = files.files; input.dispatchEvent(new Event('change')); })()");
    }

    private void press(String label) {
        String button =
                "[..." + DIALOG + ".querySelectorAll('button')].find(each => each.textContent === '" + label + "')";
        await(label + " can be pressed", "(" + button + ")?.disabled === false");
        browser.evaluate(button + ".click()");
    }

    private void await(String what, String condition) {
        Polling.await(what, () -> browser.evaluate(condition).asBoolean());
    }

    private String text() {
        return browser.evaluate(DIALOG + ".textContent").asText();
    }

    private int count() {
        return admin.get("/admin/realms/" + realm + "/users/count").ok().json().asInt();
    }

    private void takePicture() throws IOException {
        if ("write".equals(System.getProperty("millrace.docs"))) {
            browser.resize(1280, 1150, 1);
            Files.write(
                    Path.of(System.getProperty("project.root"), "docs", "images", "console-page.png"),
                    browser.screenshot());
        }
    }
}
