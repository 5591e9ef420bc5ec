package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Undoes jobs of 100,000 mixed records and compares all tables of the database; and measures what it costs a job of updates to store the
 * earlier states. It logs the rates and asserts none.
 */
@Tag("rates")
class UndoScaleIT {
    private static final Logger LOG = System.getLogger(UndoScaleIT.class.getName());

    private static final int RECORDS = Integer.getInteger("millrace.undo.records", 100_000);
    private static final int ROUNDS = Integer.getInteger("millrace.rounds", 3);
    private static final String UNDO_DAYS = "spi-admin-realm-restapi-extension--bulk-import--undo-days";

    @Test
    void tablesAreAsBeforeTheJobs() throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(ServerOptions.postgres())) {
            UndoMixedIT.undoesJobs(server, new MixedImport(Long.getLong("millrace.seed", 27), RECORDS));
        }
    }

    @Test
    void rateOfUpdatesWithAndWithoutEarlierStates() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            double with = updatesPerSecond("7");
            double without = updatesPerSecond("0");
            LOG.log(
                    Level.INFO,
                    "round {0}: updates per second with earlier states {1}, without {2}, ratio {3}",
                    round,
                    Math.round(with),
                    Math.round(without),
                    Math.round(100 * with / without) / 100.0);
        }
    }

    private static double updatesPerSecond(String undoDays) throws Exception {
        int count = RECORDS / 5;
        try (ServerUnderTest server =
                ServerUnderTest.start(ServerOptions.postgres().with(UNDO_DAYS, undoDays))) {
            ImportRealm realm = ImportRealm.create(server, Map.of());
            realm.with("outcomes=none").take(users("user-", 0, count, i -> "Before " + i));
            finished(job(realm, users("user-", 0, count, i -> "Warm-up " + i)));
            ImportJob job = job(realm, users("user-", 0, count, i -> "After " + i));
            JsonNode finished = finished(job);
            boolean isKept = !undoDays.equals("0");
            assertThat(finished.at("/undo/bytes").asLong() > 0)
                    .as("%s", finished)
                    .isEqualTo(isKept);
            if (!isKept) {
                assertThat(ImportJob.title(job.post("undo"))).isEqualTo("409 undo-expired");
            }
            return finished.at("/recordsPerSecond/overall").asDouble();
        }
    }

    private static ImportJob job(ImportRealm realm, List<ObjectNode> records) {
        return ImportJob.create(realm, Map.of("onConflict", "merge"))
                .with(1, records)
                .started();
    }

    private static List<ObjectNode> users(String prefix, int first, int count, IntFunction<String> firstName) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> {
                    ObjectNode user = JsonNodeFactory.instance
                            .objectNode()
                            .put("username", prefix + i)
                            .put("email", prefix + i + "@example.org")
                            .put("firstName", firstName.apply(i))
                            .put("lastName", "Undo")
                            .put("enabled", true);
                    user.putObject("attributes").putArray("number").add(firstName.apply(i));
                    return user;
                })
                .toList();
    }

    /** Waits as long as the job makes progress. */
    static JsonNode finished(ImportJob job) {
        long before = -1;
        while (true) {
            try {
                return job.finished();
            } catch (AssertionError e) {
                long read = job.get().path("counts").path("read").asLong();
                if (read == before) {
                    throw e;
                }
                before = read;
            }
        }
    }
}
