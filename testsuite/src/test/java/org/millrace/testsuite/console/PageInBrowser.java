package org.millrace.testsuite.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.millrace.testsuite.browser.Browser;
import org.millrace.testsuite.browser.Contrast;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/** The page in a browser that reaches a node under the published host name of the server. */
final class PageInBrowser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROOT = "document.querySelector('millrace-page')?.shadowRoot";
    private static final String CHOOSE = "const input = " + ROOT + ".querySelector('input[type=file]');"
            + "input.files = files.files; input.dispatchEvent(new Event('change'));";

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
        await("the console", "document.querySelector('nav') !== null");
    }

    /** Opens the page by the navigation of the console. */
    void openByNavigation() {
        await("the navigation", "document.getElementById('millrace-navigation') !== null");
        browser.evaluate("document.querySelector('#millrace-navigation button').click()");
    }

    void open(String path) {
        browser.open(URI.create(ServerUnderTest.HOSTNAME + path));
    }

    /** Chooses a file with this number of rows, each an expression of {@code i}. */
    void choose(String name, String header, String row, int rows) {
        give(name, rowsOf(header, row, rows), CHOOSE);
    }

    /** The same by dropping the file. */
    void drop(String name, String header, String row, int rows) {
        give(
                name,
                rowsOf(header, row, rows),
                ROOT + ".querySelector('.drop')"
                        + ".dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));");
    }

    /** Chooses a file with this text. */
    void choose(String name, String text) {
        give(name, json(text), CHOOSE);
    }

    /** The same, compressed with gzip. */
    void chooseCompressed(String name, String text) {
        give(
                name,
                "await new Response(new Blob([" + json(text)
                        + "]).stream().pipeThrough(new CompressionStream('gzip'))).blob()",
                CHOOSE);
    }

    private static String rowsOf(String header, String row, int rows) {
        return "'" + header + "' + Array.from({ length: " + rows + " }, (_, i) => `" + row + "`).join('')";
    }

    /** @param content an expression of JavaScript */
    private void give(String name, String content, String action) {
        awaitIn("the form", "querySelector('input[type=file]') != null");
        browser.evaluate("(async () => { const files = new DataTransfer(); files.items.add(new File([" + content
                + "], '" + name + "'));" + action + "})()");
        awaitIn("the file is recognised", "querySelector('.drop .quiet').textContent.startsWith('" + name + ": ')");
    }

    /** A text as an expression of JavaScript. */
    static String json(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    void press(String label) {
        String button =
                "[..." + ROOT + ".querySelectorAll('button')].find(each => each.textContent === '" + label + "')";
        await(label + " can be pressed", "(" + button + ")?.matches(':not(:disabled, [aria-disabled=true])') === true");
        browser.evaluate(button + ".click()");
    }

    /** Puts the focus on a button, as pressing Tab until it is reached would. */
    void focus(String label) {
        String button =
                "[..." + ROOT + ".querySelectorAll('button')].find(each => each.textContent === '" + label + "')";
        await(label + " exists", button + " !== undefined");
        browser.evaluate(button + ".focus()");
    }

    void awaitFocusOn(String text) {
        awaitIn("the focus on " + text, "activeElement?.textContent.includes('" + text + "')");
    }

    /** Chooses a value of a control of the form. */
    void select(String control, String value) {
        browser.evaluate("(() => { const control = " + ROOT + ".querySelector('select[name=" + control + "]');"
                + "control.value = '" + value + "';"
                + "control.dispatchEvent(new Event('change', { bubbles: true })); })()");
    }

    /** The chosen value of a control of the form. */
    String selected(String control) {
        return evaluate("querySelector('select[name=" + control + "]').value").asText();
    }

    /** What the page takes a file for, or its message. */
    String recognise(String name, String text) {
        browser.evaluate("window.recognised = null; import('/realms/master/millrace/js/source.js')"
                + ".then((source) => source.recognise(new File([" + json(text) + "], '" + name + "')))"
                + ".then((what) => `${what.entity} ${what.source} ${what.mediaType}`, (error) => error.message)"
                + ".then((result) => { window.recognised = result; })");
        await(name + " is recognised", "window.recognised !== null");
        return browser.evaluate("window.recognised").asText();
    }

    /** Replaces a text wherever the page shows it. */
    void replaceText(String text, String by) {
        browser.evaluate("(() => { const texts = document.createTreeWalker(" + ROOT + ", NodeFilter.SHOW_TEXT);"
                + "while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(" + json(text)
                + ", "
                + json(by) + "); })()");
    }

    /** Background of the page, and whether its form controls are light or dark. */
    String colors() {
        return browser.evaluate("(() => { const style = getComputedStyle(" + ROOT
                        + ".querySelector('dialog')); return style.backgroundColor + ' ' + style.colorScheme; })()")
                .asText();
    }

    /** Saves a screenshot in the documentation if {@code millrace.docs} is {@code write}. */
    void keep(String name) throws IOException {
        if ("write".equals(System.getProperty("millrace.docs"))) {
            Files.write(Path.of("..", "docs", "images", name), browser.screenshot());
        }
    }

    double leastContrast() {
        return Contrast.least(browser, ROOT, "h1,h2,h3,p,li,td,th,dt,dd,pre,span,label,select,button:not(:disabled)");
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
