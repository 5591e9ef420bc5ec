package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;
import static org.millrace.testsuite.client.Problems.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.server.ServerUnderTest;

/** Plans on a real PostgreSQL: what is applied takes effect and is seen, and what reverts it leaves nothing behind. */
class PlanIT {

    private static final String DECLARATION = "KC-SAFE-007";
    private static final String MIGRATION = ADVISOR + "/plan?profile=migration&target=sql";

    private static final List<String> TABLES =
            List.of("user_entity", "user_attribute", "credential", "user_role_mapping", "user_group_membership");

    private final ServerUnderTest server = AdvisedServers.small();
    private final AdminClient admin = AdminClient.of(server.node());
    private final Reports reports = new Reports(admin);

    @AfterEach
    void nothingIsLeft() throws SQLException {
        run("ALTER DATABASE keycloak RESET ALL\nALTER SYSTEM RESET ALL\nSELECT pg_reload_conf()");
        run("REVOKE pg_read_all_settings FROM keycloak");
        run(
                "DROP INDEX IF EXISTS idx_user_email\nCREATE INDEX idx_user_email ON user_entity (email)\nANALYZE user_entity");
        for (String table : TABLES) {
            run("ALTER TABLE " + table + " RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor, "
                    + "autovacuum_vacuum_cost_limit, autovacuum_vacuum_cost_delay)");
        }
    }

    /** Keycloak's role may not see that the size of the log comes from postgresql.conf, where initdb writes it. */
    @Test
    void migrationIsAppliedSeenAndRevertedWithoutATrace() throws SQLException {
        awaitNoDeclaration();
        SortedMap<String, String> before = state();
        JsonNode plan = admin.get(MIGRATION).ok().json();

        run(plan.at("/apply/text").asText());
        awaitSetting("max_wal_size", "8192");
        SortedMap<String, String> during = state();
        JsonNode declared = declaration();

        assertThat(declared.path("severity").asText()).isEqualTo("info");
        assertThat(declared.path("why").asText())
                .contains("declared until " + plan.path("expires").asText())
                .contains("autovacuum without pauses on");
        assertThat(during).isNotEqualTo(before).containsEntry("table user_entity", expectedOptions());

        run(plan.at("/revert/text").asText());
        awaitSetting("max_wal_size", "1024");

        assertThat(state()).isEqualTo(before);
        awaitNoDeclaration();
    }

    /** The origin of a value set by ALTER SYSTEM is a file name. */
    @Test
    void valueThatAlterSystemHadSetBeforeIsBroughtBack() throws SQLException {
        run("ALTER SYSTEM SET max_wal_size = '1500MB'\nSELECT pg_reload_conf()");
        awaitSetting("max_wal_size", "1500");

        JsonNode plan = admin.get(MIGRATION).ok().json();
        run(plan.at("/apply/text").asText());
        awaitSetting("max_wal_size", "8192");
        run(plan.at("/revert/text").asText());

        awaitSetting("max_wal_size", "1500");
        assertThat(plan.at("/revert/text").asText()).contains("-- ", "ALTER SYSTEM RESET max_wal_size");
    }

    /** As a CREATE INDEX CONCURRENTLY leaves it that fails; so that it counts, the table is said to be large. */
    @Test
    void anInvalidIndexIsCreatedAgain() throws SQLException {
        run("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'idx_user_email'::regclass");
        run("UPDATE pg_class SET reltuples = 200000 WHERE relname = 'user_entity'");
        reports.awaitRenewed(
                "KC-PG-010", each -> !Reports.finding("KC-PG-010", each).isMissingNode());

        JsonNode plan =
                admin.get(ADVISOR + "/plan?profile=production&target=sql").ok().json();
        run(ofIndex(plan.at("/apply/text").asText()));
        String made = single("SELECT indisvalid FROM pg_index WHERE indexrelid = 'idx_user_email'::regclass");
        run(ofIndex(plan.at("/revert/text").asText()));

        assertThat(made).isEqualTo("t");
        assertThat(single("SELECT count(*) FROM pg_class WHERE relname = 'idx_user_email'"))
                .isEqualTo("0");
    }

    @Test
    void planMadeAgainWhileItIsInForceRevertsToWhatIsInForce() throws SQLException {
        JsonNode first = admin.get(MIGRATION).ok().json();
        run(first.at("/apply/text").asText());
        awaitSetting("max_wal_size", "8192");
        SortedMap<String, String> inForce = state();

        JsonNode second = admin.get(MIGRATION).ok().json();
        run(second.at("/apply/text").asText());
        run(second.at("/revert/text").asText());

        assertThat(state()).isEqualTo(inForce);
    }

    @Test
    void migrationThatIsNotTakenBackInTimeIsASafetyFinding() throws SQLException {
        run("ALTER DATABASE keycloak SET millrace.migration_until = '"
                + Instant.now().minus(1, ChronoUnit.HOURS) + "'");
        run("ALTER TABLE user_entity SET (autovacuum_vacuum_cost_delay = 0)");

        JsonNode left = declaration();

        assertThat(left.path("severity").asText()).isEqualTo("critical");
        assertThat(left.path("lane").asText()).isEqualTo("safety");
        assertThat(left.path("why").asText()).contains("is over", "autovacuum without pauses on user_entity");
    }

    @ParameterizedTest
    @CsvSource({"profile=holiday, unsupported-profile", "target=yaml, unsupported-target"})
    void whatIsNotKnownIsAProblemWithACode(String query, String code) {
        Answer answer = admin.get(ADVISOR + "/plan?" + query);

        assertProblem(answer, 400, code);
    }

    @ParameterizedTest
    @CsvSource({"production, conf", "production, env", "production, cr", "production, sql", "migration, conf"})
    void everyPlanHasARevertSet(String profile, String target) {
        JsonNode plan = admin.get(ADVISOR + "/plan?profile=" + profile + "&target=" + target)
                .ok()
                .json();

        assertThat(plan.path("profile").asText()).isEqualTo(profile);
        assertThat(plan.path("target").asText()).isEqualTo(target);
        assertThat(plan.at("/revert/steps")).hasSameSizeAs(plan.at("/apply/steps"));
        assertThat(plan.path("expires").isNull()).isEqualTo(profile.equals("production"));
    }

    /** Asked again, because a reading of the settings fails after another test ended the advisor's connection. */
    private JsonNode declaration() {
        return Reports.finding(
                DECLARATION,
                reports.awaitRenewed(
                        "a declaration",
                        each -> !Reports.finding(DECLARATION, each).isMissingNode()));
    }

    private void awaitNoDeclaration() {
        reports.awaitRenewed(
                "no declaration",
                each -> Reports.finding(DECLARATION, each).isMissingNode()
                        && !each.path("skipped").findValuesAsText("rule").contains(DECLARATION));
    }

    private static String ofIndex(String script) {
        return script.lines().filter(line -> line.contains("idx_user_email")).collect(Collectors.joining("\n"));
    }

    private static String expectedOptions() {
        return "p autovacuum_analyze_scale_factor=0.02 autovacuum_vacuum_cost_delay=0"
                + " autovacuum_vacuum_cost_limit=5000 autovacuum_vacuum_scale_factor=0.01";
    }

    /** Plans go by it: what is set there goes before any file and any variable. */
    @Test
    void optionOfTheCommandLineIsKnownToBeSetThere() {
        JsonNode snapshot = admin.get(ADVISOR + "/snapshot").ok().json();

        assertThat(AdvisorContract.setting(snapshot, "http-pool-max-threads")
                        .path("origin")
                        .asText())
                .isEqualTo("CLI");
    }

    /** As psql does: each line separately. */
    private void run(String script) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            for (String line : script.split("\n")) {
                if (!line.isBlank() && !line.startsWith("--")) {
                    statement.execute(line);
                }
            }
        }
    }

    private void awaitSetting(String name, String value) throws SQLException {
        Polling.until(
                name + " is " + value,
                () -> value.equals(single("SELECT setting FROM pg_settings WHERE name = '" + name + "'")));
    }

    /** All that a plan may touch: parameters with where they come from, tables' options, settings of databases. */
    private SortedMap<String, String> state() throws SQLException {
        SortedMap<String, String> state = new TreeMap<>();
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            add(state, statement, "SELECT name, setting || ' of ' || coalesce(sourcefile, source) FROM pg_settings");
            add(
                    state,
                    statement,
                    "SELECT 'table ' || relname, relpersistence::text || (SELECT coalesce(string_agg(' ' || o, '' ORDER BY o), '') FROM unnest(reloptions) o) FROM pg_class");
            add(state, statement, "SELECT 'database ' || setdatabase, setconfig::text FROM pg_db_role_setting");
        }
        return state;
    }

    private static void add(SortedMap<String, String> state, Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                state.put(rows.getString(1), rows.getString(2));
            }
        }
    }

    private String single(String query) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
