package org.millrace.testsuite.importer.contract.user;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Logins with a password, and how long each took. Thread-safe. */
final class TimedLogins {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final double NANOS_PER_MILLI = 1e6;

    private final ImportRealm realm;
    private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();

    TimedLogins(ImportRealm realm) {
        this.realm = realm;
    }

    /** Logs in and returns the status of the response. */
    int status(String username, String password) {
        String form = "grant_type=password&client_id=admin-cli&username=" + username + "&password="
                + URLEncoder.encode(password, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(
                        realm.node().baseUri() + "/realms/" + realm.name() + "/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        long start = System.nanoTime();
        try {
            int status = HTTP.send(request, BodyHandlers.discarding()).statusCode();
            nanos.add(System.nanoTime() - start);
            return status;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Duration longest() {
        return Duration.ofNanos(nanos.stream().mapToLong(Long::longValue).max().orElseThrow());
    }

    /** In milliseconds. */
    double percentile95() {
        return percentile(0.95);
    }

    private double percentile(double share) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / NANOS_PER_MILLI;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d logins, p50 %.1f ms, p95 %.1f ms, longest %.0f ms",
                nanos.size(),
                percentile(0.5),
                percentile95(),
                longest().toNanos() / NANOS_PER_MILLI);
    }
}
