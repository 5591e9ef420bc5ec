package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.contract.permission.FineGrainedPermissions.Permission;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** With fine-grained permissions (version 2), the caller may manage all clients, but view neither them nor client scopes. */
class HiddenClientDataIT implements Importing {
    private static final String SCOPE = "{'type':'client-scope','name':'extra','description':'%s'}";
    private static final String ROLES = "{'type':'scope-mapping','clientScope':'extra','roles':['%s']}";
    private static final String DEFAULT = "{'type':'default-client-scope','name':'extra'}";

    /** The code of an undo for a caller who may manage all objects of a type; it is the same for objects that the caller may not view. */
    private static final String MANAGES_ALL = "changed-since-import";

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    private PermissionSample sample() {
        return PermissionSample.create(realm(Map.of("adminPermissionsEnabled", true, "organizationsEnabled", true)));
    }

    private static AdminClient newHolder(ImportRealm realm) {
        return FineGrainedPermissions.of(realm)
                .newHolder(
                        new Permission("Clients", List.of(), List.of("manage")),
                        new Permission("Roles", List.of(), List.of("map-role-client-scope")));
    }

    private static String line(String template, Object... values) {
        return template.replace('\'', '"').formatted(values);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {SCOPE + ";right;wrong", ROLES + ";plain;composed-import"})
    void clientScopesAreUpdatedWhetherTheyAreStoredSoOrNot(String template, String right, String wrong) {
        ImportRealm records = sample().realm().into("records");
        ImportRealm merging = records.with("onConflict=merge");
        assertThat(merging.take(line(template, right)).statuses()).containsExactly("updated");
        AdminClient holder = newHolder(records);

        ImportAnswer guesses = records.with("dryRun=true&onConflict=merge")
                .as(holder)
                .take(line(template, right), line(template, wrong));

        assertThat(guesses.statuses()).as("%s", guesses.outcomes()).containsExactly("updated", "updated");
        for (String onConflict : List.of("skip", "replace")) {
            ImportAnswer answer = records.with("dryRun=true&onConflict=" + onConflict)
                    .as(holder)
                    .take(line(template, right), line(template, wrong));
            assertThat(answer.outcomes().stream().map(ImportAnswer::problems))
                    .as(onConflict)
                    .containsExactly(List.of("forbidden-client-scope"), List.of("forbidden-client-scope"));
        }
        HiddenValuesIT.assertOnlyTheAdministratorMayUndo(
                merging.as(holder), line(template, right), records.admin(), MANAGES_ALL);
        HiddenValuesIT.assertOnlyTheAdministratorMayUndo(
                merging.as(holder), line(template, wrong), records.admin(), MANAGES_ALL);
    }

    /** The client scope {@code part} is not assigned. */
    @Test
    void defaultClientScopesAreUpdatedWhetherTheRealmAssignsThemOrNot() {
        ImportRealm records = sample().realm().into("records");
        ImportRealm merging = records.with("onConflict=merge");
        String assigned = line(DEFAULT);
        String unassigned = assigned.replace("extra", "part");
        assertThat(merging.take(assigned).statuses()).containsExactly("updated");
        AdminClient holder = newHolder(records);

        assertThat(merging.with("dryRun=true&onConflict=merge")
                        .as(holder)
                        .take(assigned, unassigned)
                        .statuses())
                .containsExactly("updated", "updated");
        for (String onConflict : List.of("fail", "skip", "replace")) {
            ImportAnswer answer = records.with("dryRun=true&onConflict=" + onConflict)
                    .as(holder)
                    .take(assigned, unassigned, assigned.replace("extra", "missing"));
            assertThat(answer.outcomes().stream().map(ImportAnswer::problems))
                    .as(onConflict)
                    .containsOnly(List.of("forbidden-client-scope"));
        }
        String deletion = "{\"$op\":\"delete\",";
        assertThat(records.with("dryRun=true")
                        .as(holder)
                        .take(deletion + assigned.substring(1), deletion + unassigned.substring(1))
                        .statuses())
                .containsExactly("deleted", "deleted");
        HiddenValuesIT.assertOnlyTheAdministratorMayUndo(merging.as(holder), assigned, records.admin(), MANAGES_ALL);
        assertThat(merging.take(assigned).statuses()).containsExactly("unchanged");
        HiddenValuesIT.assertOnlyTheAdministratorMayUndo(merging.as(holder), unassigned, records.admin(), MANAGES_ALL);
        assertThat(merging.take(unassigned).statuses()).containsExactly("updated");
    }

    @ParameterizedTest
    @ValueSource(strings = {ROLES, DEFAULT})
    void missingClientScopesAreNotReported(String template) {
        ImportRealm records = sample().realm().into("records");
        AdminClient holder = newHolder(records);
        String missing = line(template, "plain").replace("extra", "missing");

        ImportAnswer answer =
                records.with("dryRun=true&onConflict=merge").as(holder).take(missing);

        assertThat(ImportAnswer.problems(answer.single())).containsExactly("forbidden-client-scope");
    }

    @Test
    void masksDoNotShowWhichAttributesAClientHas() {
        ImportRealm clients = sample().realm().into("clients").with("dryRun=true&onConflict=merge");
        String line = "{\"clientId\":\"client-own\",\"attributes\":{\"%s\":\"**********\"}}";
        clients.with("onConflict=merge").take(line.formatted("contact").replace("**********", "stored"));

        ImportAnswer answer = clients.as(newHolder(clients)).take(line.formatted("contact"), line.formatted("missing"));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("updated", "updated");
        assertThat(answer.line(2).path("warnings").toString())
                .contains("masked-secret")
                .isEqualTo(answer.line(1).path("warnings").toString().replace("contact", "missing"));
    }

    /** The users other and own may be viewed; only other owns a resource. */
    @Test
    void ownersOfResourcesAreHidden() {
        PermissionSample sample = sample();
        ImportRealm resources = sample.realm().into("resources");
        String line = "{\"clientId\":\"client-own\",\"name\":\"of-other\",\"owner\":{\"name\":\"%s\"}}";
        String id =
                resources.take(line.formatted("user-other")).single().path("id").asText();
        String byId = line.replace("\"name\":\"of-other\"", "\"_id\":\"" + id + "\"");
        ImportRealm dryRun = resources.with("dryRun=true&onConflict=merge");
        AdminClient viewing = FineGrainedPermissions.of(resources)
                .newHolder(
                        new Permission("Clients", List.of(sample.id("client-own")), List.of("manage")),
                        new Permission(
                                "Users", List.of(sample.id("user-own"), sample.id("user-other")), List.of("view")));

        ImportAnswer seen = dryRun.as(viewing).take(byId.formatted("user-other"), byId.formatted("user-own"));

        assertThat(seen.statuses()).as("%s", seen.outcomes()).containsExactly("updated", "updated");
        assertThat(seen.outcomes().stream().map(ImportAnswer::warnings)).containsOnly(List.of("owner-kept"));
        AdminClient blind = FineGrainedPermissions.of(resources)
                .newHolder(new Permission("Clients", List.of(sample.id("client-other")), List.of("manage")));
        String ofOther = line.replace("client-own", "client-other");
        resources.take(ofOther.formatted("user-other"));
        ImportAnswer unseen = dryRun.as(blind).take(ofOther.formatted("user-other"), ofOther.formatted("user-own"));
        assertThat(unseen.outcomes().stream().map(ImportAnswer::problems))
                .containsExactly(List.of("forbidden-user"), List.of("forbidden-user"));
    }
}
