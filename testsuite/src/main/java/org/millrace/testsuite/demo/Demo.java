package org.millrace.testsuite.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.process.HarnessSettings;

/**
 * Starts a server, imports users, kills a node during a job, provokes a fault, asks the advisor, and leaves everything up until
 * Enter. Everything that it started is stopped at the end, also after a failure.
 */
public final class Demo {
    private static final String REALM = "demo";
    private static final String PASSWORD = "millrace";
    private static final long SEED = 2026;
    static final String REPORT = "/admin/realms/master/advisor/report";

    /** Enough for a kill in the middle. */
    private static final long JOB_USERS = 40_000;

    /** One record that Keycloak would refuse. */
    private static final String INVALID = "{\"username\":\"bob\",\"email\":\"bob at example.org\",\"enabled\":true}\n";

    private final DemoOptions options;
    private final Terminal terminal;
    private final InstantSource clock = InstantSource.system();

    Demo(DemoOptions options, Terminal terminal) {
        this.options = options;
        this.terminal = terminal;
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        new Demo(DemoOptions.of(System.getProperties()), Terminal.standard()).run();
    }

    void run() throws IOException, SQLException {
        GeneratedUsers users = GeneratedUsers.plain(SEED, HashedPassword.of(PASSWORD, SEED));
        Path file = write(users);

        terminal.line(
                "\nStarting PostgreSQL and Keycloak with Millrace: half a minute, the first time a whole one ...");
        long started = clock.millis();
        try (ServerUnderTest server = ServerUnderTest.start(server())) {
            Node node = server.node();
            terminal.line("  up after " + (clock.millis() - started) / 1000 + " s");
            AdminClient admin = AdminClient.of(node);
            SampleRealm.create(admin, REALM);

            double oneByOne = postUsers(admin, users);
            importUsers(admin, file, oneByOne);
            login(node, users.username(options.users() / 2));
            killedJob(server, users);
            smallPool(server);
            report(AdminClient.of(server.node()));
            whereToClick();

            if (!options.stop() && terminal.interactive()) {
                terminal.line("\nEnter or Ctrl-C ends it all.");
                terminal.awaitEnter();
            }
            terminal.line("\nStopping ...");
        }
        terminal.line("Stopped: Keycloak and PostgreSQL are gone.");
    }

    /** The console and the tokens want the address that the browser sees. */
    private ServerOptions server() {
        return ServerOptions.postgres()
                .withEmptyDatabase()
                .with("http-port", Integer.toString(options.port()))
                .with("hostname", "http://localhost:" + options.port());
    }

    private Path write(GeneratedUsers users) throws IOException {
        Path file = HarnessSettings.path("millrace.work").resolve("demo-users.ndjson");
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            users.write(0, options.users() / 2, out);
            out.write(INVALID.getBytes(StandardCharsets.UTF_8));
            users.write(options.users() / 2, options.users(), out);
        }
        terminal.line("\n%,d users and an invalid record, %,d MB: %s"
                .formatted(options.users(), Files.size(file) / 1_000_000, file));
        return file;
    }

    private double postUsers(AdminClient admin, GeneratedUsers users) {
        terminal.line("\nKeycloak's own API for comparison: POST /admin/realms/" + REALM + "/users, 8 in flight, 5 s");
        double perSecond = PostUsers.perSecond(admin, REALM, users, 2 * options.users());
        terminal.line("  %,.0f users per second; at this rate %,d users take %s"
                .formatted(perSecond, options.users(), time(options.users() / perSecond)));
        return perSecond;
    }

    private static String time(double seconds) {
        return seconds < 120 ? "%.0f s".formatted(seconds) : "%.0f minutes".formatted(seconds / 60);
    }

    private void killedJob(ServerUnderTest server, GeneratedUsers users) throws IOException, SQLException {
        terminal.line("\nThe same as a job, and a node that is killed in the middle");
        long from = options.users();
        new KilledJob(server, terminal, REALM).run(users, from, from + Math.min(options.users(), JOB_USERS));
    }

    private void smallPool(ServerUnderTest server) throws SQLException {
        if (options.fault()) {
            terminal.line(
                    "\nA fault on purpose: a pool of 3 database connections under 40 login clients, each login 200 ms in the database");
            new SmallPool(server, terminal).run();
        }
    }

    private void importUsers(AdminClient admin, Path file, double oneByOne) throws IOException {
        terminal.line("\nPOST /admin/realms/" + REALM + "/bulk-import/users");
        Progress progress = new Progress(terminal, "users", options.users() + 1, clock);
        DemoImport.Result result = DemoImport.run(admin, REALM, file, progress::show);
        progress.end();
        terminal.line("  " + result.summary());
        result.problems().forEach(problem -> terminal.line("  " + problem));
        terminal.line("  %.0f times as fast as one request per user"
                .formatted(result.summary().path("recordsPerSecond").asDouble() / oneByOne));
        if (result.summary().path("created").asLong() != options.users()) {
            throw new IllegalStateException(
                    "not every user was created; the first that were not: " + result.problems());
        }
    }

    private void login(Node node, String username) {
        Answer answer = AccessToken.byPassword(node, REALM, username, PASSWORD)
                .request()
                .ok();
        terminal.line("\nLogged in as " + username + " with the password " + PASSWORD + ": a token for "
                + answer.json().path("expires_in").asLong() + " s");
    }

    private void report(AdminClient admin) {
        terminal.line("\nGET " + REPORT + "?format=markdown\n");
        Answer answer = admin.get(REPORT + "?format=markdown");
        if (answer.status() == 200) {
            terminal.line(answer.body().stripTrailing());
        } else {
            terminal.line("  no report: the server answered " + answer.status() + " " + answer.body());
        }
    }

    private void whereToClick() {
        Map<String, String> places = places("http://localhost:" + options.port());
        terminal.line("\nWhere to click:");
        places.forEach((what, where) -> terminal.line("  %-15s %s".formatted(what, where)));
    }

    private static Map<String, String> places(String base) {
        Map<String, String> places = new LinkedHashMap<>();
        places.put("Admin console", base + "/admin/  (" + ServerUnderTest.ADMIN + ", " + ServerUnderTest.ADMIN + ")");
        places.put("Users", base + "/admin/master/console/#/" + REALM + "/users");
        places.put(
                "A user's page",
                base + "/realms/" + REALM + "/account/  (any user name of the file, " + PASSWORD + ")");
        places.put("Report", base + REPORT + ", with a token:");
        places.put(
                "",
                "curl -s -H \"Authorization: Bearer $(curl -s " + base + "/realms/master/protocol/openid-connect/token"
                        + " -d grant_type=password -d client_id=admin-cli -d username=" + ServerUnderTest.ADMIN
                        + " -d password=" + ServerUnderTest.ADMIN + " | sed 's/.*\"access_token\":\"//; s/\".*//')\" '"
                        + base + REPORT + "?format=markdown'");
        return places;
    }
}
