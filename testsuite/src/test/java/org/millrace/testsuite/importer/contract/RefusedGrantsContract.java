package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.ImportingNeighbours.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.contract.user.CreatedUsersContract;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Passwords that a policy forbids, grants that the caller may not make, and values that only the database rejects. */
interface RefusedGrantsContract extends ImportingNeighbours {
    @Test
    default void aPasswordThatThePolicyForbidsIsRejectedAndNotRepeated() {
        ImportRealm realm = realm(Map.of("passwordPolicy", "length(12) and notUsername(undefined)"));

        ImportAnswer answer = realm.take(
                UserLine.named("short").password("Tr0ub4dor"),
                UserLine.named("same-as-the-name").password("same-as-the-name"),
                UserLine.named("good").password("long enough for it"),
                UserLine.named("hashed").with("credentials", List.of(CreatedUsersContract.ARGON2)));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "created", "created");
        assertProblem(answer.line(1), "password-policy", "credentials[0]");
        assertThat(answer.line(1).toString()).doesNotContain("Tr0ub4dor");
        assertThat(realm.has("short")).isFalse();
        assertThat(realm.has("same-as-the-name")).isFalse();
    }

    @Test
    default void whatOnlyTheDatabaseCanRefuseIsRejectedWithoutItsNeighbours() {
        String id = UUID.randomUUID().toString();
        Map<String, Object> credential = new java.util.HashMap<>(CreatedUsersContract.ARGON2);
        credential.put("id", id);
        Map<String, Object> label = new java.util.HashMap<>(CreatedUsersContract.ARGON2);
        label.put("userLabel", "x".repeat(300));

        ImportAnswer answer = realm().take(
                        UserLine.named(unique("good")),
                        UserLine.named(unique("long")).with("credentials", List.of(label)),
                        UserLine.named(unique("owner")).with("credentials", List.of(credential)),
                        UserLine.named(unique("thief")).with("credentials", List.of(credential)),
                        UserLine.named(unique("good")));

        assertThat(answer.statuses()).containsExactly("created", "rejected", "created", "rejected", "created");
        assertProblem(answer.line(2), "value-too-long", "");
        assertProblem(answer.line(4), "conflict", "");
    }

    @Test
    default void grantsRejectedByRoleMappingsAreRejected() {
        AdminClient manager = realm().newAdmin("manage-users");
        ImportRealm asManager = realm().as(manager);
        String climber = unique("climber");
        UserLine user = UserLine.named(climber)
                .with("clientRoles", Map.of("realm-management", List.of("realm-admin", "manage-users")));

        JsonNode outcome = amongNeighbours(asManager, user);

        assertThat(outcome.path("status").asText()).isEqualTo("rejected");
        assertProblem(outcome, "forbidden-role", "clientRoles.realm-management");
        assertThat(outcome.path("problems").path(0).path("detail").asText()).contains("realm-admin");
        assertThat(realm().has(climber)).isFalse();
    }

    @Test
    default void manageUsersOfTheMasterRealmGrantsNoAdminRole() {
        AdminClient root = realm().admin();
        String name = "manager-" + UUID.randomUUID();
        String id = root.createUser("master", name, name);
        root.grant("master", id, "master-realm", "manage-users");
        AdminClient manager = AdminClient.login(server().node(), "master", name, name);
        ImportRealm master = new ImportRealm(server().node(), manager, "master", "users", "");
        String climber = "climber-" + UUID.randomUUID();
        String other = "other-" + UUID.randomUUID();

        ImportAnswer answer = master.take(
                UserLine.named(climber).with("realmRoles", List.of("admin")),
                UserLine.named(other).with("clientRoles", Map.of(realm().name() + "-realm", List.of("manage-realm"))));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected");
        assertProblem(answer.line(1), "forbidden-role", "realmRoles");
        assertProblem(answer.line(2), "forbidden-role", "clientRoles." + realm().name() + "-realm");
        assertThat(root.get("/admin/realms/master/users?exact=true&username=" + climber)
                        .json())
                .isEmpty();
        root.delete("/admin/realms/master/users/" + id).ok();
    }

    @Test
    default void manageUsersGrantsOrdinaryRolesAndGroups() {
        ImportRealm asManager = realm().as(realm().newAdmin("manage-users"));
        UserLine user = UserLine.named(unique("customer"))
                .with("realmRoles", List.of(SampleRealm.ROLE))
                .with("groups", List.of(SampleRealm.NESTED_GROUP))
                .with("clientRoles", Map.of(SampleRealm.CLIENT, List.of(SampleRealm.CLIENT_ROLE)));

        assertThat(amongNeighbours(asManager, user).path("status").asText()).isEqualTo("created");
    }
}
