package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.client.Problems.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.client.Polling;

/** The advisor's contract on every database. */
public abstract class AdvisorContract implements ReportFormatContract, CalculatorContract {

    /** Path of the advisor. */
    public static final String ADVISOR = "/admin/realms/master/advisor";

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
    void nodeWithoutOthersIsAClusterOfOne() {
        JsonNode report = admin().get(ADVISOR + "/report?scope=cluster").ok().json();

        assertThat(report.path("nodes")).hasSize(1);
        assertThat(report.at("/nodes/0/answered").asBoolean()).isTrue();
        assertThat(report.at("/nodes/0/node").asText())
                .isEqualTo(report.path("node").asText());
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

    static JsonNode setting(JsonNode snapshot, String name) {
        for (JsonNode setting : snapshot.path("settings")) {
            if (setting.path("name").asText().equals(name)) {
                return setting;
            }
        }
        throw new AssertionError("no setting " + name + " in " + snapshot);
    }
}
