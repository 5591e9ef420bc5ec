package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Undoes jobs with users, groups, roles, clients and organizations: all rows of all tables are as before. */
@Thorough
class UndoMixedIT {
    private static final Logger LOG = System.getLogger(UndoMixedIT.class.getName());
    private static final int RECORDS = 400;
    private static final long SEED = Long.getLong("millrace.seed", 27);

    @Test
    void tablesAreAsBeforeTheJobs() throws SQLException {
        undoesJobs(SharedServers.postgres(), new MixedImport(SEED, RECORDS));
    }

    /** Runs and undoes a job that merges and one that replaces. */
    static void undoesJobs(ServerUnderTest server, MixedImport records) throws SQLException {
        LOG.log(Level.INFO, "{0}", records);
        ImportRealm realm =
                ImportRealm.create(server, Map.of("organizationsEnabled", true)).into("records");
        realm.allowUnmanagedAttributes();
        succeeded(ImportJob.create(realm, Map.of("onConflict", "fail")).with(1, records.present()));
        AllTables before = AllTables.of(server);
        for (String onConflict : new String[] {"merge", "replace"}) {
            ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict));
            JsonNode done = succeeded(job.with(1, records.job()));
            assertThat(done.at("/counts/created").asLong()).as("%s", done).isPositive();
            assertThat(done.at("/counts/updated").asLong()).as("%s", done).isPositive();
            assertThat(AllTables.of(server)).isNotEqualTo(before);

            ImportJob undo =
                    new ImportJob(job.admin(), job.jobs(), job.post("undo").createdId());
            JsonNode undone = UndoScaleIT.finished(undo);

            LOG.log(Level.INFO, "{0}: {1}, undo: {2}", onConflict, done, undone);
            assertThat(undone.path("state").asText())
                    .as("%s", undo.outcomes("&status=rejected", 100))
                    .isEqualTo("completed");
            assertNoWarnings(undone);
            assertThat(undone.at("/counts/read").asLong())
                    .isEqualTo(done.at("/counts/created").asLong()
                            + done.at("/counts/updated").asLong());
            before.assertSame(AllTables.of(server));
        }
    }

    private static JsonNode succeeded(ImportJob job) {
        JsonNode done = UndoScaleIT.finished(job.started());
        assertThat(done.path("state").asText())
                .as("%s", job.outcomes("&status=rejected", 100))
                .isEqualTo("completed");
        assertNoWarnings(done);
        return done;
    }

    private static void assertNoWarnings(JsonNode job) {
        assertThat(job.at("/counts/warnings").asLong())
                .as("%s", job.path("warningsByCode"))
                .isZero();
    }
}
