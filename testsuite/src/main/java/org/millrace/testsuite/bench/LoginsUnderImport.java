package org.millrace.testsuite.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.millrace.testsuite.bench.realm.BenchmarkJob;
import org.millrace.testsuite.bench.realm.BenchmarkRealm;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * How long password logins take that come at a steady rate, whether answered or not: alone, while a job runs that gives way to
 * them, and while one runs that does not.
 */
final class LoginsUnderImport {
    private static final String SETTING = "spi-admin-realm-restapi-extension--bulk-import--login-guard-percent";
    private static final String UNGUARDED = "10000";
    private static final int PER_SECOND = 10;
    private static final int SECONDS = 60;

    /** The guard needs some seconds to see what happens, and the server some to be warm. */
    private static final int FIRST_SECONDS = 20;

    private static final int PART = 100_000;
    private static final String PASSWORD = "benchmark-password";

    private final ServerOptions server;
    private final BenchmarkUsers users;
    private final int jobUsers;
    private final Progress progress;

    /**
     * What came of one minute.
     *
     * @param usersPerSecond imported meanwhile; 0 without an import
     */
    private record Minute(double p50, double p95, double usersPerSecond) {}

    /** @param jobUsers of each job, which has to last for the minute */
    LoginsUnderImport(ServerOptions server, BenchmarkUsers users, int jobUsers, Progress progress) {
        this.server = server;
        this.users = users;
        this.jobUsers = jobUsers;
        this.progress = progress;
    }

    /** Runs both servers; returns the table. */
    String measure() throws IOException {
        StringBuilder table = new StringBuilder("""
                | Import | p50 ms | p95 ms | of the p95 without | users/s imported |
                |---|---:|---:|---:|---:|
                """);
        for (boolean guarded : new boolean[] {true, false}) {
            ServerOptions options = guarded ? server : server.with(SETTING, UNGUARDED);
            try (ServerUnderTest started = ServerUnderTest.start(options)) {
                Node node = started.node();
                AdminClient admin = BenchmarkRealm.administrator(node);
                BenchmarkRealm.create(admin);
                admin.createUser(BenchmarkRealm.NAME, "login", PASSWORD);
                BenchmarkJob job = job(admin);
                login(node, FIRST_SECONDS);
                Minute alone = percentiles(login(node, SECONDS), 0);
                job.start();
                login(node, FIRST_SECONDS);
                long before = created(job);
                List<Double> millis = login(node, SECONDS);
                Minute with = percentiles(millis, (double) (created(job) - before) / SECONDS);
                job.cancel();
                String label = guarded ? "with the guard" : "without the guard";
                line(table, "none, before the one " + label, alone, alone);
                line(table, label, with, alone);
            }
        }
        return table.toString();
    }

    private void line(StringBuilder table, String label, Minute minute, Minute alone) {
        String line = String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | **%.2f** | %,.0f |%n",
                label,
                minute.p50(),
                minute.p95(),
                minute.p95() / alone.p95(),
                minute.usersPerSecond());
        progress.say(line.strip());
        table.append(line);
    }

    private static Minute percentiles(List<Double> millis, double usersPerSecond) {
        double[] sorted = millis.stream().mapToDouble(each -> each).sorted().toArray();
        return new Minute(sorted[sorted.length / 2], sorted[(int) Math.ceil(0.95 * sorted.length) - 1], usersPerSecond);
    }

    /**
     * Logs in at a constant rate for this time; returns the time of each login in milliseconds, measured from its scheduled
     * start.
     */
    private static List<Double> login(Node node, int seconds) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(
                        node.baseUri() + "/realms/" + BenchmarkRealm.NAME + "/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(
                        "grant_type=password&client_id=admin-cli&username=login&password=" + PASSWORD))
                .build();
        List<CompletableFuture<Double>> answers = new ArrayList<>();
        long begun = System.nanoTime();
        for (int i = 0; i < seconds * PER_SECOND; i++) {
            long due = begun + i * (1_000_000_000L / PER_SECOND);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            answers.add(client.sendAsync(request, BodyHandlers.discarding()).thenApply(answer -> {
                if (answer.statusCode() != 200) {
                    throw new IllegalStateException("a login was answered with " + answer.statusCode());
                }
                return (System.nanoTime() - due) / 1e6;
            }));
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    /** A job whose parts are there already. */
    private BenchmarkJob job(AdminClient admin) throws IOException {
        BenchmarkJob job = new BenchmarkJob(admin);
        progress.say("handing in a job of " + jobUsers + " users");
        for (int first = 0; first < jobUsers; first += PART) {
            job.add(users.lines(first, Math.min(PART, jobUsers - first)));
        }
        return job;
    }

    private static long created(BenchmarkJob job) {
        if (!job.isRunning()) {
            throw new IllegalStateException("the job should go on: " + job.document());
        }
        return job.created();
    }
}
