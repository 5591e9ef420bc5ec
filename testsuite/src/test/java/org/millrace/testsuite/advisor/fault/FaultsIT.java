package org.millrace.testsuite.advisor.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.fault.Treatment.MEASURED;
import static org.millrace.testsuite.advisor.fault.Treatment.applyPlan;
import static org.millrace.testsuite.advisor.fault.Treatment.gainByANewServer;
import static org.millrace.testsuite.advisor.fault.Treatment.isGone;
import static org.millrace.testsuite.advisor.fault.Treatment.log;
import static org.millrace.testsuite.advisor.fault.Treatment.principal;
import static org.millrace.testsuite.advisor.load.LoadedRealm.execute;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Faults on a real server under load: the report names each within two minutes, what it proposes is done, the load repeated, and
 * the finding is gone. Minutes each, so with {@code -Pfaults} only.
 */
public class FaultsIT {

    private static final int CLIENTS = 12;

    /** Each event that is stored takes as long as on a database far away: connections are held, and no processor is used. */
    static final String SLOW_EVENTS = """
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END $$;
            CREATE TRIGGER slow BEFORE INSERT ON event_entity FOR EACH ROW EXECUTE FUNCTION slow()""";

    private static final String MANY_USERS = """
            INSERT INTO user_entity (id, realm_id, username, email, email_constraint, enabled, email_verified, not_before)
            SELECT 'many-' || n, r.id, 'many-' || n, 'many-' || n || '@example.org', 'many-' || n, true, true, 0
            FROM realm r, generate_series(1, %d) n WHERE r.name = 'load';
            ANALYZE user_entity""";

    @FaultTest
    void poolTooSmallIsCuredByALargerOne() throws SQLException {
        isCuredByItsOption(
                "KC-POOL-001", options().with("db-pool-max-size", "3").with("cache", "local"));
    }

    @FaultTest
    void tooFewRequestThreadsAreCuredByMore() throws SQLException {
        isCuredByItsOption("KC-THR-002", options().with("http-pool-max-threads", "3"));
    }

    @FaultTest
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

    @FaultTest
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

    @FaultTest
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

    @FaultTest
    void deadTuplesAreFixedByAutovacuumSettings() throws SQLException {
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

    @FaultTest
    void leakOfAnExtensionIsNamedAndNoLargerPoolProposed(@TempDir Path directory) throws Exception {
        @Nullable String before = ExtensionJar.use(ExtensionJar.leaking(directory));
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
            ExtensionJar.restore(before);
        }
    }

    /** Options of a server that is about to have a fault. */
    public static ServerOptions options() {
        return ServerOptions.postgres().withBuildOption("event-metrics-user-enabled", "true");
    }

    private static void isCuredByItsOption(String rule, ServerOptions faulty) throws SQLException {
        double gain = gainByANewServer(rule, faulty, (server, admin) -> {
            slowRealm(server);
            return new Load(server.node(), CLIENTS, Load.MIXED);
        });

        assertThat(gain).isGreaterThan(1.3);
    }

    static AdminClient slowRealm(ServerUnderTest server) throws SQLException {
        AdminClient admin = AdminClient.of(server.node());
        LoadedRealm.create(admin, LoadedRealm.CHEAP);
        execute(server, SLOW_EVENTS);
        return admin;
    }
}
