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
}
