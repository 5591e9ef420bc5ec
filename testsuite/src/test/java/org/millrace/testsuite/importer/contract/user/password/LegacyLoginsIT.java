package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.endpoint.PasswordEndpoints;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.TimedLogins;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** First logins, while some endpoints respond wrongly, slowly or not at all: some of them, and 20,000 with {@code -Plogins}. */
@EnabledIf("org.millrace.testsuite.server.SharedServers#areProcesses")
class LegacyLoginsIT implements Importing {
    private static final Logger LOG = System.getLogger(LegacyLoginsIT.class.getName());

    private static final int SOME_USERS = 60;
    private static final int USERS = Integer.getInteger("millrace.logins", 20_000);
    private static final int CLIENTS = 8;
    private static final List<String> FAULTY = List.of("slow", "absent", "failing", "garbage");
    private static final int OK = 200;
    private static final int WRONG = 400;
    private static final int UNAVAILABLE = 503;
    /** The setting's default of 2 seconds, and what a busy machine needs for the rest of a login. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final int ROUNDS = 6;
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LOGINS = Duration.ofMillis(500);
    /** Of the 95th percentile of other logins, with lazy logins to that without. */
    private static final double MAX_RATIO = 1.2;

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

    private static UserLine user(int user, String endpoint) {
        return UserLine.named(name(user))
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
                                Map.of("format", "legacy", "value", name(user), "endpoint", endpoint))));
    }

    @Test
    void correctPasswordsOfSomeUsersBecomeLocal() {
        TimedLogins unused = logIn(SOME_USERS);
    }

    @Tag("logins")
    @Test
    void correctPasswordsOfAllUsersBecomeLocalDespiteFailingEndpoints() {
        assertThat(logIn(USERS).longest()).isLessThan(LONGEST);
    }

    private TimedLogins logIn(int users) {
        ServerLog log = ServerLog.from(server().node());
        ImportRealm realm = realm(Map.of());
        realm.with("outcomes=problems")
                .take(IntStream.range(0, users)
                        .mapToObj(user -> user(user, endpoint(user)))
                        .toList());
        TimedLogins logins = new TimedLogins(realm);

        inParallel(CLIENTS, client -> {
            for (int user = client; user < users; user += CLIENTS) {
                logIn(logins, user);
            }
        });

        String path = realm.base() + "/bulk-import/password-upgrade";
        Polling.await("the count ends", () -> realm.admin().get(path).status() == OK);
        assertThat(realm.admin().get(path).ok().json().at("/formats/legacy").asLong())
                .isEqualTo(IntStream.range(0, users)
                        .filter(LegacyLoginsIT::isFaulty)
                        .count());
        LOG.log(Level.INFO, "{0} users; logins: {1}", users, logins);
        assertThat(log.text()).doesNotContain(PasswordEndpoints.TOKEN);
        log.assertNoError();
        return logins;
    }

    /** A refused login is tried again, as a user does. */
    private static void logIn(TimedLogins logins, int user) {
        String password = PasswordEndpoints.password(name(user));
        if (isFaulty(user)) {
            assertThat(logins.status(name(user), password)).isEqualTo(UNAVAILABLE);
            return;
        }
        assertThat(logins.status(name(user), "wrong")).isIn(WRONG, UNAVAILABLE);
        Polling.await("the right password is accepted", () -> {
            int status = logins.status(name(user), password);
            assertThat(status).isIn(OK, UNAVAILABLE);
            return status == OK;
        });
        assertThat(logins.status(name(user), password)).isEqualTo(OK);
    }

    /**
     * Other users log in at a steady rate; in every second window, users of right, slow, absent and failing endpoints do as well. The windows
     * alternate, as other programs use the machine, too.
     */
    @Tag("logins")
    @Test
    void otherLoginsTakeHardlyLongerMeanwhile() {
        ImportRealm realm = realm(Map.of());
        int perWindow = (int) (CLIENTS * WINDOW.toMillis() / BETWEEN_LOGINS.toMillis());
        int lazyUsers = perWindow * (ROUNDS + 1);
        List<String> kinds = List.of("shop", "slow", "shop", "absent", "shop", "failing", "shop", "garbage");
        realm.with("outcomes=problems")
                .take(IntStream.range(0, lazyUsers)
                        .mapToObj(user -> user(user, kinds.get(user % kinds.size())))
                        .toList());
        realm.take(UserLine.named("other")
                .email("other@example.org")
                .with("firstName", "Some")
                .with("lastName", "Body")
                .with("emailVerified", true)
                .password("a password"));
        window(realm, 0, perWindow);

        TimedLogins alone = new TimedLogins(realm);
        TimedLogins beside = new TimedLogins(realm);
        for (int round = 1; round <= ROUNDS; round++) {
            others(alone);
            int first = round * perWindow;
            CompletableFuture<Void> lazy = CompletableFuture.runAsync(() -> window(realm, first, perWindow));
            others(beside);
            lazy.join();
        }

        double ratio = beside.percentile95() / alone.percentile95();
        LOG.log(Level.INFO, "other logins alone: {0}; beside lazy ones: {1}; ratio of p95 {2}", alone, beside, ratio);
        assertThat(ratio).isLessThanOrEqualTo(MAX_RATIO);
    }

    /** Logs users of all endpoints in during a window. */
    private void window(ImportRealm realm, int first, int users) {
        TimedLogins logins = new TimedLogins(realm);
        inParallel(CLIENTS, client -> {
            for (int user = first + client; user < first + users; user += CLIENTS) {
                logins.status(name(user), PasswordEndpoints.password(name(user)));
                LockSupport.parkNanos(BETWEEN_LOGINS.toNanos());
            }
        });
        assertThat(logins.longest()).isLessThan(LONGEST);
    }

    /** Logs a local user in, at a steady rate, during a window. */
    private static void others(TimedLogins logins) {
        long end = System.nanoTime() + WINDOW.toNanos();
        while (System.nanoTime() < end) {
            assertThat(logins.status("other", "a password")).isEqualTo(OK);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static void inParallel(int clients, IntConsumer client) {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int number = 0; number < clients; number++) {
                int own = number;
                running.add(CompletableFuture.runAsync(() -> client.accept(own), threads));
            }
            running.forEach(CompletableFuture::join);
        } finally {
            threads.shutdown();
        }
    }
}
