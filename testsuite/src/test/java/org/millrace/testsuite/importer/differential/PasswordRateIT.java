package org.millrace.testsuite.importer.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.SharedServers;

/**
 * Measures how many users with bcrypt hashes and with Keycloak's own Argon2 hashes are imported in a second, in alternating rounds after one of
 * each that is not measured. It logs the rates and asserts none.
 */
@Tag("rates")
class PasswordRateIT {
    private static final Logger LOG = System.getLogger(PasswordRateIT.class.getName());

    private static final int USERS = Integer.getInteger("millrace.passwords", 100_000);
    private static final int ROUNDS = Integer.getInteger("millrace.rounds", 3);

    private static final String BCRYPT =
            "{\"type\":\"password\",\"hash\":\"$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW\"}";

    private static final String ARGON2 =
            "{\"type\":\"password\",\"secretData\":\"{\\\"value\\\":\\\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\\\","
                    + "\\\"salt\\\":\\\"AAAAAAAAAAAAAAAAAAAAAA==\\\"}\",\"credentialData\":\"{\\\"algorithm\\\":"
                    + "\\\"argon2\\\",\\\"hashIterations\\\":5,\\\"additionalParameters\\\":{\\\"hashLength\\\":[\\\"32\\\"],"
                    + "\\\"memory\\\":[\\\"7168\\\"],\\\"type\\\":[\\\"id\\\"],\\\"version\\\":[\\\"1.3\\\"],"
                    + "\\\"parallelism\\\":[\\\"1\\\"]}}\"}";

    @Test
    void users() {
        ImportRealm realm = ImportRealm.sample(SharedServers.postgres());
        perSecond(realm, "warm-up-b", USERS, BCRYPT);
        perSecond(realm, "warm-up-a", USERS, ARGON2);
        for (int round = 1; round <= ROUNDS; round++) {
            // The first of a round changes, so that neither always finds the larger tables.
            boolean bcryptFirst = round % 2 == 1;
            double first = perSecond(realm, round + "-first", USERS, bcryptFirst ? BCRYPT : ARGON2);
            double second = perSecond(realm, round + "-second", USERS, bcryptFirst ? ARGON2 : BCRYPT);
            double bcrypt = bcryptFirst ? first : second;
            double argon2 = bcryptFirst ? second : first;
            LOG.log(
                    Level.INFO,
                    "round {0} of {1} users each; bcrypt: {2} users/s; Argon2: {3} users/s; ratio {4}",
                    round,
                    USERS,
                    Math.round(bcrypt),
                    Math.round(argon2),
                    Math.round(bcrypt / argon2 * 100) / 100.0);
        }
    }

    private static double perSecond(ImportRealm realm, String prefix, int count, String credential) {
        List<String> lines = IntStream.range(0, count)
                .mapToObj(i -> "{\"username\":\"" + prefix + "-" + i
                        + "\",\"enabled\":true,\"firstName\":\"Rate\",\"lastName\":\"Of\",\"email\":\"" + prefix + "-"
                        + i
                        + "@example.org\",\"emailVerified\":true,\"credentials\":[" + credential + "]}")
                .toList();
        long begun = System.nanoTime();
        ImportAnswer answer = realm.with("outcomes=problems").take(lines);
        double seconds = (System.nanoTime() - begun) / 1e9;
        assertThat(answer.count("created")).isEqualTo(count);
        return count / seconds;
    }
}
