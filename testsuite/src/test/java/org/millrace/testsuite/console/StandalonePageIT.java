package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.restassured.http.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.browser.Browser;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.SharedServers;

/** The page at {@code /realms/{realm}/millrace}; in a real browser where a Chromium is. */
class StandalonePageIT {
    private static final String PAGE = "/realms/master/millrace";

    @Test
    void pageIsOffByDefault() {
        get(SharedServers.postgresWithForeignKeysByChunk().node(), PAGE).then().statusCode(404);
    }

    @Test
    void pageAndFilesHaveStrictHeaders() {
        Node node = SharedServers.postgres().node();

        for (String path : List.of(PAGE, PAGE + "/js/standalone.js", PAGE + "/css/standalone.css")) {
            get(node, path)
                    .then()
                    .statusCode(200)
                    .header(
                            "Content-Security-Policy",
                            allOf(
                                    containsString("default-src 'none'"),
                                    containsString("script-src 'self'"),
                                    containsString("frame-ancestors 'none'"),
                                    not(containsString("unsafe"))))
                    .header("X-Content-Type-Options", "nosniff")
                    .header("X-Frame-Options", "DENY")
                    .header("Cache-Control", "no-store");
        }
        get(node, PAGE + "/js/missing.js").then().statusCode(404);
        get(node, PAGE + "/js/..%2F..%2Ftheme.properties").then().statusCode(greaterThanOrEqualTo(400));
        get(node, "/realms/missing/millrace").then().statusCode(404);
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

    private static Answer get(Node node, String path) {
        return Answer.of(RestRequests.to(node.baseUri()), Method.GET, path);
    }
}
