package org.millrace.testsuite.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import org.millrace.testsuite.browser.Browser;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** The page in a browser that reaches a node under the published host name of the server. */
final class PageInBrowser implements AutoCloseable {
    private static final String ROOT = "document.querySelector('millrace-page')?.shadowRoot";

    private final Browser browser;

    PageInBrowser(Path executable, Path profile, Node node) {
        URI published = URI.create(ServerUnderTest.HOSTNAME);
        browser = Browser.start(
                executable,
                profile,
                "--host-resolver-rules=MAP " + published.getAuthority() + " 127.0.0.1:"
                        + node.baseUri().getPort(),
                // Web Crypto exists on https only, and on this origin.
                "--unsafely-treat-insecure-origin-as-secure=" + ServerUnderTest.HOSTNAME);
        browser.resize(1280, 900, 1);
    }

    Browser browser() {
        return browser;
    }

    /** Logs in to the admin console of the realm; the name is the password. */
    void logIn(String realm, String user) {
        open("/admin/" + realm + "/console/");
        await("the login form", "document.getElementById('kc-form-login') !== null");
        browser.evaluate("document.getElementById('username').value = '" + user + "';"
                + "document.getElementById('password').value = '" + user + "';"
                + "document.getElementById('kc-form-login').submit()");
        await("the navigation", "document.getElementById('millrace-navigation') !== null");
    }

    /** Opens the page by the navigation of the console. */
    void openByNavigation() {
        browser.evaluate("document.querySelector('#millrace-navigation button').click()");
    }

    void open(String path) {
        browser.open(URI.create(ServerUnderTest.HOSTNAME + path));
    }

    /** Chooses a file with this number of rows, each an expression of {@code i}. */
    void choose(String name, String header, String row, int rows) {
        give(
                name,
                header,
                row,
                rows,
                "const input = " + ROOT + ".querySelector('input[type=file]');"
                        + "input.files = files.files; input.dispatchEvent(new Event('change'));");
    }

    /** The same by dropping the file. */
    void drop(String name, String header, String row, int rows) {
        give(
                name,
                header,
                row,
                rows,
                ROOT + ".querySelector('.drop')"
                        + ".dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));");
    }

    private void give(String name, String header, String row, int rows, String action) {
        awaitIn("the form", "querySelector('input[type=file]') != null");
        browser.evaluate("(() => { let text = '" + header + "'; for (let i = 0; i < " + rows + "; i++) text += `" + row
                + "`; const files = new DataTransfer(); files.items.add(new File([text], '" + name + "'));" + action
                + "})()");
    }

    void press(String label) {
        String button =
                "[..." + ROOT + ".querySelectorAll('button')].find(each => each.textContent === '" + label + "')";
        await(label + " can be pressed", "(" + button + ")?.disabled === false");
        browser.evaluate(button + ".click()");
    }

    void await(String what, String condition) {
        Polling.await(what, () -> browser.evaluate(condition).asBoolean());
    }

    /** @param condition about the shadow root of the page */
    void awaitIn(String what, String condition) {
        await(what, ROOT + "?." + condition);
    }

    void awaitText(String text) {
        awaitIn(text, "textContent.includes('" + text + "')");
    }

    String text() {
        return browser.evaluate(ROOT + ".textContent").asText();
    }

    /** @param expression about the shadow root of the page */
    JsonNode evaluate(String expression) {
        return browser.evaluate(ROOT + "." + expression);
    }

    /** Records the text of each file that the page saves from now on, by its name. */
    void recordSavedFiles() {
        browser.evaluate("window.saved = {}; HTMLAnchorElement.prototype.click = function () {"
                + "const name = this.download; fetch(this.href).then((file) => file.text())"
                + ".then((text) => { window.saved[name] = text; }); }");
    }

    /** The lines of the saved file whose name begins so, waiting for it. */
    String[] savedLines(String prefix) {
        String name = "Object.keys(window.saved).find((each) => each.startsWith('" + prefix + "'))";
        await("the file " + prefix, name + " !== undefined");
        return browser.evaluate("window.saved[" + name + "]").asText().strip().split("\r?\n");
    }

    @Override
    public void close() {
        browser.close();
    }
}
