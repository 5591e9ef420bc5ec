package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerUnderTest;

/** What can lose data is named however quiet the server is, with what puts it right. */
class SafetySettingsIT {

    private static final List<String> RULES = List.of("KC-SAFE-001", "KC-SAFE-002", "KC-SAFE-003", "KC-SAFE-004");

    /** What is set for a role is in force for its next sessions: the advisor's is to be one. */
    private static final String NEW_SESSION =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'millrace-advisor'";

    private static final List<String> DANGERS = List.of(
            "ALTER SYSTEM SET full_page_writes = off",
            "ALTER ROLE keycloak SET synchronous_commit = off",
            "SELECT pg_reload_conf()",
            "ALTER TABLE event_entity SET UNLOGGED",
            "ALTER TABLE event_entity SET (autovacuum_enabled = false)",
            "CREATE SCHEMA other_application",
            "CREATE UNLOGGED TABLE other_application.foreign_cache (id int) WITH (autovacuum_enabled = false)");

    private static final List<String> CURES = List.of(
            "ALTER SYSTEM SET full_page_writes = 'on'",
            "ALTER ROLE keycloak SET synchronous_commit = 'on'",
            "SELECT pg_reload_conf()",
            "ALTER TABLE event_entity SET LOGGED",
            "ALTER TABLE event_entity RESET (autovacuum_enabled)");

    /** Users and what refers to them, each before what it refers to: no logged table may refer to an unlogged one. */
    private static final List<String> TABLES_OF_USERS = List.of(
            "issued_ver_credential",
            "user_consent_client_scope",
            "user_consent",
            "credential",
            "federated_identity",
            "user_attribute",
            "user_group_membership",
            "user_required_action",
            "user_role_mapping",
            "user_ver_credential",
            "user_entity");

    private final ServerUnderTest server = AdvisedServers.small();
    private final AdminClient admin = AdminClient.of(server.node());
    private final Reports reports = new Reports(admin);

    @AfterEach
    void asItWas() throws SQLException {
        execute(CURES);
        execute(persistence("LOGGED", backwards(TABLES_OF_USERS)));
        execute(List.of(
                "ALTER SYSTEM RESET full_page_writes",
                "ALTER ROLE keycloak RESET synchronous_commit",
                "SELECT pg_reload_conf()",
                "DROP SCHEMA IF EXISTS other_application CASCADE",
                NEW_SESSION));
    }

    /** What another application does with its own tables is no danger to Keycloak, before the cure or after it. */
    @Test
    void dangersAreNamedOnAQuietServerAndGoneWithTheirChanges() throws SQLException {
        reports.awaitRenewed("full page writes that are known to be on", each -> hasReadFullPageWrites());

        execute(DANGERS);
        execute(List.of(NEW_SESSION));

        JsonNode report = reports.awaitRenewed("all dangers", each -> ids(each).containsAll(RULES));

        for (String rule : RULES) {
            JsonNode finding = Reports.finding(rule, report);
            assertThat(finding.path("lane").asText()).as(rule).isEqualTo("safety");
            assertThat(finding.path("principal").asBoolean()).as(rule).isFalse();
        }
        assertThat(Reports.finding("KC-SAFE-001", report).path("severity").asText())
                .isEqualTo("critical");
        assertThat(Reports.finding("KC-SAFE-008", report).path("why").asText())
                .contains("postgres.full_page_writes was on and is off");
        String plan = admin.get(ADVISOR + "/plan?target=sql")
                .ok()
                .json()
                .at("/apply/text")
                .asText();
        assertThat(statements(plan)).containsAll(CURES);
        assertThat(plan).doesNotContain("foreign_cache");

        execute(CURES);
        execute(List.of(NEW_SESSION));

        reports.awaitRenewed("no danger", each -> ids(each).stream().noneMatch(RULES::contains));
    }

    @Test
    void tablesThatReferToEachOtherAreMadeLoggedAndBack() throws SQLException {
        execute(persistence("UNLOGGED", TABLES_OF_USERS));
        reports.awaitRenewed("unlogged tables", each -> ids(each).contains("KC-SAFE-003"));
        JsonNode plan = admin.get(ADVISOR + "/plan?target=sql").ok().json();

        execute(ofTables(plan.at("/apply/text").asText()));
        assertThat(unlogged()).isEmpty();

        execute(ofTables(plan.at("/revert/text").asText()));
        assertThat(unlogged()).containsExactlyInAnyOrderElementsOf(TABLES_OF_USERS);
    }

    /** What was never read has no value that it had before. */
    private boolean hasReadFullPageWrites() {
        for (JsonNode setting : admin.get(ADVISOR + "/snapshot").ok().json().path("settings")) {
            if (setting.path("name").asText().equals("postgres.full_page_writes")) {
                return setting.path("value").asText().equals("on");
            }
        }
        return false;
    }

    private static List<String> persistence(String persistence, List<String> tables) {
        return tables.stream()
                .map(table -> "ALTER TABLE " + table + " SET " + persistence)
                .toList();
    }

    private static List<String> backwards(List<String> tables) {
        List<String> backwards = new ArrayList<>(tables);
        Collections.reverse(backwards);
        return backwards;
    }

    private static List<String> statements(String script) {
        return script.lines().map(line -> line.replaceAll(";$", "")).toList();
    }

    /** In the order of the script. */
    private static List<String> ofTables(String script) {
        return statements(script).stream()
                .filter(statement -> statement.endsWith("LOGGED"))
                .toList();
    }

    private List<String> unlogged() throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'u'")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    private static List<String> ids(JsonNode report) {
        return report.path("findings").findValuesAsText("rule");
    }

    private void execute(List<String> statements) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
