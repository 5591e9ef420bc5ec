package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
 * With fine-grained permissions (version 2), the permission to change an object does not include the one to view it. The caller may change
 * one object of each kind, and view none: outcomes are the same for stored values and for others.
 */
class HiddenValuesIT implements Importing {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    private PermissionSample sample() {
        return PermissionSample.create(realm(Map.of("adminPermissionsEnabled", true, "organizationsEnabled", true)));
    }

    /**
     * The caller may use roles and groups, but neither change the roles and groups of a user nor compose roles.
     *
     * @param adminRole a further admin role; empty for none
     */
    private static AdminClient newHolder(PermissionSample sample, String adminRole) {
        ImportRealm realm = sample.realm();
        AdminClient admin = realm.admin();
        String username = "holder-" + UUID.randomUUID();
        String userId = admin.createUser(realm.name(), username, username);
        List<String> roles = Stream.of("plain", "composed-import")
                .map(name -> admin.get(realm.base() + "/roles/" + name)
                        .ok()
                        .json()
                        .path("id")
                        .asText())
                .toList();
        List<String> groups = List.of(sample.id("group-own"), sample.id("group-other"));
        FineGrainedPermissions.of(realm)
                .grant(
                        userId,
                        new Permission("Clients", List.of(sample.id("client-own")), List.of("manage")),
                        new Permission("Groups", List.of(sample.id("group-own")), List.of("manage")),
                        new Permission("Groups", groups, List.of("manage-membership")),
                        new Permission("Users", List.of(sample.id("user-other")), List.of("manage")),
                        new Permission("Roles", roles, List.of("map-role", "map-role-client-scope")));
        if (!adminRole.isEmpty()) {
            admin.grant(realm.name(), userId, "realm-management", adminRole);
        }
        return AdminClient.login(realm.node(), realm.name(), username, username);
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
                "resources;{'clientId':'client-own','name':'owned','displayName':'%s'}",
                "users;{'username':'user-other','email':'%s@example.org'}",
                "users;{'username':'user-other','lastName':'%s'}"
            })
    void valuesAreUpdatedWhetherTheyAreStoredOrNot(String entity, String template) {
        PermissionSample sample = sample();
        String right = template.replace('\'', '"').formatted("right");
        String wrong = template.replace('\'', '"').formatted("wrong");
        ImportRealm administrator = sample.realm().into(entity).with("onConflict=merge");
        assertThat(administrator.take(right).statuses()).containsExactly("updated");
        ImportRealm holder = administrator.as(newHolder(sample, ""));

        ImportAnswer guesses = holder.with("dryRun=true&onConflict=merge").take(right, wrong);
        assertThat(guesses.statuses()).as("%s", guesses.outcomes()).containsExactly("updated", "updated");
        ImportAnswer replacing = holder.with("dryRun=true&onConflict=replace").take(right, wrong);
        assertThat(replacing.statuses()).as("%s", replacing.outcomes()).containsExactly("rejected", "rejected");
        assertSameProblems(replacing);
        assertOnlyTheAdministratorMayUndo(holder, wrong, administrator.admin());
        assertOnlyTheAdministratorMayUndo(holder, right, administrator.admin());
        assertThat(administrator.take(right).statuses()).containsExactly("unchanged");
    }

    /** An undo compares the object with its earlier state. */
    private static void assertOnlyTheAdministratorMayUndo(ImportRealm holder, String line, AdminClient administrator) {
        assertOnlyTheAdministratorMayUndo(holder, line, administrator, "forbidden");
    }

    static void assertOnlyTheAdministratorMayUndo(
            ImportRealm holder, String line, AdminClient administrator, String code) {
        ImportJob job = ImportJob.create(holder, Map.of("onConflict", "merge"))
                .with(1, List.of(line))
                .started();
        job.finished();
        assertThat(ImportJob.texts(job.outcomes(), "status")).containsExactly("updated");
        assertThat(undone(job).outcomes().stream().map(ImportAnswer::problems)).containsExactly(List.of(code));

        ImportJob undo = undone(job.as(administrator));
        assertThat(undo.outcomes().stream().map(ImportAnswer::problems))
                .as("%s", undo.outcomes())
                .containsExactly(List.of());
    }

    private static ImportJob undone(ImportJob job) {
        ImportJob undo = new ImportJob(job.admin(), job.jobs(), job.post("undo").createdId());
        undo.finished();
        return undo;
    }

    private static void assertSameProblems(ImportAnswer answer) {
        assertThat(answer.outcomes().stream().map(ImportAnswer::problems))
                .containsOnly(ImportAnswer.problems(answer.line(1)));
    }

    /** The object has the first of the two references. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "users;;{'username':'user-other','realmRoles':['%s']};plain;composed-import",
                "users;;{'username':'user-other','groups':['%s']};/group-own;/group-other",
                "groups;view-realm;{'name':'group-own','realmRoles':['%s']};composed-native;part-of-none",
                "roles;view-realm;{'name':'role','clientId':'client-own','composites':{'realm':['%s']}};plain;composed-import",
                "clients;;{'clientId':'client-own','authenticationFlowBindingOverrides':{'browser':'%s'}};direct grant;browser",
                "clients;;{'clientId':'client-own','defaultClientScopes':['%s']};extra;part"
            })
    void referencesAreRejectedWhetherTheyAreStoredOrNot(
            String entity, String adminRole, String template, String right, String wrong) {
        PermissionSample sample = sample();
        ImportRealm administrator = sample.realm().into(entity).with("onConflict=merge");
        administrator.admin().createRealmRole(administrator.name(), "part-of-none");
        String line = template.replace('\'', '"');
        assertThat(administrator.take(line.formatted(right)).statuses()).containsExactly("updated");
        ImportRealm holder = administrator.as(newHolder(sample, adminRole == null ? "" : adminRole));

        ImportAnswer guesses =
                holder.with("dryRun=true&onConflict=merge").take(line.formatted(right), line.formatted(wrong));

        assertThat(guesses.statuses()).as("%s", guesses.outcomes()).containsExactly("rejected", "rejected");
        assertSameProblems(guesses);
    }

    @Test
    void rolesInTheScopeOfAClientAndOthersHaveTheSameOutcome() {
        PermissionSample sample = sample();
        ImportRealm records = sample.realm().into("records").as(newHolder(sample, ""));
        ImportRealm merging = records.with("onConflict=merge");
        String right = "{\"type\":\"scope-mapping\",\"client\":\"client-own\",\"roles\":[\"plain\"]}";
        String wrong = right.replace("plain", "composed-import");
        assertThat(merging.take(right).statuses()).containsExactly("updated");

        assertThat(merging.with("dryRun=true&onConflict=merge")
                        .take(right, wrong)
                        .statuses())
                .containsExactly("updated", "updated");
        for (String onConflict : List.of("fail", "skip", "replace")) {
            ImportAnswer guesses =
                    records.with("dryRun=true&onConflict=" + onConflict).take(right, wrong);
            assertThat(guesses.statuses()).as(onConflict).containsExactly("rejected", "rejected");
            assertSameProblems(guesses);
        }
        String deletion = "{\"$op\":\"delete\",";
        assertThat(records.with("dryRun=true")
                        .take(deletion + right.substring(1), deletion + wrong.substring(1))
                        .statuses())
                .containsExactly("deleted", "deleted");
        assertOnlyTheAdministratorMayUndo(merging, right, sample.realm().admin());
        assertOnlyTheAdministratorMayUndo(merging, wrong, sample.realm().admin());
    }

    /** Only the first of the two clients has settings. */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip", "replace"})
    void authorizationSettingsAreRejectedWhetherTheClientHasAnyOrNot(String onConflict) {
        PermissionSample sample = sample();
        ImportRealm realm = sample.realm();
        String without = realm.admin().createClient(realm.name(), Map.of("clientId", "without"));
        AdminClient holder = FineGrainedPermissions.of(realm)
                .newHolder(new Permission("Clients", List.of(sample.id("client-own"), without), List.of("manage")));
        String line = "{\"type\":\"authorization\",\"clientId\":\"%s\",\"authorizationServicesEnabled\":true,"
                + "\"authorizationSettings\":{\"policyEnforcementMode\":\"PERMISSIVE\"}}";

        ImportAnswer answer = realm.into("records")
                .with("dryRun=true&onConflict=" + onConflict)
                .as(holder)
                .take(line.formatted("client-own"), line.formatted("without"));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected");
        assertSameProblems(answer);
    }

    /** An undo compares them with what the import left. */
    @Test
    void createdObjectsAreNotDeletedByAnUndoWhetherTheyWereChangedOrNot() {
        PermissionSample sample = sample();
        ImportRealm realm = sample.realm();
        AdminClient holder =
                FineGrainedPermissions.of(realm).newHolder(new Permission("Users", List.of(), List.of("manage")));
        ImportJob job = ImportJob.create(realm.as(holder), Map.of())
                .with(1, List.of(UserLine.named("made"), UserLine.named("changed")))
                .started();
        assertThat(job.finished().at("/counts/created").asInt()).isEqualTo(2);
        realm.admin()
                .put(realm.base() + "/users/" + realm.ids().get("changed"), Map.of("lastName", "Changed"))
                .ok();

        assertThat(undone(job).outcomes().stream().map(ImportAnswer::problems))
                .containsExactly(List.of("forbidden"), List.of("forbidden"));
    }

    @Test
    void idOfTheDefaultRoleIsHidden() {
        PermissionSample sample = sample();

        JsonNode outcome = sample.realm()
                .into("records")
                .as(newHolder(sample, ""))
                .take("{\"type\":\"default-roles\"}")
                .single();

        assertThat(ImportAnswer.problems(outcome)).containsExactly("forbidden-role");
        assertThat(outcome.has("id")).isFalse();
    }

    /** The caller may manage organizations, but not view identity providers. Only the first organization has one. */
    @Test
    void identityProvidersOfAnOrganizationAreHidden() {
        PermissionSample sample = sample();
        ImportRealm organizations = sample.realm().into("organizations");
        String line = "{\"name\":\"organization-%s\",\"identityProviders\":[]}";
        String linking = line.formatted("own").replace("[]", "[{\"alias\":\"idp\"}]");
        assertThat(organizations.with("onConflict=merge").take(linking).statuses())
                .containsExactly("updated");
        ImportRealm manager = organizations.as(sample.realm().newAdmin("manage-organizations"));

        ImportAnswer guesses =
                manager.with("dryRun=true&onConflict=replace").take(line.formatted("own"), line.formatted("other"));

        assertThat(guesses.outcomes().stream().map(ImportAnswer::problems))
                .containsExactly(List.of("forbidden-identity-provider"), List.of("forbidden-identity-provider"));
        ImportJob job = ImportJob.create(manager, Map.of("onConflict", "merge"))
                .with(1, List.of("{\"name\":\"organization-own\",\"description\":\"changed\"}"))
                .started();
        job.finished();
        assertThat(ImportJob.texts(undone(job).outcomes(), "status")).containsExactly("updated");
        assertThat(organizations.with("onConflict=merge").take(linking).statuses())
                .containsExactly("unchanged");
    }

    /** The user is found by its id. */
    @Test
    void messagesDoNotNameTheUser() {
        PermissionSample sample = sample();
        ImportRealm holder = sample.realm().with("onConflict=merge").as(newHolder(sample, ""));
        String id = sample.id("user-other");
        long time = System.currentTimeMillis() / 1000;
        assertThat(sample.realm()
                        .with("onConflict=merge")
                        .take(UserLine.named("user-other").with("notBefore", time))
                        .statuses())
                .containsExactly("updated");

        ImportAnswer answer = holder.take(
                "{\"id\":\"" + id + "\",\"realmRoles\":[\"plain\"],\"groups\":[\"/group-own\"]}",
                "{\"id\":\"" + id + "\",\"notBefore\":1}",
                "{\"id\":\"" + id + "\",\"notBefore\":" + (time + 1) + "}");

        assertThat(answer.statuses()).containsExactly("rejected", "updated", "updated");
        assertThat(answer.outcomes().stream().map(JsonNode::toString))
                .noneMatch(outcome -> outcome.contains("user-other") || outcome.contains(String.valueOf(time)));
        assertThat(answer.outcomes().subList(1, 3))
                .allSatisfy(
                        outcome -> assertThat(ImportAnswer.warnings(outcome)).containsExactly("not-before-kept"));
    }
}
