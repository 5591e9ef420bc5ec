package org.millrace.testsuite.advisor.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.advisor.load.LoadedRealm.execute;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.millrace.testsuite.advisor.Reports;
import org.millrace.testsuite.advisor.fault.FaultTest;
import org.millrace.testsuite.advisor.fault.SlowServer;
import org.millrace.testsuite.advisor.load.BrokeredLogin;
import org.millrace.testsuite.advisor.load.Load;
import org.millrace.testsuite.advisor.load.LoadedRealm;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * More incidents from public reports, like {@link IncidentsContract}: they hardly use a processor, so they are recognised on a busy
 * machine, too. With {@code -Pfaults} only.
 */
abstract class ReportedIncidentsContract {

    private static final String MANY_EVENTS = """
            INSERT INTO event_entity (id, realm_id, event_time, type, client_id, user_id)
            SELECT gen_random_uuid(), r.id, (extract(epoch FROM now()) * 1000)::bigint - n, 'LOGIN', 'client-' || n %% 7,
                   gen_random_uuid()
              FROM realm r, generate_series(1, %d) n
             WHERE r.name = 'load';
            ANALYZE event_entity""";

    private static final String SLOW_EVENTS = """
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN PERFORM pg_sleep(1.5); RETURN NEW; END $$;
            CREATE TRIGGER slow BEFORE INSERT ON event_entity FOR EACH ROW EXECUTE FUNCTION slow()""";

    private static final String SLOW_USERS = """
            CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$;
            CREATE TRIGGER slow AFTER UPDATE ON user_entity FOR EACH ROW EXECUTE FUNCTION slow()""";

    private final ServerUnderTest server;
    private final AdminClient admin;
    private final ReportedIncident incident;

    ReportedIncidentsContract(ServerUnderTest server) {
        this.server = server;
        admin = AdminClient.of(server.node());
        incident = new ReportedIncident(admin);
    }

    @BeforeEach
    void prepare() {
        LoadedRealm.create(admin, LoadedRealm.CHEAP);
    }

    @AfterEach
    void asItWas() throws SQLException {
        execute(server, "DROP FUNCTION IF EXISTS slow CASCADE");
        execute(server, "DELETE FROM event_entity");
        admin.deleteRealm(LoadedRealm.NAME);
    }

    /** keycloak#42973, #35836. */
    @FaultTest
    void slowSmtpServerIsNamed() {
        try (SlowServer smtp = new SlowServer()) {
            admin.put(
                            "/admin/realms/" + LoadedRealm.NAME,
                            Map.of(
                                    "smtpServer",
                                    Map.of(
                                            "host", "127.0.0.1",
                                            "port", Integer.toString(smtp.port()),
                                            "from", "keycloak@example.org")))
                    .ok();
            String user = admin.createUser(
                    LoadedRealm.NAME, Map.of("username", "reset", "email", "reset@example.org", "enabled", true));
            try (Load background = background();
                    Load load = new Load(
                            server.node(),
                            6,
                            (each, client) -> each.put(
                                    "/users/" + user + "/execute-actions-email",
                                    "[\"UPDATE_PASSWORD\"]",
                                    each.grant()))) {
                JsonNode finding = incident.await("KC-EXT-003", "smtp", "127.0.0.1:" + smtp.port());

                assertThat(finding.path("why").asText("127.0.0.1:" + smtp.port()))
                        .contains("127.0.0.1:" + smtp.port());
            }
        }
        incident.isGone("KC-EXT-003");
    }

    /** The token endpoint of an identity provider does not answer. */
    @FaultTest
    void slowIdentityProviderIsNamedByItsAlias() {
        try (SlowServer provider = new SlowServer()) {
            String url = "http://127.0.0.1:" + provider.port();
            admin.post(
                            "/admin/realms/" + LoadedRealm.NAME + "/identity-provider/instances",
                            Map.of(
                                    "alias",
                                    "corporate",
                                    "providerId",
                                    "oidc",
                                    "enabled",
                                    true,
                                    "config",
                                    Map.of(
                                            "authorizationUrl",
                                            url + "/auth",
                                            "tokenUrl",
                                            url + "/token",
                                            "clientId",
                                            "keycloak",
                                            "clientSecret",
                                            "not-a-secret")))
                    .ok();
            admin.createClient(
                    LoadedRealm.NAME,
                    Map.of("clientId", "browser", "publicClient", true, "redirectUris", List.of("http://localhost/*")));
            try (Load background = background();
                    Load load = new Load(
                            server.node(),
                            6,
                            (each, client) -> new BrokeredLogin(server.node())
                                    .run("corporate", "browser", "http://localhost/"))) {
                JsonNode finding = incident.await("KC-EXT-002", "identity-provider", "corporate");

                assertThat(finding.path("why").asText("corporate")).contains("corporate");
            }
        }
        incident.isGone("KC-EXT-002");
    }

    /** keycloak#37943, #26995: events without an expiration, listed by a client that hardly has any. */
    @FaultTest
    void listOfEventsFromAHugeTableIsNamedByItsStatement() throws SQLException {
        execute(server, String.format(MANY_EVENTS, 600_000));
        try (Load background = background();
                Load load = new Load(
                        server.node(),
                        4,
                        (each, client) -> each.get(
                                "/events?max=50&client=rare-"
                                        + ThreadLocalRandom.current().nextInt(1000),
                                each.grant()))) {
            JsonNode finding = incident.await("KC-PG-022", "database", "event_entity");

            assertThat(finding.path("why").asText("event_entity"))
                    .containsIgnoringCase("event_entity")
                    .doesNotContain("rare-");
        }
        incident.isGone("KC-PG-022");
    }

    /** Applications that all change one user. */
    @FaultTest
    void contentionOnOneRowIsNamedByItsStatement() throws SQLException {
        String user = admin.createUser(LoadedRealm.NAME, Map.of("username", "shared", "enabled", true));
        execute(server, SLOW_USERS);
        try (Load background = background();
                Load load = new Load(
                        server.node(),
                        10,
                        (each, client) -> each.put(
                                "/users/" + user,
                                "{\"firstName\":\"n"
                                        + ThreadLocalRandom.current().nextInt() + "\"}",
                                each.grant()))) {
            JsonNode finding = incident.await("KC-PG-008", "database-lock", "user_entity");

            assertThat(finding.path("why").asText("user_entity")).containsIgnoringCase("user_entity");
        }
        incident.isGone("KC-PG-008");
    }

    /** Logins that become slow for a cause without a rule: a trigger in the database. */
    @FaultTest
    void slowTriggerIsNamedByTheStatementThatCallsIt() throws SQLException {
        execute(server, SLOW_EVENTS);
        try (Load load = new Load(server.node(), 8, Load.LOGINS)) {
            JsonNode finding = incident.await("KC-TIME-DATABASE", "database", "PgSleep");

            assertThat(finding.path("why").asText("event_entity"))
                    .containsIgnoringCase("event_entity")
                    .contains("PgSleep");
        }
        incident.isGone("KC-TIME-DATABASE");
    }

    /** After a failover the server is connected to what is now a standby. */
    @FaultTest
    void databaseThatIsReadOnlyIsNamed() throws SQLException {
        try (Load load = new Load(server.node(), 4, Load.paced(Duration.ofMillis(200), Load.LOGINS))) {
            execute(server, "ALTER SYSTEM SET default_transaction_read_only = on");
            execute(server, "SELECT pg_reload_conf()");
            try {
                JsonNode finding = incident.await("KC-PG-023", "none", "25006");

                assertThat(finding.path("why").asText()).contains("25006", "default_transaction_read_only");
            } finally {
                execute(server, "ALTER SYSTEM RESET default_transaction_read_only");
                execute(server, "SELECT pg_reload_conf()");
            }
        }
        incident.isGone("KC-PG-023");
    }

    /** A password policy that someone raised a hundredfold. */
    @FaultTest
    void passwordHashThatTakesSecondsIsNamedByItsRealm() {
        admin.put(
                        "/admin/realms/" + LoadedRealm.NAME,
                        Map.of("passwordPolicy", "hashAlgorithm(pbkdf2-sha512) and hashIterations(3000000)"))
                .ok();
        try (Load load = new Load(server.node(), 6, Load.LOGINS)) {
            JsonNode finding = incident.await("KC-HASH-005", "hashing", "3000000");

            assertThat(finding.path("why").asText("realm load 3000000")).contains("3000000", "realm load");
        }
        incident.isGone("KC-HASH-005");
    }

    /** Logins with names that do not exist, as fast as the server answers. */
    @FaultTest
    void enumerationOfUsersIsNamed() {
        try (Load background = background();
                Load load = new Load(server.node(), 6, Load.UNKNOWN_ADDRESSES)) {
            JsonNode report = new Reports(admin, "1m")
                    .awaitReport(
                            "KC-HASH-004",
                            each -> !Reports.finding("KC-HASH-004", each).isMissingNode());

            assertThat(Reports.finding("KC-HASH-004", report).path("why").asText())
                    .contains("do not exist");
        }
    }

    private Load background() {
        return new Load(server.node(), 2, Load.paced(Duration.ofMillis(300), Load.MIXED));
    }
}
