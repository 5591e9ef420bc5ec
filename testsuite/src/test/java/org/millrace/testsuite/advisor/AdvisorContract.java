package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.millrace.testsuite.client.Problems.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.http.Method;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.server.ServerUnderTest;

/** The advisor's contract on every database. */
public abstract class AdvisorContract {

    /** Path of the advisor. */
    public static final String ADVISOR = "/admin/realms/master/advisor";

    private static final Map<String, Object> GUIDE_EXAMPLE = Map.of(
            "loginsPerSecond", 45,
            "logoutsPerSecond", 5,
            "clientCredentialGrantsPerSecond", 600,
            "refreshesPerSecond", 360,
            "pods", 3,
            "sites", 1,
            "guide", "26.0");

    abstract ServerUnderTest server();

    AdminClient admin() {
        return AdminClient.of(server().node());
    }

    @Test
    void overviewLinksToTheRest() {
        JsonNode overview = admin().get(ADVISOR).ok().json();

        assertThat(overview.path("node").asText()).isNotBlank();
        assertThat(overview.path("version").asText()).isNotBlank();
        assertThat(overview.at("/sampling/state").asText()).isIn("starting", "running");
        for (String link : new String[] {"report", "snapshot", "rules", "plan"}) {
            String path = URI.create(overview.path("links").path(link).asText()).getPath();
            assertThat(admin().get(path).status()).as(link).isEqualTo(200);
        }
    }

    @Test
    void reportHasTheShapeThatWasPromised() {
        Answer answer = admin().get(ADVISOR + "/report").ok();

        assertThat(answer.header("Content-Type")).hasValue("application/json;charset=UTF-8");
        List<String> names = new ArrayList<>();
        answer.json().fieldNames().forEachRemaining(names::add);
        // Of changes that another test made to this server.
        names.remove("applied");
        assertThat(names)
                .containsExactly(
                        "generatedAt",
                        "node",
                        "context",
                        "window",
                        "summary",
                        "doNow",
                        "principal",
                        "next",
                        "timeModel",
                        "findings",
                        "recent",
                        "healthy",
                        "skipped",
                        "suppressed");
        assertThat(answer.json().path("window").asText()).isEqualTo("PT5M");
    }

    @Test
    void everyRuleHasExactlyOneVerdict() {
        JsonNode report = admin().get(ADVISOR + "/report").ok().json();
        JsonNode rules = admin().get(ADVISOR + "/rules").ok().json().path("rules");

        long findings = report.path("findings").findValuesAsText("rule").stream()
                .filter(rule -> !rule.startsWith("KC-TIME-"))
                .count();
        long verdicts = findings
                + report.path("healthy").size()
                + report.path("skipped").size()
                + report.path("suppressed").size();
        assertThat(verdicts).isEqualTo(rules.size()).isPositive();
    }

    @Test
    void reportIsMarkdownForWhoAsks() {
        Answer byParameter =
                admin().get(ADVISOR + "/report?format=markdown&window=1m").ok();
        Answer byHeader = accepting("text/markdown");

        assertThat(byParameter.header("Content-Type")).hasValue("text/markdown;charset=UTF-8");
        assertThat(byParameter.body()).startsWith("# Advisor report: ").contains("from the last 1 minute");
        assertThat(byHeader.body()).startsWith("# Advisor report: ");
    }

    @Test
    void reportIsAPageForABrowser() {
        Answer byParameter = admin().get(ADVISOR + "/report?format=html").ok();
        Answer byHeader = accepting("text/html,application/xhtml+xml,*/*;q=0.8").ok();

        assertThat(byParameter.header("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(byParameter.body()).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(byHeader.body()).startsWith("<!DOCTYPE html>");
    }

    @Test
    void nodeWithoutOthersIsAClusterOfOne() {
        JsonNode report = admin().get(ADVISOR + "/report?scope=cluster").ok().json();

        assertThat(report.path("nodes")).hasSize(1);
        assertThat(report.at("/nodes/0/answered").asBoolean()).isTrue();
        assertThat(report.at("/nodes/0/node").asText())
                .isEqualTo(report.path("node").asText());
    }

    @ParameterizedTest
    @CsvSource({
        "format=pdf, unsupported-format",
        "window=1h, invalid-window",
        "window=soon, invalid-window",
        "scope=galaxy, unsupported-scope"
    })
    void whatIsNotSupportedIsAProblemWithACode(String query, String code) {
        Answer answer = admin().get(ADVISOR + "/report?" + query);

        assertProblem(answer, 400, code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*                                        | application/json",
                "text/*                                     | text/html",
                "text/markdown;q=0.9, text/html;q=0.1       | text/markdown",
                "text/html;q=0, text/*                      | text/markdown",
                "*/*, application/json;q=0, text/html;q=0.5 | text/markdown"
            })
    void formatIsTheOneThatIsWantedMost(String accept, String mediaType) {
        assertThat(accepting(accept).ok().header("Content-Type")).hasValue(mediaType + ";charset=UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/png", "text/html;q=0", "application/json;q=0.0, text/csv"})
    void whatIsNotAcceptableIsSaidSo(String accept) {
        Answer answer = accepting(accept);

        assertProblem(answer, 406, "not-acceptable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;q=NaN", "application/json;q=1.5", "json", "text/html;q=x, */*"})
    void headerThatCannotBeReadIsSaidToBeSo(String accept) {
        Answer answer = accepting(accept);

        assertProblem(answer, 400, "invalid-accept");
    }

    @Test
    void whoNamesAFormatNeedsNoHeader() {
        admin().given()
                .header("Accept", "json")
                .get(ADVISOR + "/report?format=json")
                .then()
                .statusCode(200)
                .header("Content-Type", "application/json;charset=UTF-8");
    }

    @Test
    void advisorIsInTheAdministrationRealmOnly() {
        String realm = "advisor-" + UUID.randomUUID();
        admin().createRealm(realm);

        Answer answer = admin().get("/admin/realms/" + realm + "/advisor/report");

        answer.then().statusCode(404).header("Content-Type", "application/problem+json");
        admin().deleteRealm(realm);
    }

    @Test
    void calculatorAnswersTheExampleOfTheGuide() {
        JsonNode sizing = admin().post(ADVISOR + "/sizing", GUIDE_EXAMPLE).ok().json();

        assertThat(sizing.at("/cpu/requestCoresPerPod").asDouble()).isEqualTo(3);
        assertThat(sizing.at("/cpu/limitCoresPerPod").asDouble()).isEqualTo(7.5);
        assertThat(sizing.at("/database/writeIops").asDouble()).isEqualTo(5740);
        assertThat(sizing.path("formulas")).isNotEmpty();
    }

    @Test
    void calculatorKnowsWhatThePresentInstallationCanHold() {
        JsonNode capacity =
                admin().post(ADVISOR + "/sizing/capacity", GUIDE_EXAMPLE).ok().json();

        assertThat(capacity.at("/burst/factor").asDouble()).isPositive();
        assertThat(capacity.at("/installation/cpuLimit").asDouble()).isPositive();
    }

    /** Values that neither the request nor the server provides are taken from the guide, and reported as such. */
    @Test
    void capacityCanBeAskedForWithoutAMix() {
        for (String body : List.of("", "{}")) {
            JsonNode capacity = admin().post(ADVISOR + "/sizing/capacity", "application/json", body)
                    .ok()
                    .json();

            assertThat(capacity.at("/burst/factor").asDouble()).isPositive();
            assertThat(capacity.at("/burst/binding").asText()).isNotEmpty();
            assertThat(capacity.path("mixFrom").asText()).isIn("measured", "guide");
        }
    }

    @Test
    void questionThatIsTooLongIsRefused() {
        String question = "{\"guide\":\"" + "x".repeat(300 * 1024) + "\"}";

        for (String call : List.of("/sizing", "/sizing/capacity", "/load-test")) {
            Answer answer = admin().post(ADVISOR + call, "application/json", question);

            assertProblem(answer, 413, "body-too-large");
        }
    }

    @Test
    void loadTestIsJudgedRunByRun() {
        Map<String, Object> run = Map.of("virtualUsers", 100, "responseSeconds", 0.02, "throughput", 5000);

        JsonNode answer = admin().post(ADVISOR + "/load-test", Map.of("runs", List.of(run)))
                .ok()
                .json();

        assertThat(answer.at("/runs/0/limit").asText()).isEqualTo("generator");
        assertThat(admin().post(ADVISOR + "/load-test", Map.of("runs", 1))
                        .json()
                        .path("code")
                        .asText())
                .isEqualTo("invalid-load-test");
    }

    @Test
    void questionThatCannotBeCalculatedIsAProblemWithAReason() {
        Answer answer = admin().post(ADVISOR + "/sizing", Map.of("loginsPerSecond", -1));

        assertProblem(answer, 400, "invalid-sizing").body("detail", containsString("loginsPerSecond"));
    }

    @Test
    void questionInAnotherFormThanJsonIsRefused() {
        Answer answer = admin().post(ADVISOR + "/sizing", "text/plain", "much");

        assertProblem(answer, 415, "unsupported-media-type");
    }

    @Test
    void snapshotShowsSettingsWithTheirOriginAndNoSecret() {
        Answer answer = admin().get(ADVISOR + "/snapshot").ok();

        JsonNode metrics = setting(answer.json(), "metrics-enabled");
        assertThat(metrics.path("value").asText()).isEqualTo("true");
        assertThat(metrics.path("origin").asText()).isEqualTo("Persisted");
        assertThat(setting(answer.json(), "db-password").path("value").asText()).isEqualTo("*******");
        assertThat(setting(answer.json(), "bootstrap-admin-password")
                        .path("value")
                        .asText())
                .isEqualTo("*******");
    }

    @Test
    void briefOnTheManagementPortNeedsNoToken() {
        JsonNode brief =
                Brief.await(server().node(), answer -> answer.status() == 200).json();

        assertThat(brief.fieldNames())
                .toIterable()
                .containsExactly("findings", "principal", "title", "since", "sampledAt");
        assertThat(brief.path("findings").fieldNames()).toIterable().containsExactly("critical", "warning", "info");
    }

    @Test
    void findingsAreMeters() {
        // A series exists from the first diagnosis that has the finding. Its severity depends on the queue that earlier
        // tests left.
        Polling.await(
                "the finding is a meter",
                () -> Metrics.of(server().node())
                        .text()
                        .contains("keycloak_advisor_findings{lane=\"hygiene\",rule=\"KC-HTTP-003\",severity="));
    }

    @Test
    void incidentsAreListedAndAnUnknownOneIsNotFound() {
        assertThat(admin().get(ADVISOR + "/incidents")
                        .ok()
                        .json()
                        .path("incidents")
                        .isArray())
                .isTrue();

        Answer unknown = admin().get(ADVISOR + "/incidents/20260101T000000Z-KC-NONE-001");

        assertProblem(unknown, 404, "unknown-incident");
    }

    @Test
    void markedChangeIsListedAndStored() {
        String label = "pool 100 to 20, " + UUID.randomUUID();

        Answer marked = admin().post(ADVISOR + "/changes", Map.of("label", label));

        assertThat(marked.status()).isEqualTo(201);
        JsonNode listed = admin().get(ADVISOR + "/changes").ok().json().path("changes");
        assertThat(listed.findValuesAsText("id"))
                .contains(marked.json().path("id").asText());
        assertThat(listed.path(0).fieldNames())
                .toIterable()
                .contains("id", "kind", "at", "node", "nodes", "together", "before", "after", "effects");
        assertThat(admin().get(ADVISOR + "/changes").json().toString()).contains(label);
        try {
            Polling.until("the mark is stored", () -> {
                try (Connection connection = server().database().connect();
                        PreparedStatement query =
                                connection.prepareStatement("SELECT 1 FROM " + changeTable() + " WHERE NAME = ?")) {
                    query.setString(1, label);
                    return query.executeQuery().next();
                }
            });
        } catch (SQLException e) {
            throw new AssertionError("the table of changes cannot be read", e);
        }
    }

    /** Where case matters, tables have the names in the change log. */
    String changeTable() {
        return "millrace_change";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"label\":\"\"}", "{\"label\":\"a\\u0000b\"}", "{\"label\":1}", "{\"name\":\"x\"}", "[]"
            })
    void markNeedsALabel(String body) {
        Answer answer = admin().post(ADVISOR + "/changes", "application/json", body);

        assertProblem(answer, 400, "invalid-change");
    }

    @Test
    void principalIsNeverAnInfo() {
        for (JsonNode finding : admin().get(ADVISOR + "/report").ok().json().path("findings")) {
            assertThat(finding.path("principal").asBoolean()
                            && finding.path("severity").asText().equals("info"))
                    .as("%s", finding)
                    .isFalse();
        }
    }

    private Answer accepting(String mediaType) {
        return Answer.of(admin().given().header("Accept", mediaType), Method.GET, ADVISOR + "/report");
    }

    static JsonNode setting(JsonNode snapshot, String name) {
        for (JsonNode setting : snapshot.path("settings")) {
            if (setting.path("name").asText().equals(name)) {
                return setting;
            }
        }
        throw new AssertionError("no setting " + name + " in " + snapshot);
    }
}
