package org.millrace.testsuite.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.HarnessSettings;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Starts a server, imports users, asks the advisor, and leaves everything up until Enter. Whatever happens, nothing that
 * it started runs on afterwards.
 */
public final class Demo {
    private static final String REALM = "demo";
    private static final String PASSWORD = "millrace";
    private static final long SEED = 2026;
    private static final String REPORT = "/admin/realms/master/advisor/report";

    private final DemoOptions options;
    private final Terminal terminal;
    private final InstantSource clock = InstantSource.system();

    Demo(DemoOptions options, Terminal terminal) {
        this.options = options;
        this.terminal = terminal;
    }

    public static void main(String[] arguments) throws IOException {
        new Demo(DemoOptions.of(System.getProperties()), Terminal.standard()).run();
    }

    void run() throws IOException {
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

            importUsers(admin, file);
            login(node, users.username(options.users() / 2));
            report(admin);
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
                .with("http-port", Integer.toString(options.port()))
                .with("hostname", "http://localhost:" + options.port());
    }

    private Path write(GeneratedUsers users) throws IOException {
        Path file = HarnessSettings.path("millrace.work").resolve("demo-users.ndjson");
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            users.write(0, options.users(), out);
        }
        terminal.line("\n%,d users, %,d MB: %s".formatted(options.users(), Files.size(file) / 1_000_000, file));
        return file;
    }

    private void importUsers(AdminClient admin, Path file) throws IOException {
        terminal.line("\nPOST /admin/realms/" + REALM + "/bulk-import/users");
        Progress progress = new Progress(terminal, "users", options.users(), clock);
        DemoImport.Result result = DemoImport.run(admin, REALM, file, progress::show);
        progress.end();
        terminal.line("  " + result.summary());
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
