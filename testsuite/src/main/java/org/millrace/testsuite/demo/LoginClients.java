package org.millrace.testsuite.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.LoadThreads;
import org.millrace.testsuite.server.Node;

/** Clients that log in one user after another without a pause, until closed. */
final class LoginClients implements AutoCloseable {
    private static final int USERS = 20;
    private static final String PASSWORD = "millrace";

    /** So cheap a hash that the database is the bottleneck and not the processor. */
    private static final String CHEAP_HASHES = "hashAlgorithm(pbkdf2-sha256) and hashIterations(1000)";

    private final LoadThreads threads;
    private final LongAdder answered = new LongAdder();

    private LoginClients(LoadThreads threads) {
        this.threads = threads;
    }

    /** A realm with the users that log in, which stores an event for each login. */
    static void createRealm(AdminClient admin, String realm) {
        admin.createRealm(
                realm,
                Map.of("passwordPolicy", CHEAP_HASHES, "eventsEnabled", true, "enabledEventTypes", List.of("LOGIN")));
        for (int i = 0; i < USERS; i++) {
            admin.createUser(realm, "user-" + i, PASSWORD);
        }
    }

    static LoginClients start(Node node, String realm, int count) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        URI token = URI.create(node.baseUri() + "/realms/" + realm + "/protocol/openid-connect/token");
        LoginClients clients = new LoginClients(new LoadThreads(count));
        for (int i = 0; i < count; i++) {
            String user = "user-" + i % USERS;
            clients.threads.start(() -> clients.logIn(http, token, user));
        }
        return clients;
    }

    private void logIn(HttpClient http, URI token, String user) {
        HttpRequest request = HttpRequest.newBuilder(token)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(
                        "grant_type=password&client_id=admin-cli&username=" + user + "&password=" + PASSWORD))
                .build();
        while (!threads.isClosed()) {
            try {
                if (http.send(request, BodyHandlers.discarding()).statusCode() == 200) {
                    answered.increment();
                }
            } catch (IOException e) {
                if (!threads.isClosed()) {
                    throw new IllegalStateException("the server did not answer a login", e);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Successful logins per second from now on. */
    double perSecond(Duration measured) {
        long before = answered.sum();
        double seconds = LoadThreads.secondsAfter(measured);
        return (answered.sum() - before) / seconds;
    }

    /** Waits for the requests in flight. */
    @Override
    public void close() {
        threads.close();
    }
}
