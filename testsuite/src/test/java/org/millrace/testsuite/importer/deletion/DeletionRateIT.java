package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Measures how many users Keycloak's own call and Millrace delete in a second. It logs the rates and asserts none. */
@Tag("rates")
class DeletionRateIT {
    private static final Logger LOG = System.getLogger(DeletionRateIT.class.getName());

    private static final int IN_FLIGHT = 16;
    private static final int BY_CALLS = Integer.getInteger("millrace.deletions.calls", 2000);
    private static final int BY_MILLRACE = Integer.getInteger("millrace.deletions", 20_000);
    private static final int ROUNDS = Integer.getInteger("millrace.rounds", 3);

    /** The hash of a password that is never used. */
    private static final String CREDENTIAL =
            "{\"type\":\"password\",\"secretData\":\"{\\\"value\\\":\\\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\\\","
                    + "\\\"salt\\\":\\\"AAAAAAAAAAAAAAAAAAAAAA==\\\"}\",\"credentialData\":\"{\\\"algorithm\\\":"
                    + "\\\"pbkdf2-sha256\\\",\\\"hashIterations\\\":27500}\"}";

    private final HttpClient http = HttpClient.newHttpClient();

    private static ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @Test
    void users() throws Exception {
        measure(0);
    }

    @Test
    void usersWithOneSession() throws Exception {
        measure(1);
    }

    private void measure(int sessions) throws Exception {
        ImportRealm realm = ImportRealm.sample(server());
        realm.admin().createGroup(realm.name(), "rate");
        for (int round = 0; round <= ROUNDS; round++) {
            int calls = sessions == 0 ? BY_CALLS : BY_CALLS / 4;
            int deletions = sessions == 0 ? BY_MILLRACE : BY_CALLS / 4;
            List<String> ids = create(realm, "calls-" + round + "-", calls, sessions);
            double byCalls = perSecond(calls, () -> delete(realm, ids));
            create(realm, "rows-" + round + "-", deletions, sessions);
            List<String> lines = lines("rows-" + round + "-", deletions, "\"$op\":\"delete\"");
            double byMillrace = perSecond(deletions, () -> {
                ImportAnswer answer = realm.with("outcomes=problems").take(lines);
                assertThat(answer.count("deleted")).isEqualTo(deletions);
            });
            LOG.log(
                    Level.INFO,
                    "{0}, sessions each: {1}; DELETE with {2} in flight: {3} users/s; Millrace: {4} users/s; ratio {5}",
                    round == 0 ? "warm-up" : "round " + round,
                    sessions,
                    IN_FLIGHT,
                    Math.round(byCalls),
                    Math.round(byMillrace),
                    Math.round(byMillrace / byCalls * 10) / 10.0);
        }
    }

    private static List<String> lines(String prefix, int count, String more) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"username\":\"" + prefix + i + "\"," + more + "}")
                .toList();
    }

    private static List<String> create(ImportRealm realm, String prefix, int count, int sessions) throws Exception {
        String password = sessions == 0 ? CREDENTIAL : "{\"type\":\"password\",\"value\":\"password\"}";
        realm.with("outcomes=none")
                .take(lines(
                        prefix,
                        count,
                        "\"enabled\":true,\"firstName\":\"Rate\",\"lastName\":\"Of\",\"emailVerified\":true,"
                                + "\"attributes\":{\"locale\":[\"en\"]},\"groups\":[\"/rate\"],\"credentials\":["
                                + password + "]"));
        List<String> ids = new ArrayList<>(realm.ids(prefix).values());
        assertThat(ids).hasSize(count);
        if (sessions > 0) {
            AtomicInteger next = new AtomicInteger();
            inParallel(() -> {
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    AccessToken.byPassword(realm.node(), realm.name(), prefix + i, "password")
                            .request();
                }
            });
        }
        return ids;
    }

    private void delete(ImportRealm realm, List<String> ids) throws Exception {
        AtomicInteger next = new AtomicInteger();
        inParallel(() -> {
            for (int i = next.getAndIncrement(); i < ids.size(); i = next.getAndIncrement()) {
                HttpRequest request = realm.admin()
                        .streamed(realm.base() + "/users/" + ids.get(i))
                        .DELETE()
                        .build();
                try {
                    assertThat(http.send(request, BodyHandlers.discarding()).statusCode())
                            .isEqualTo(204);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (InterruptedException e) {
                    throw new IllegalStateException("interrupted in a call", e);
                }
            }
        });
    }

    private static void inParallel(Runnable work) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(IN_FLIGHT);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < IN_FLIGHT; i++) {
                tasks.add(() -> {
                    work.run();
                    return true;
                });
            }
            for (Future<Boolean> ended : workers.invokeAll(tasks)) {
                ended.get();
            }
        } finally {
            workers.shutdown();
        }
    }

    /** What is measured. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static double perSecond(int count, Work work) throws Exception {
        long begun = System.nanoTime();
        work.run();
        return count / ((System.nanoTime() - begun) / 1e9);
    }
}
