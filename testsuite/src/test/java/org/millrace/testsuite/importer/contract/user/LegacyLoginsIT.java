package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.endpoint.PasswordEndpoints;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** 20,000 first logins, while some endpoints respond wrongly, slowly or not at all: {@code -Plogins}. */
@Tag("logins")
@EnabledIf("org.millrace.testsuite.server.SharedServers#areProcesses")
class LegacyLoginsIT implements Importing {
    private static final int USERS = Integer.getInteger("millrace.logins", 20_000);
    private static final int CLIENTS = 8;
    private static final List<String> FAULTY = List.of("slow", "absent", "failing", "garbage");
    private static final int OK = 200;
    private static final int WRONG = 400;
    private static final int UNAVAILABLE = 503;
    /** The setting's default of 2 seconds, and what a busy machine needs for the rest of a login. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** One in ten users has a faulty endpoint. */
    private static String endpoint(int user) {
        return user % 10 == 0 ? FAULTY.get(user / 10 % FAULTY.size()) : "shop";
    }

    private static boolean isFaulty(int user) {
        return !endpoint(user).equals("shop");
    }

    private static String name(int user) {
        return "lazy-" + user;
    }

    @Test
    void correctPasswordsBecomeLocalDespiteFailingEndpoints() {
        ServerLog log = ServerLog.from(server().node());
        ImportRealm realm = realm(Map.of());
        realm.with("outcomes=problems")
                .take(IntStream.range(0, USERS)
                        .mapToObj(user -> UserLine.named(name(user))
                                .email(name(user) + "@example.org")
                                .with("firstName", "Some")
                                .with("lastName", "Body")
                                .with("emailVerified", true)
                                .with(
                                        "credentials",
                                        List.of(Map.of(
                                                "type",
                                                "password",
                                                "hash",
                                                Map.of(
                                                        "format",
                                                        "legacy",
                                                        "value",
                                                        name(user),
                                                        "endpoint",
                                                        endpoint(user))))))
                        .toList());
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int first = client;
                clients.add(CompletableFuture.runAsync(
                        () -> {
                            for (int user = first; user < USERS; user += CLIENTS) {
                                logIn(realm, user);
                            }
                        },
                        threads));
            }
            clients.forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }

        String path = realm.base() + "/bulk-import/password-upgrade";
        Polling.await("the count ends", () -> realm.admin().get(path).status() == OK);
        assertThat(realm.admin().get(path).ok().json().at("/formats/legacy").asLong())
                .isEqualTo(IntStream.range(0, USERS)
                        .filter(LegacyLoginsIT::isFaulty)
                        .count());
        assertThat(log.text()).doesNotContain(PasswordEndpoints.TOKEN);
        log.assertNoError();
    }

    /** A refused login is tried again, as a user does. */
    private void logIn(ImportRealm realm, int user) {
        String password = PasswordEndpoints.password(name(user));
        if (isFaulty(user)) {
            assertThat(status(realm, user, password)).isEqualTo(UNAVAILABLE);
            return;
        }
        assertThat(status(realm, user, "wrong")).isIn(WRONG, UNAVAILABLE);
        int status = status(realm, user, password);
        while (status == UNAVAILABLE) {
            LockSupport.parkNanos(PAUSE.toNanos());
            status = status(realm, user, password);
        }
        assertThat(status).isEqualTo(OK);
        assertThat(status(realm, user, password)).isEqualTo(OK);
    }

    private int status(ImportRealm realm, int user, String password) {
        String form = "grant_type=password&client_id=admin-cli&username=" + name(user) + "&password="
                + URLEncoder.encode(password, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(
                        server().node().baseUri() + "/realms/" + realm.name() + "/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        long start = System.nanoTime();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST);
            return status;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
