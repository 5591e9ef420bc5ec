package org.millrace.testsuite.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.http.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.RestRequests;
import org.millrace.testsuite.program.NeedsChromium;
import org.millrace.testsuite.program.OptionalProgram;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The page at {@code /realms/{realm}/millrace}; in a real browser where a Chromium is. */
class StandalonePageIT {
    private static final String PAGE = "/realms/master/millrace";

    private static final Path SAMPLES = Path.of("..", "docs", "samples", "sources");

    @Test
    void pageIsOffByDefault() {
        get(SharedServers.permissivePostgres().node(), PAGE).then().statusCode(404);
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

    @NeedsChromium
    @Test
    void sessionOfTheConsoleIsUsedAndWithoutOneThePageLinksThere(@TempDir Path profile) throws IOException {
        Path executable = OptionalProgram.CHROMIUM.required();
        Node node = SharedServers.postgres().node();
        AdminClient admin = AdminClient.of(node);
        String realm = "standalone-" + UUID.randomUUID();
        admin.createRealm(realm, Map.of("adminTheme", "millrace"));
        String user = admin.createUser(realm, "manager", "manager");
        admin.grant(realm, user, "realm-management", "realm-admin");

        try (PageInBrowser page = new PageInBrowser(executable, profile, node)) {
            page.open("/realms/" + realm + "/millrace");
            page.await(
                    "the link to the console",
                    "document.querySelector('main a')?.pathname === '/admin/" + realm + "/console/'");
            page.logIn(realm, "manager");
            page.browser().resize(360, 740, 2);
            page.open("/realms/" + realm + "/millrace");
            page.chooseCompressed(
                    "users.csv.gz",
                    IntStream.range(0, 20)
                            .mapToObj(i -> "user-" + i)
                            .collect(Collectors.joining("\n", "username\n", "\n")));
            page.press("Start import");
            page.awaitText("The import has ended");

            page.evaluate("getElementById('tab-jobs').click()");
            page.awaitIn("the job", "querySelector('tbody button') !== null");
            page.evaluate("querySelector('tbody button').click()");
            page.awaitText("No problems and no warnings");
            page.replaceText(realm, "acme");
            page.keep("console-page-phone.png");
            assertThat(page.browser().complaints()).noneMatch(each -> each.contains("Content Security Policy"));
            assertThat(page.evaluate("querySelector('dialog').scrollWidth").asInt())
                    .isLessThanOrEqualTo(360);
            assertThat(page.browser().authorizedRequests())
                    .as("requests with the token")
                    .isNotEmpty()
                    .allMatch(each -> each.startsWith(ServerUnderTest.HOSTNAME + "/admin/realms/"));
            assertThat(page.browser()
                            .evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")
                            .asText())
                    .as("no token is stored")
                    .doesNotContain("eyJ");
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

    @NeedsChromium
    @Test
    void sourceOfEachSampleIsRecognised(@TempDir Path profile) throws IOException {
        Path executable = OptionalProgram.CHROMIUM.required();
        Map<String, String> expected = new TreeMap<>();
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> samples = Files.list(SAMPLES)) {
            for (Path sample : samples.toList()) {
                String name = sample.getFileName().toString();
                contents.put(name, Files.readString(sample));
                expected.put(name, "users " + name.split("[-.]")[0] + " " + mediaTypeOf(name));
            }
        }
        contents.put(
                "credentials.ndjson",
                "{\"username\":\"ann\",\"credentials\":[{\"type\":\"password\",\"value\":\"x\"}]}\n");
        expected.put("credentials.ndjson", "users keycloak application/x-ndjson");
        contents.put("lines.json", "{\"type\":\"role\",\"name\":\"a\"}\n{\"type\":\"user\",\"username\":\"ann\"}\n");
        expected.put("lines.json", "records keycloak application/x-ndjson");
        contents.put(
                "realm.json", "{\n  \"realm\": \"acme\",\n  \"users\": [ {\n    \"username\": \"ann\"\n  } ]\n}\n");
        expected.put("realm.json", "records keycloak application/json");
        contents.put("long.ndjson", "{\"picture\":\"" + "x".repeat(200_000) + "\",\"type\":\"user\"}\n");
        expected.put("long.ndjson", "records keycloak application/x-ndjson");
        contents.put("endless.ndjson", "{\"picture\":\"" + "x".repeat(5_000_000) + "\",\"type\":\"user\"}\n");
        expected.put("endless.ndjson", "users keycloak application/x-ndjson");
        contents.put("users.csv", "username,email\nann,ann@example.org\n");
        expected.put("users.csv", "users keycloak text/csv");
        contents.put("users.xlsx", "PK");
        expected.put(
                "users.xlsx",
                "users.xlsx is a ZIP archive, such as an Excel workbook. Extract the file, or save the sheet as CSV.");

        try (PageInBrowser page =
                new PageInBrowser(executable, profile, SharedServers.postgres().node())) {
            page.open(PAGE);

            Map<String, String> recognised = new TreeMap<>();
            contents.forEach((name, text) -> recognised.put(name, page.recognise(name, text)));
            assertThat(recognised).isEqualTo(expected);
        }
    }

    private static String mediaTypeOf(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "csv" -> "text/csv";
            case "json" -> "application/json";
            case "ldif" -> "text/ldif";
            default -> "application/x-ndjson";
        };
    }

    /** The administrator of the server, with the report of its advisor, and the export of another system. */
    @NeedsChromium
    @Test
    void administratorOfTheServerReadsTheAdvisorAndImportsAnExport(@TempDir Path profile) throws IOException {
        Path executable = OptionalProgram.CHROMIUM.required();
        Node node = SharedServers.postgres().node();
        AdminClient admin = AdminClient.of(node);
        String label = "pool 100 to 20, " + UUID.randomUUID();
        admin.post("/admin/realms/master/advisor/changes", Map.of("label", label))
                .ok();
        JsonNode report = admin.get("/admin/realms/master/advisor/report").ok().json();

        try (PageInBrowser page = new PageInBrowser(executable, profile, node)) {
            page.logIn("master", ServerUnderTest.ADMIN);
            page.open(PAGE);
            page.choose("users.json", Files.readString(SAMPLES.resolve("okta.json")));
            assertThat(page.selected("source")).isEqualTo("okta");
            page.press("Dry run");
            page.awaitText("nothing was written");
            assertThat(page.text()).contains("Not imported").contains("activated");
            page.press("Delete job");
            page.press("Confirm: delete job");
            page.awaitText("The job and its outcomes were deleted");
            page.awaitIn("the tab of the advisor", "getElementById('tab-advisor').hidden === false");
            page.press("Advisor");
            page.awaitText(label);

            assertThat(page.text()).contains("Plan").contains("Changes and their effect");
            page.press("PostgreSQL");
            page.awaitText("Apply: PostgreSQL");
            page.press("Copy");
            page.awaitIn("an answer to Copy", "querySelector('[role=status].quiet').textContent !== ''");
            page.select("profile", "migration");
            page.press("PostgreSQL");
            page.awaitText("millrace.migration_until");
            page.replaceText(report.path("node").asText(), "kc-1");
            page.evaluate("querySelector('dialog').scrollTo(0, 0)");
            page.keep("console-page-advisor.png");
        }
    }

    private static Answer get(Node node, String path) {
        return Answer.of(RestRequests.to(node.baseUri()), Method.GET, path);
    }
}
