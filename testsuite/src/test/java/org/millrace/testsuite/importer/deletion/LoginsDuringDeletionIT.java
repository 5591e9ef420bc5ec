package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.TimedLogins;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Measures how long logins take while a job deletes users, and while the same job is paused, in alternating windows. It logs the times and
 * asserts none.
 */
@Tag("rates")
class LoginsDuringDeletionIT {
    private static final Logger LOG = System.getLogger(LoginsDuringDeletionIT.class.getName());

    private static final int USERS = Integer.getInteger("millrace.deletions.logins", 400_000);
    private static final int PART = 100_000;
    private static final int ROUNDS = Integer.getInteger("millrace.rounds", 3);
    private static final Duration WINDOW = Duration.ofSeconds(20);
    /** The login guard needs some seconds to see that logins take longer. */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private static final Duration BETWEEN_LOGINS = Duration.ofMillis(50);
    private static final int OK = 200;

    @Test
    void loginsOfAnotherUser() {
        try (ServerUnderTest server = ServerUnderTest.start(ServerOptions.postgres())) {
            ImportRealm realm = ImportRealm.create(server, Map.of());
            realm.take(UserLine.named("other")
                    .email("other@example.org")
                    .with("firstName", "Some")
                    .with("lastName", "Body")
                    .with("emailVerified", true)
                    .password("a password"));
            ImportJob job = deletions(realm);
            logIn(new TimedLogins(realm), WINDOW);

            TimedLogins paused = new TimedLogins(realm);
            TimedLogins during = new TimedLogins(realm);
            long deleted = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                logIn(paused, WINDOW);
                assertThat(job.post(round == 1 ? "start" : "resume").status()).isEqualTo(OK);
                logIn(new TimedLogins(realm), SETTLING);
                long before = deletedBy(job);
                logIn(during, WINDOW);
                deleted += deletedBy(job) - before;
                assertThat(job.post("pause").status()).isEqualTo(OK);
                job.await(document -> document.path("state").asText().equals("paused")
                        && document.path("nodes").isEmpty());
            }

            LOG.log(
                    Level.INFO,
                    "logins while the job is paused: {0}; during {1} deletions per second: {2}; ratio of p95 {3}",
                    paused,
                    Math.round((double) deleted / (ROUNDS * WINDOW.toSeconds())),
                    during,
                    Math.round(100 * during.percentile95() / paused.percentile95()) / 100.0);
        }
    }

    /** A job that is not started, which deletes users that exist. */
    private static ImportJob deletions(ImportRealm realm) {
        ImportJob job = ImportJob.create(realm, Map.of());
        for (int first = 0; first < USERS; first += PART) {
            List<String> names = IntStream.range(first, Math.min(USERS, first + PART))
                    .mapToObj(i -> "gone-" + i)
                    .toList();
            realm.with("outcomes=none")
                    .take(names.stream()
                            .map(name -> "{\"username\":\"" + name + "\",\"email\":\"" + name
                                    + "@example.org\",\"enabled\":true}")
                            .toList());
            job.with(
                    first / PART + 1,
                    names.stream()
                            .map(name -> "{\"$op\":\"delete\",\"username\":\"" + name + "\"}")
                            .toList());
        }
        return job;
    }

    /** Logs the other user in, at a steady rate. */
    private static void logIn(TimedLogins logins, Duration window) {
        long end = System.nanoTime() + window.toNanos();
        while (System.nanoTime() < end) {
            assertThat(logins.status("other", "a password")).isEqualTo(OK);
            LockSupport.parkNanos(BETWEEN_LOGINS.toNanos());
        }
    }

    /** So far, by a job that still runs: a faster machine needs more users, see {@link #USERS}. */
    private static long deletedBy(ImportJob job) {
        JsonNode document = job.get();
        assertThat(document.path("state").asText()).as("%s", document).isEqualTo("running");
        return document.at("/counts/deleted").asLong();
    }
}
