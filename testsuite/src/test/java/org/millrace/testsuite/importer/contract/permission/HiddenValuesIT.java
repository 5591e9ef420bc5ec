package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.contract.permission.FineGrainedPermissions.Permission;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/**
 * With fine-grained permissions (version 2), the permission to change something does not include the one to view it: no outcome says
 * whether a record names the stored value.
 */
class HiddenValuesIT implements Importing {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** A caller who may change one object of each kind, and view none. */
    private static AdminClient newHolder(PermissionSample sample) {
        String plain = sample.realm()
                .admin()
                .get(sample.realm().base() + "/roles/plain")
                .ok()
                .json()
                .path("id")
                .asText();
        return FineGrainedPermissions.of(sample.realm())
                .newHolder(
                        new Permission("Clients", List.of(sample.id("client-own")), List.of("manage")),
                        new Permission("Groups", List.of(sample.id("group-own")), List.of("manage")),
                        new Permission("Users", List.of(sample.id("user-other")), List.of("manage")),
                        new Permission("Roles", List.of(plain), List.of("map-role-client-scope")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "clients;{'clientId':'client-own','secret':'%s'}",
                "clients;{'clientId':'client-own','attributes':{'contact':'%s'}}",
                "groups;{'name':'group-own','attributes':{'code':['%s']}}",
                "roles;{'name':'role','clientId':'client-own','description':'%s'}",
                "users;{'username':'user-other','email':'%s@example.org'}",
                "users;{'username':'user-other','lastName':'%s'}"
            })
    void changedAndEqualValuesHaveTheSameOutcome(String entity, String template) {
        PermissionSample sample = sample();
        String line = template.replace('\'', '"');
        ImportRealm administrator = sample.realm().into(entity).with("onConflict=merge");
        assertThat(administrator.take(line.formatted("right")).statuses()).containsExactly("updated");
        ImportRealm holder = administrator.as(newHolder(sample));

        assertGuessesAreUpdated(holder, line.formatted("right"), line.formatted("wrong"));
        JsonNode unchanged = administrator.take(line.formatted("right")).single();
        assertThat(unchanged.path("status").asText()).as("%s", unchanged).isEqualTo("unchanged");
    }

    @Test
    void rolesInTheScopeOfAClientAndOthersHaveTheSameOutcome() {
        PermissionSample sample = sample();
        ImportRealm holder =
                sample.realm().into("records").with("onConflict=merge").as(newHolder(sample));
        String line = "{\"type\":\"scope-mapping\",\"client\":\"client-own\",\"roles\":[\"plain\"]}";

        for (int time = 1; time <= 2; time++) {
            JsonNode outcome = holder.take(line).single();
            assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("updated");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "merge,realmRoles,plain,composed-import",
        "replace,realmRoles,plain,composed-import",
        "merge,groups,/group-own,/group-other",
        "replace,groups,/group-own,/group-other"
    })
    void rolesAndGroupsOfAUserAndOthersHaveTheSameOutcome(
            String onConflict, String field, String present, String other) {
        PermissionSample sample = sample();
        UserLine user = UserLine.named("user-other");
        UserLine right = user.with(field, List.of(present));
        assertThat(sample.realm().with("onConflict=merge").take(right).statuses())
                .containsExactly("updated");

        ImportAnswer guesses = sample.realm()
                .with("dryRun=true&onConflict=" + onConflict)
                .as(newHolder(sample))
                .take(right, user.with(field, List.of(other)));

        assertThat(guesses.statuses()).containsOnly("rejected");
        assertThat(guesses.outcomes().stream().map(ImportAnswer::problems))
                .containsOnly(ImportAnswer.problems(guesses.line(1)));
    }

    private PermissionSample sample() {
        return PermissionSample.create(realm(Map.of("adminPermissionsEnabled", true, "organizationsEnabled", true)));
    }

    /** In a dry run, and in a job, which the caller then has undone. */
    private static void assertGuessesAreUpdated(ImportRealm holder, String right, String wrong) {
        for (String onConflict : List.of("merge", "replace")) {
            ImportAnswer guesses =
                    holder.with("dryRun=true&onConflict=" + onConflict).take(right, wrong);

            // With replace, a user would lose roles, which the caller may not change.
            boolean mayReplace = onConflict.equals("merge") || !holder.entity().equals("users");
            assertThat(guesses.statuses())
                    .as("%s: %s", onConflict, guesses.outcomes())
                    .containsExactly(mayReplace ? "updated" : "rejected", mayReplace ? "updated" : "rejected");
        }
        for (String guess : List.of(right, wrong)) {
            ImportJob job = ImportJob.create(holder, Map.of("onConflict", "merge"))
                    .with(1, List.of(guess))
                    .started();
            job.finished();
            assertThat(ImportJob.texts(job.outcomes(), "status")).containsExactly("updated");
            ImportJob undo =
                    new ImportJob(job.admin(), job.jobs(), job.post("undo").createdId());
            undo.finished();
            assertThat(ImportJob.texts(undo.outcomes(), "status"))
                    .as("%s", undo.outcomes())
                    .containsExactly("updated");
        }
    }
}
