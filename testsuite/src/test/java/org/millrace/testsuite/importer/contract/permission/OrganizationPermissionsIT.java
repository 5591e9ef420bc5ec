package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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

/** Organizations and their members, for callers with fine-grained permissions (version 2). */
class OrganizationPermissionsIT implements Importing {
    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    private PermissionSample sample() {
        return PermissionSample.create(realm(Map.of("adminPermissionsEnabled", true, "organizationsEnabled", true)));
    }

    private static UserLine inDepartment(String username) {
        return UserLine.named(username)
                .with("organizations", List.of(Map.of("alias", "organization-own", "groups", List.of("/it"))));
    }

    private static Permission organization(PermissionSample sample) {
        return new Permission("Organizations", List.of(sample.id("organization-own")), List.of("view", "manage"));
    }

    /** {@code PUT /organizations/{id}/groups/{id}/members/{id}} also requires the permission on the user. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"manage;rejected;forbidden-user", "manage,manage-group-membership;created,updated,unchanged;"})
    void groupsInsideAnOrganizationNeedThePermissionOnTheUser(String scopes, String statuses, String problem) {
        PermissionSample sample = sample();
        AdminClient holder = FineGrainedPermissions.of(sample.realm())
                .newHolder(new Permission("Users", List.of(), List.of(scopes.split(","))), organization(sample));
        ImportRealm realm = sample.realm().with("onConflict=merge").as(holder);
        List<String> problems = problem == null ? List.of() : List.of(problem);

        ImportAnswer predicted = realm.with("dryRun=true").take(inDepartment("new"));
        ImportAnswer created = realm.take(inDepartment("new"), UserLine.named("outside"), inDepartment("outside"));
        ImportAnswer existing = realm.take(inDepartment("user-own"));
        ImportJob job = ImportJob.create(realm, Map.of())
                .with(1, List.of(inDepartment("of-job")))
                .started();
        job.finished();

        for (JsonNode outcome : List.of(
                predicted.single(),
                created.line(1),
                created.line(3),
                existing.single(),
                job.outcomes().get(0))) {
            assertThat(ImportAnswer.problems(outcome)).as("%s", outcome).isEqualTo(problems);
            assertThat(outcome.path("status").asText()).isIn((Object[]) statuses.split(","));
        }
        assertThat(created.line(2).path("status").asText()).isEqualTo("created");
        assertThat(sample.realm().has("new")).isEqualTo(problem == null);
    }

    /** The record replaces the account. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"manage;2", "manage,manage-group-membership;0"})
    void groupsOfAReplacedServiceAccountNeedThePermissionOnIt(String scopes, int problems) {
        PermissionSample sample = sample();
        ImportRealm realm = sample.realm();
        AdminClient admin = realm.admin();
        String client = admin.createClient(realm.name(), Map.of("clientId", "worker", "serviceAccountsEnabled", true));
        String username = "holder-" + UUID.randomUUID();
        String userId = admin.createUser(realm.name(), username, username);
        // Callers without it do not choose ids, and so do not replace accounts.
        admin.grant(realm.name(), userId, "realm-management", "manage-realm");
        FineGrainedPermissions.of(realm)
                .grant(
                        userId,
                        new Permission("Users", List.of(), List.of(scopes.split(","))),
                        new Permission("Groups", List.of(sample.id("group-own")), List.of("manage-membership")),
                        new Permission("Clients", List.of(client), List.of("manage")));
        ImportRealm holder = realm.as(AdminClient.login(realm.node(), realm.name(), username, username));

        JsonNode outcome = holder.take(inDepartment("service-account-worker")
                        .with("id", UUID.randomUUID().toString())
                        .with("serviceAccountClientId", "worker")
                        .with("groups", List.of("/group-own")))
                .single();

        assertThat(ImportAnswer.problems(outcome))
                .as("%s", outcome)
                .hasSize(problems)
                .allMatch("forbidden-user"::equals);
    }

    /** Keycloak's {@code POST /organizations} requires the permission to manage; the calls for the parts also the one to view. */
    @Test
    void partsOfANewOrganizationNeedThePermissionToView() {
        PermissionSample sample = sample();
        FineGrainedPermissions permissions = FineGrainedPermissions.of(sample.realm());
        Permission users = new Permission("Users", List.of(), List.of("view", "manage"));
        ImportRealm organizations = sample.realm().into("organizations");
        ImportRealm manager = organizations.as(
                permissions.newHolder(users, new Permission("Organizations", List.of(), List.of("manage"))));
        List<String> parts = List.of(
                "{\"name\":\"groups\",\"groups\":[{\"name\":\"a\"}]}",
                "{\"name\":\"members\",\"members\":[{\"username\":\"user-own\"}]}",
                "{\"name\":\"providers\",\"identityProviders\":[{\"alias\":\"idp\"}]}");

        ImportAnswer refused = manager.take(parts);
        ImportAnswer predicted = manager.with("dryRun=true").take(parts);
        ImportAnswer plain = manager.take("{\"name\":\"plain\",\"groups\":[],\"members\":[]}");

        assertThat(refused.outcomes().stream().map(ImportAnswer::problems))
                .hasSize(3)
                .containsOnly(List.of("forbidden-organization"));
        assertThat(predicted.outcomes().stream().map(ImportAnswer::problems))
                .hasSize(3)
                .containsOnly(List.of("forbidden-organization"));
        assertThat(plain.statuses()).containsExactly("created");
        assertThat(organizations
                        .as(sample.realm().newAdmin("manage-organizations", "manage-users"))
                        .take(parts.subList(0, 2))
                        .statuses())
                .containsExactly("created", "created");
    }

    /** The user is a managed member of the first organization, and an unmanaged member of the second. */
    @Test
    void typeOfAMembershipIsHiddenTogetherWithTheUser() {
        PermissionSample sample = sample();
        ImportRealm realm = sample.realm();
        assertThat(realm.with("onConflict=merge")
                        .take(UserLine.of(Map.of("username", "user-other"))
                                .with(
                                        "organizations",
                                        List.of(
                                                Map.of("alias", "organization-own", "membershipType", "MANAGED"),
                                                Map.of("alias", "organization-other"))))
                        .statuses())
                .containsExactly("updated");
        FineGrainedPermissions permissions = FineGrainedPermissions.of(realm);
        String user = sample.id("user-other");
        Permission organizations = new Permission("Organizations", List.of(), List.of("view", "manage"));
        AdminClient holder =
                permissions.newHolder(organizations, new Permission("Users", List.of(), List.of("view", "manage")));
        permissions.deny(new Permission("Users", List.of(user), List.of("view")));
        String naming =
                "{\"name\":\"organization-%s\",\"members\":[{\"username\":\"user-other\",\"membershipType\":\"%s\"}]}";
        String removing =
                "{\"name\":\"organization-%s\",\"domains\":[{\"name\":\"organization-%1$s.example.org\"}],\"members\":[]}";
        ImportRealm merging = realm.into("organizations").with("dryRun=true&onConflict=merge");

        ImportAnswer visible = merging.take(naming.formatted("own", "MANAGED"), naming.formatted("own", "UNMANAGED"));
        ImportAnswer guesses = merging.as(holder)
                .take(
                        naming.formatted("own", "MANAGED"),
                        naming.formatted("own", "UNMANAGED"),
                        naming.formatted("other", "MANAGED"),
                        naming.formatted("other", "UNMANAGED"));
        ImportAnswer removals = merging.as(holder)
                .with("dryRun=true&onConflict=replace")
                .take(removing.formatted("own"), removing.formatted("other"));

        assertThat(visible.outcomes().stream().map(ImportAnswer::problems))
                .containsExactly(List.of(), List.of("invalid-member"));
        assertThat(guesses.statuses()).as("%s", guesses.outcomes()).hasSize(4).containsOnly("unchanged");
        assertThat(removals.outcomes().stream().map(ImportAnswer::problems))
                .hasSize(2)
                .containsOnly(List.of("forbidden-user"));
        assertThat(removals.outcomes()).noneMatch(outcome -> outcome.toString().contains("user-other"));
    }
}
