package org.millrace.testsuite.importer.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.SharedServers;

/**
 * Measures how many records a dry run in one transaction predicts in a second: of users that are new, updated and deleted. The rate should not
 * fall with the number of records. It logs the rates and asserts none.
 */
@Tag("rates")
class DryRunRateIT {
    private static final Logger LOG = System.getLogger(DryRunRateIT.class.getName());

    private static final int MAX_USERS = Integer.getInteger("millrace.dry-run.users", 8000);

    @ParameterizedTest
    @ValueSource(strings = {"records", "users"})
    void dryRun(String entity) {
        ImportRealm realm = ImportRealm.sample(SharedServers.postgres());
        realm.admin().createGroup(realm.name(), "rate");
        ImportRealm into = realm.into(entity).with("dryRun=true&onConflict=merge&outcomes=problems");
        into.take(records(500));
        for (int users = 1000; users <= MAX_USERS; users *= 2) {
            List<String> records = records(users);
            long begun = System.nanoTime();
            ImportAnswer answer = into.take(records);
            double seconds = (System.nanoTime() - begun) / 1e9;
            assertThat(answer.count("rejected") + answer.count("failed")).isZero();
            assertThat(answer.count("created")).isEqualTo(users);
            LOG.log(
                    Level.INFO,
                    "{0}: {1} records in {2} s, {3} records/s",
                    entity,
                    records.size(),
                    Math.round(seconds),
                    Math.round(records.size() / seconds));
        }
    }

    /** The first deletion comes early, because users are predicted in one transaction from then on. */
    private static List<String> records(int users) {
        List<String> records = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            String user = "{\"type\":\"user\",\"username\":\"rate-" + i + "\"";
            records.add(
                    user + ",\"email\":\"rate-" + i + "@example.org\",\"firstName\":\"Rate\",\"lastName\":\"Of\","
                            + "\"attributes\":{\"locale\":[\"en\"]},\"groups\":[\"/rate\"],\"requiredActions\":[\"VERIFY_EMAIL\"]}");
            if (i % 10 == 0) {
                records.add(user + ",\"attributes\":{\"locale\":[\"de\"]}}");
                records.add(user + ",\"$op\":\"delete\"}");
            }
        }
        return records;
    }
}
