package org.millrace.testsuite.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.AdvisorContract.ADVISOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Faults on a real server under load: the report names each within two minutes, what it proposes is done, the load repeated, and
 * the finding is gone. Minutes each, so with {@code -Pfaults} only.
 */
@Tag("fault")
class FaultsIT {

    private static final Logger LOG = System.getLogger(FaultsIT.class.getName());

    private static final Duration MEASURED = Duration.ofSeconds(10);

    /** A window of the report, and the time that a finding is held for beyond it. */
    private static final Duration SETTLED = Duration.ofSeconds(65);

    private static final int CLIENTS = 12;

    /** Each event that is stored takes as long as on a database far away: connections are held, and no processor is used. */
    private static final String SLOW_EVENTS = """
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END $$;
            CREATE TRIGGER slow BEFORE INSERT ON event_entity FOR EACH ROW EXECUTE FUNCTION slow()""";

    private static final String MANY_USERS = """
            INSERT INTO user_entity (id, realm_id, username, email, email_constraint, enabled, email_verified, not_before)
            SELECT 'many-' || n, r.id, 'many-' || n, 'many-' || n || '@example.org', 'many-' || n, true, true, 0
            FROM realm r, generate_series(1, %d) n WHERE r.name = 'load';
            ANALYZE user_entity""";

    @Test
    void poolTooSmallIsCuredByALargerOne() throws SQLException {
        isCuredByItsOption(
                "KC-POOL-001", options().with("db-pool-max-size", "3").with("cache", "local"));
    }

    @Test
    void tooFewRequestThreadsAreCuredByMore() throws SQLException {
        isCuredByItsOption("KC-THR-002", options().with("http-pool-max-threads", "3"));
    }

    @Test
    void passwordHashingThatTakesAllProcessorsIsNamed() {
        try (ServerUnderTest server = ServerUnderTest.start(options())) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, "");
            try (Load load = new Load(server.node(), CLIENTS, Load.LOGINS)) {
                JsonNode report = principal("KC-HASH-001", admin);

                assertThat(report.path("suppressed").findValuesAsText("rule")).doesNotContain("KC-HASH-001");
                log("KC-HASH-001", load.perSecond(MEASURED));
            }
        }
    }

    @Test
    void forgottenTransactionIsCuredByEndingItsSession() throws SQLException {
        try (ServerUnderTest server = ServerUnderTest.start(options());
                Connection forgotten = server.database().connect();
                Statement statement = forgotten.createStatement()) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            admin.token();
            forgotten.setAutoCommit(false);
            statement.execute("LOCK TABLE event_entity IN ACCESS EXCLUSIVE MODE");
            try (Load load = new Load(server.node(), CLIENTS, Load.MIXED)) {
                JsonNode report = principal("KC-PG-008", admin);
                double before = load.perSecond(MEASURED);

                String why = Reports.finding("KC-PG-008", report).path("why").asText();
                Matcher cure =
                        Pattern.compile("SELECT pg_terminate_backend\\(\\d+\\)").matcher(why);
                assertThat(cure.find()).as(why).isTrue();
                execute(server, cure.group());

                isGone("KC-PG-008", before, load, admin);
            }
        }
    }

    @Test
    void missingIndexIsCuredByMakingIt() throws SQLException {
        try (ServerUnderTest server = ServerUnderTest.start(options())) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            execute(server, String.format(MANY_USERS, 200_000));
            execute(server, "DROP INDEX idx_user_email");
            try (Load load = new Load(server.node(), 4, Load.UNKNOWN_ADDRESSES)) {
                principal("KC-PG-010", admin);
                double before = load.perSecond(MEASURED);

                applyPlan(
                        server, admin, "CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_user_email ON user_entity (email)");

                isGone("KC-PG-010", before, load, admin);
            }
        }
    }

    @Test
    void deadRowsThatNobodyRemovesAreCuredByAutovacuum() throws SQLException {
        ServerOptions options = options().withDatabaseSetting("autovacuum_naptime", "1s");
        try (ServerUnderTest server = ServerUnderTest.start(options)) {
            AdminClient admin = AdminClient.of(server.node());
            LoadedRealm.create(admin, LoadedRealm.CHEAP);
            execute(server, String.format(MANY_USERS, 20_000));
            execute(server, "ALTER TABLE user_entity SET (autovacuum_enabled = false)");
            try (Load load = new Load(server.node(), 4, Load.MIXED);
                    Churn churn = new Churn(server.database(), "UPDATE user_entity SET not_before = not_before + 1")) {
                JsonNode report = new Reports(admin, "1m")
                        .awaitRenewed(
                                "KC-PG-005 and KC-SAFE-004",
                                each -> each.path("principal").asText().equals("KC-PG-005")
                                        && !Reports.finding("KC-SAFE-004", each).isMissingNode());
                double before = load.perSecond(MEASURED);

                assertThat(Reports.finding("KC-SAFE-004", report).path("lane").asText())
                        .isEqualTo("safety");
                applyPlan(server, admin, "ALTER TABLE user_entity RESET (autovacuum_enabled)");

                isGone("KC-PG-005", before, load, admin);
                assertThat(churn.isAlive()).as("rows go on dying").isTrue();
            }
        }
    }

    @Test
    void leakOfAnExtensionIsNamedAndNoLargerPoolProposed(@TempDir Path directory) throws Exception {
        String provider = "millrace.provider";
        System.setProperty(provider, LeakingJar.make(directory).toString());
        try (ServerUnderTest server =
                ServerUnderTest.start(options().with("db-pool-max-size", "12").with("cache", "local"))) {
            AdminClient admin = slowRealm(server);
            for (int i = 0; i < 9; i++) {
                admin.post("/realms/" + LoadedRealm.NAME + "/leak", Map.of()).ok();
            }
            try (Load load = new Load(server.node(), CLIENTS, Load.MIXED)) {
                // What is held for less than a minute may yet be given back.
                JsonNode report = new Reports(admin, "3m")
                        .awaitReport(
                                "KC-POOL-006",
                                each -> each.path("principal").asText().equals("KC-POOL-006"));

                assertThat(Reports.finding("KC-POOL-006", report)
                                .at("/change/apply/0/name")
                                .asText())
                        .isEqualTo("quarkus.datasource.jdbc.leak-detection-interval");
                assertThat(report.path("findings").findValuesAsText("rule"))
                        .doesNotContain("KC-POOL-001", "KC-THR-002");
                log("KC-POOL-006", load.perSecond(MEASURED));
            }
        } finally {
            System.clearProperty(provider);
        }
    }

    private static ServerOptions options() {
        return ServerOptions.postgres().withBuildOption("event-metrics-user-enabled", "true");
    }

    /** On one server with the fault and on another one, alike but for what the first one's report says. */
    private static void isCuredByItsOption(String rule, ServerOptions faulty) throws SQLException {
        String option;
        String value;
        double before;
        try (ServerUnderTest server = ServerUnderTest.start(faulty)) {
            AdminClient admin = slowRealm(server);
            try (Load load = new Load(server.node(), CLIENTS, Load.MIXED)) {
                JsonNode step = Reports.finding(rule, principal(rule, admin)).at("/change/apply/0");
                option = step.path("name").asText();
                value = step.path("to").asText();
                assertThat(step.path("from").asText())
                        .isEqualTo(faulty.options().get(option));
                before = load.perSecond(MEASURED);
            }
        }
        LOG.log(Level.INFO, rule + " proposes " + option + "=" + value);
        try (ServerUnderTest server = ServerUnderTest.start(faulty.with(option, value))) {
            AdminClient admin = slowRealm(server);
            try (Load load = new Load(server.node(), CLIENTS, Load.MIXED)) {
                load.perSecond(SETTLED);
                double after = load.perSecond(MEASURED);

                assertThat(new Reports(admin, "1m").now().path("findings").findValuesAsText("rule"))
                        .doesNotContain(rule);
                log(rule, before, after);
                assertThat(after).isGreaterThan(1.3 * before);
            }
        }
    }

    private static AdminClient slowRealm(ServerUnderTest server) throws SQLException {
        AdminClient admin = AdminClient.of(server.node());
        LoadedRealm.create(admin, LoadedRealm.CHEAP);
        execute(server, SLOW_EVENTS);
        return admin;
    }

    private static JsonNode principal(String rule, AdminClient admin) {
        return new Reports(admin, "1m")
                .awaitReport(rule, report -> report.path("principal").asText().equals(rule));
    }

    /** What the report proposes, as its own plan writes it. */
    private static void applyPlan(ServerUnderTest server, AdminClient admin, String expected) throws SQLException {
        String script = admin.get(ADVISOR + "/plan?profile=production&target=sql")
                .ok()
                .json()
                .at("/apply/text")
                .asText();
        assertThat(script.lines()).contains(expected + ";");
        execute(server, expected);
    }

    private static void isGone(String rule, double before, Load load, AdminClient admin) {
        double after = load.perSecond(MEASURED);
        new Reports(admin, "1m")
                .awaitReport(
                        rule + " is gone",
                        report -> !report.path("findings")
                                .findValuesAsText("rule")
                                .contains(rule));
        log(rule, before, after);
    }

    private static void log(String rule, double during) {
        LOG.log(Level.INFO, String.format(Locale.ROOT, "%s: %.0f requests a second", rule, during));
    }

    private static void log(String rule, double before, double after) {
        LOG.log(Level.INFO, String.format(Locale.ROOT, "%s: %.0f, then %.0f requests a second", rule, before, after));
    }

    private static void execute(ServerUnderTest server, String sql) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
