package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.browser.Contrast;
import org.millrace.testsuite.program.NeedsChromium;

/** The page in Keycloak's admin console, in a real browser. */
@NeedsChromium
class ConsolePageIT extends ConsolePage {
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

    /** Saves a screenshot in the documentation on request; afterwards the window has this size. */
    private void keep(String name, int width, int height) throws IOException {
        page.browser().resize(width, height, 1);
        page.replaceText(realm, "acme");
        page.keep(name);
    }
}
