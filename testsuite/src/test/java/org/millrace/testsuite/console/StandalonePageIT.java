package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.browser.Browser;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;

/** The page at {@code /realms/{realm}/millrace}; in a real browser where a Chromium is. */
class StandalonePageIT {
    private static final String PAGE = "/realms/master/millrace";

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void pageIsOffByDefault() throws IOException, InterruptedException {
        assertThat(get(SharedServers.h2().node(), PAGE).statusCode()).isEqualTo(404);
    }

    @Test
    void pageAndFilesHaveStrictHeaders() throws IOException, InterruptedException {
        Node node = SharedServers.postgres().node();

        for (String path : List.of(PAGE, PAGE + "/js/standalone.js", PAGE + "/css/standalone.css")) {
            HttpResponse<String> response = get(node, path);
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            assertThat(header(response, "Content-Security-Policy"))
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(response, "X-Frame-Options")).isEqualTo("DENY");
            assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
        }
        assertThat(get(node, PAGE + "/js/missing.js").statusCode()).isEqualTo(404);
        assertThat(get(node, PAGE + "/js/..%2F..%2Ftheme.properties").statusCode())
                .isGreaterThanOrEqualTo(400);
        assertThat(get(node, "/realms/missing/millrace").statusCode()).isEqualTo(404);
    }

    @Test
    void sessionOfTheConsoleIsUsedAndWithoutOneThePageLinksThere(@TempDir Path profile) {
        Optional<Path> executable = Browser.executable();
        assumeTrue(executable.isPresent(), "no Chromium on the path: -Dmillrace.browser=… names one");
        Node node = SharedServers.postgres().node();
        AdminClient admin = AdminClient.of(node);
        String realm = "standalone-" + UUID.randomUUID();
        admin.createRealm(realm, Map.of("adminTheme", "millrace"));
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "realm-admin");

        try (PageInBrowser page = new PageInBrowser(executable.get(), profile, node)) {
            page.open("/realms/" + realm + "/millrace");
            page.await(
                    "the link to the console",
                    "document.querySelector('main a')?.pathname === '/admin/" + realm + "/console/'");
            page.logIn(realm, "manager");
            page.browser().resize(360, 740, 2);
            page.open("/realms/" + realm + "/millrace");
            page.choose("users.csv", "username\\n", "user-${i}\\n", 20);
            page.press("Start import");
            page.awaitText("The import has ended");

            assertThat(page.browser().complaints()).noneMatch(each -> each.contains("Content Security Policy"));
            assertThat(page.evaluate("querySelector('dialog').scrollWidth").asInt())
                    .isLessThanOrEqualTo(360);
            assertThat(page.evaluate("getElementById('close') === null").asBoolean())
                    .isTrue();
            assertThat(admin.get("/admin/realms/" + realm + "/users/count")
                            .ok()
                            .json()
                            .asInt())
                    .isEqualTo(21);
        } finally {
            admin.deleteRealm(realm);
        }
    }

    private HttpResponse<String> get(Node node, String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(node.baseUri().resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
