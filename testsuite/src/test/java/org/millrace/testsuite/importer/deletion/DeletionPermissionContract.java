package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.deletion.Deleting.delete;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Records with {@code "$op":"delete"} that delete nothing: protected entities, and the permissions of the caller. */
interface DeletionPermissionContract extends Deleting {
    @Test
    default void administratorsAndKeycloaksOwnEntitiesAreNotDeleted() {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        String first = realm.admin().createUser(realm.name(), "first", "first");
        realm.admin().grant(realm.name(), first, "realm-management", "realm-admin");
        String second = realm.admin().createUser(realm.name(), "second", "second");
        realm.admin().grant(realm.name(), second, "realm-management", "realm-admin");
        ImportRealm byFirst = realm.as(AdminClient.login(realm.node(), realm.name(), "first", "first"))
                .into("records");

        ImportAnswer answer = byFirst.take(
                delete("type", "user", "username", "first"),
                delete("type", "user", "username", "second"),
                delete("type", "client", "clientId", "realm-management"),
                delete("type", "client", "clientId", "account"),
                delete("type", "role", "name", realm.defaultRole()));
        ImportAnswer byMaster = realm.into("users").take(delete("username", "first"));

        assertThat(answer.statuses()).containsExactly("rejected", "deleted", "rejected", "rejected", "rejected");
        assertThat(answer.outcomes().stream().flatMap(outcome -> ImportAnswer.problems(outcome).stream()))
                .containsExactly("own-account", "forbidden", "internal-client", "default-role");
        assertThat(ImportAnswer.problems(byMaster.single())).containsExactly("last-administrator");
    }

    /** The role comes inside the role of a client inside a role of the realm, by a group below the one with it. */
    @Test
    default void whatGivesTheLastAdministratorTheRoleIsNotDeleted() {
        ImportRealm realm = ImportRealm.create(server(), Map.of());
        AdminClient admin = realm.admin();
        admin.createRealmRole(realm.name(), "operator");
        JsonNode operator = admin.get(realm.base() + "/roles/operator").ok().json();
        String management = admin.get(realm.base() + "/clients?clientId=realm-management")
                .ok()
                .json()
                .at("/0/id")
                .asText();
        JsonNode administrator = admin.get(realm.base() + "/clients/" + management + "/roles/realm-admin")
                .ok()
                .json();
        String lead =
                realm.base() + "/clients/" + admin.createClient(realm.name(), Map.of("clientId", "ops")) + "/roles";
        admin.post(lead, Map.of("name", "lead")).ok();
        admin.post(lead + "/lead/composites", List.of(administrator)).ok();
        admin.post(
                        realm.base() + "/roles/operator/composites",
                        List.of(admin.get(lead + "/lead").ok().json()))
                .ok();
        String group = admin.createGroup(realm.name(), "operators");
        admin.post(realm.base() + "/groups/" + group + "/role-mappings/realm", List.of(operator))
                .ok();
        String below = admin.post(realm.base() + "/groups/" + group + "/children", Map.of("name", "night"))
                .createdId();
        String only = admin.createUser(realm.name(), "only", "only");
        admin.put(realm.base() + "/users/" + only + "/groups/" + below, Map.of())
                .ok();
        ImportRealm records = realm.into("records");

        ImportAnswer refused = records.take(
                delete("type", "user", "username", "only"),
                delete("type", "group", "path", "/operators/night"),
                delete("type", "group", "path", "/operators"),
                delete("type", "role", "name", "operator"),
                delete("type", "client", "clientId", "ops"));
        ImportAnswer rows = realm.into("users").take(delete("username", "only"));
        String other = admin.createUser(realm.name(), "other", "other");
        admin.grant(realm.name(), other, "realm-management", "realm-admin");
        ImportAnswer allowed = records.take(
                delete("type", "group", "path", "/operators"),
                delete("type", "role", "name", "operator"),
                delete("type", "client", "clientId", "ops"),
                delete("type", "user", "username", "only"),
                delete("type", "user", "username", "other"));

        assertThat(refused.outcomes())
                .hasSize(5)
                .allSatisfy(outcome -> assertThat(ImportAnswer.problems(outcome))
                        .as("%s", outcome)
                        .containsExactly("last-administrator"));
        assertThat(ImportAnswer.problems(rows.single())).containsExactly("last-administrator");
        assertThat(allowed.statuses()).containsExactly("deleted", "deleted", "deleted", "deleted", "rejected");
    }

    @Test
    default void nothingIsDeletedThatTheCallerMayNotDelete() {
        ImportRealm realm = realm();
        UserLine user = UserLine.named(unique("guarded"));
        realm.take(user);
        String role = unique("guarded");
        realm.admin().createRealmRole(realm.name(), role);
        AdminClient manager = realm.newAdmin("manage-users", "query-users");

        ImportAnswer answer = realm.as(manager)
                .into("records")
                .take(
                        delete("type", "role", "name", role),
                        delete("type", "role", "name", unique("absent")),
                        delete("type", "user", "username", user.username()));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "deleted");
        assertThat(realm.admin().get(realm.base() + "/roles/" + role).status()).isEqualTo(200);
        assertThat(realm.has(user.username())).isFalse();
    }
}
