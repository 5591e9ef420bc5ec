package org.millrace.testsuite.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Whether a node is ready: its {@code /health/ready} answers 200, which it does once the database is set up and the
 * cluster joined. (The log says "Listening" some seconds earlier.)
 */
record Readiness(URI healthUri, BooleanSupplier alive) {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** @throws IllegalStateException with the message if the process ends first or the time is up */
    void await(Supplier<String> message) {
        HttpClient client = HttpClient.newHttpClient();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!isReady(client)) {
            if (!alive.getAsBoolean() || System.nanoTime() > deadline) {
                throw new IllegalStateException(message.get());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private boolean isReady(HttpClient client) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(healthUri + "/health/ready"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notListeningYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a node started", e);
        }
    }
}
