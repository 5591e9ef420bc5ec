package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Settings of the server are a limit: a caller can tighten them, but not loosen. */
class OperatorSettingsIT implements Importing {

    @Override
    public ServerUnderTest server() {
        return SharedServers.get(StrictServer.STRICT);
    }

    private static UserLine ann() {
        return UserLine.named("ann").email("ann@example.org").with("emailVerified", true);
    }

    private static UserLine withTheEmailOfAnn() {
        return UserLine.named("eve").email("ann@example.org");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&matchByEmail=verified", "&matchByEmail=any"})
    void noCallerMatchesByEmailWhereTheServerForbidsIt(String query) {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", true));
        realm.take(ann());

        ImportAnswer answer = realm.with("onConflict=merge" + query).take(withTheEmailOfAnn());

        assertThat(ImportAnswer.problems(answer.single())).containsExactly("email-exists");
        assertThat(realm.has("ann")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"verified", "any"})
    void noJobMatchesByEmailWhereTheServerForbidsIt(String matchByEmail) {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", true));
        realm.take(ann());

        ImportJob job = ImportJob.create(realm, Map.of("onConflict", "merge", "matchByEmail", matchByEmail))
                .with(1, List.of(withTheEmailOfAnn()))
                .started();
        job.finished();

        assertThat(ImportAnswer.problems(job.outcomes().get(0))).containsExactly("email-exists");
        assertThat(realm.has("ann")).isTrue();
    }

    @Test
    void callersMatchByUnverifiedEmailIfTheyAskForItWhereTheServerAllowsIt() {
        ImportRealm realm = ImportRealm.create(SharedServers.permissivePostgres(), Map.of("editUsernameAllowed", true));
        realm.take(ann().with("emailVerified", false));

        ImportAnswer unasked = realm.with("onConflict=merge").take(withTheEmailOfAnn());
        ImportAnswer asked = realm.with("onConflict=merge&matchByEmail=any").take(withTheEmailOfAnn());
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", "merge", "matchByEmail", "any"))
                .with(1, List.of(UserLine.named("zoe").email("ann@example.org")))
                .started();
        job.finished();

        assertThat(ImportAnswer.problems(unasked.single())).containsExactly("email-exists");
        for (JsonNode outcome : List.of(asked.single(), job.outcomes().get(0))) {
            assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("updated");
            assertThat(outcome.path("matchedBy").asText()).isEqualTo("email");
        }
        assertThat(realm.ids().keySet()).containsExactly("zoe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "events=none", "events=summary"})
    void eachUserHasAnAdminEventWhateverTheCallerAsksFor(String query) {
        ImportRealm realm = realm(Map.of("adminEventsEnabled", true));

        realm.with(query).take(UserLine.named("ann"), UserLine.named("bob"));

        assertThat(realm.admin()
                        .get(realm.base() + "/admin-events?resourceTypes=USER&operationTypes=CREATE")
                        .ok()
                        .json()
                        .findValuesAsText("resourcePath"))
                .containsExactlyInAnyOrder(
                        "users/" + realm.user("ann").path("id").asText(),
                        "users/" + realm.user("bob").path("id").asText());
    }
}
