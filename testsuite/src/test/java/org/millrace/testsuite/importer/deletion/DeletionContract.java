package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.differential.AssociatedUsers;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Records with {@code "$op":"delete"}. */
interface DeletionContract extends Importing {
    ObjectMapper JSON = new ObjectMapper();
    String OPERATION = "$op";

    private static ObjectNode delete(Object... fieldsAndValues) {
        ObjectNode record = JSON.createObjectNode().put(OPERATION, "delete");
        for (int i = 0; i < fieldsAndValues.length; i += 2) {
            record.put((String) fieldsAndValues[i], (String) fieldsAndValues[i + 1]);
        }
        return record;
    }

    /** A realm with entities that refer to each other, their calls and records, and all ids that go with them. */
    record Connected(ImportRealm realm, Map<String, ObjectNode> records, List<String> ids) {
        static Connected create(ImportRealm realm) {
            AdminClient admin = realm.admin();
            String base = realm.base();
            Map<String, ObjectNode> records = new LinkedHashMap<>();
            List<String> ids = new ArrayList<>();
            Map<String, String> users = realm.ids();
            String loggedIn = admin.createUser(realm.name(), "logged-in", "logged-in");
            users.put("logged-in", loggedIn);
            admin.createRealmRole(realm.name(), "auditor");
            admin.createRealmRole(realm.name(), "composed");
            JsonNode auditor = admin.get(base + "/roles/auditor").ok().json();
            admin.post(base + "/roles/composed/composites", List.of(auditor)).ok();
            admin.grant(realm.name(), loggedIn, "auditor");
            String group = admin.createGroup(realm.name(), "top");
            String below = admin.post(base + "/groups/" + group + "/children", Map.of("name", "below"))
                    .ok()
                    .json()
                    .path("id")
                    .asText();
            admin.post(base + "/groups/" + group + "/role-mappings/realm", List.of(auditor))
                    .ok();
            admin.put(base + "/users/" + loggedIn + "/groups/" + below, Map.of())
                    .ok();
            String client = admin.createClient(realm.name(), AuthorizationSample.client("guarded"));
            String other = admin.createClient(realm.name(), AuthorizationSample.client("kept"));
            admin.createClientRole(realm.name(), client, "reader");
            admin.createClientRole(realm.name(), other, "writer");
            admin.grant(realm.name(), loggedIn, "guarded", "reader");
            String writer = admin.get(base + "/clients/" + other + "/roles/writer")
                    .ok()
                    .json()
                    .path("id")
                    .asText();
            String resource = admin.post(
                            base + "/clients/" + other + "/authz/resource-server/resource",
                            Map.of(
                                    "name",
                                    "document",
                                    "ownerManagedAccess",
                                    true,
                                    "owner",
                                    Map.of("id", loggedIn),
                                    "scopes",
                                    List.of(Map.of("name", "read"))))
                    .ok()
                    .json()
                    .path("_id")
                    .asText();
            String plain = admin.post(
                            base + "/clients/" + other + "/authz/resource-server/resource", Map.of("name", "plain"))
                    .ok()
                    .json()
                    .path("_id")
                    .asText();
            admin.post(
                            base + "/clients/" + other + "/authz/resource-server/policy/user",
                            Map.of("name", "of users", "users", List.of(loggedIn)))
                    .ok();
            String offline = admin.get(base + "/client-scopes")
                    .ok()
                    .json()
                    .valueStream()
                    .filter(scope -> scope.path("name").asText().equals("offline_access"))
                    .map(scope -> scope.path("id").asText())
                    .findFirst()
                    .orElseThrow();
            String cli = admin.get(base + "/clients?clientId=admin-cli")
                    .ok()
                    .json()
                    .path(0)
                    .path("id")
                    .asText();
            admin.put(base + "/clients/" + cli + "/optional-client-scopes/" + offline, Map.of())
                    .ok();
            for (String scope : List.of("openid", "openid offline_access")) {
                AccessToken.by(
                                Map.of(
                                        "grant_type",
                                        "password",
                                        "client_id",
                                        "admin-cli",
                                        "username",
                                        "logged-in",
                                        "password",
                                        "logged-in",
                                        "scope",
                                        scope),
                                realm.node(),
                                realm.name())
                        .value();
            }
            String account = admin.get(base + "/clients/" + client + "/service-account-user")
                    .ok()
                    .json()
                    .path("id")
                    .asText();
            String organization = organization(realm, "acme");
            String department = admin.get(
                            base + "/organizations/" + organization(realm, "other") + "/groups/group-by-path/sales")
                    .ok()
                    .json()
                    .path("id")
                    .asText();
            ids.addAll(List.of(group, below, auditor.path("id").asText(), client, writer, account, resource, plain));
            ids.addAll(List.of(organization, department));
            admin.get(base + "/organizations/" + organization + "/members?max=1000")
                    .ok()
                    .json()
                    .forEach(member -> {
                        if (member.path("membershipType").asText().equals("MANAGED")) {
                            ids.add(member.path("id").asText());
                        }
                    });
            records.put(
                    "/clients/" + other + "/authz/resource-server/resource/" + plain,
                    delete("type", "resource", "clientId", "kept", "name", "plain"));
            users.forEach((username, id) -> {
                if (!username.startsWith("tied-") || id.hashCode() % 3 != 0) {
                    ids.add(id);
                    records.put("/users/" + id, delete("type", "user", "username", username));
                }
            });
            records.put("/groups/" + group, delete("type", "group", "path", "/top"));
            records.put("/roles/auditor", delete("type", "role", "name", "auditor"));
            records.put(
                    "/clients/" + other + "/roles/writer",
                    delete("type", "role", "name", "writer", "clientId", "kept", "id", writer));
            records.put("/clients/" + client, delete("type", "client", "clientId", "guarded"));
            records.put("/organizations/" + organization, delete("type", "organization", "alias", "acme"));
            records.put(
                    "/organizations/" + organization(realm, "other") + "/groups/" + department,
                    delete("type", "department", "organization", "other", "path", "/sales"));
            return new Connected(realm, records, ids);
        }

        private static String organization(ImportRealm realm, String alias) {
            return realm.admin()
                    .get(realm.base() + "/organizations?exact=true&search=" + alias)
                    .ok()
                    .json()
                    .path(0)
                    .path("id")
                    .asText();
        }
    }

    @Test
    default void deletedEntitiesLeaveWhatKeycloaksOwnCallsLeave() throws Exception {
        AssociatedUsers associated = AssociatedUsers.of(60);
        Connected keycloaks = Connected.create(associated.withUsers(ImportRealm.shared(server())));
        Connected millraces = Connected.create(associated.withUsers(ImportRealm.shared(server())));
        assertThat(IdOccurrences.of(server(), millraces.ids()))
                .containsKeys("user_entity.id", "credential.user_id", "user_role_mapping.user_id")
                .containsKeys("offline_user_session.user_id", "resource_server_resource.owner", "org.id")
                .containsKeys("keycloak_group.id", "composite_role.child_role", "client.id", "user_consent.user_id");

        keycloaks
                .records()
                .keySet()
                .forEach(path -> assertThat(keycloaks
                                .realm()
                                .admin()
                                .delete(keycloaks.realm().base() + path)
                                .status())
                        .as(path)
                        .isIn(204, 404));
        ImportAnswer answer = millraces
                .realm()
                .into("records")
                .take(List.copyOf(millraces.records().values()));

        assertThat(answer.count("rejected") + answer.count("failed"))
                .as("%s", answer.outcomes())
                .isZero();
        assertThat(answer.count("deleted")).isGreaterThan(millraces.records().size() / 2);
        Map<String, Long> left = IdOccurrences.of(server(), millraces.ids());
        assertThat(left).isEqualTo(IdOccurrences.of(server(), keycloaks.ids()));
        assertThat(left.keySet())
                .as("Keycloak leaves ids of removed groups and clients in the settings of policies")
                .isSubsetOf("policy_config.value");
        millraces
                .records()
                .keySet()
                .forEach(path -> assertThat(millraces
                                .realm()
                                .admin()
                                .get(millraces.realm().base() + path)
                                .status())
                        .as(path)
                        .isEqualTo(404));
    }

    @Test
    default void usersAreFoundByIdOrUsernameAndNeverByEmail() {
        UserLine byId = UserLine.named(unique("by-id"));
        UserLine byName = UserLine.named(unique("by-name"));
        UserLine byMail = UserLine.named(unique("by-mail")).email(unique("by-mail") + "@example.org");
        ImportAnswer created = realm().take(byId, byName, byMail);
        String id = created.line(1).path("id").asText();

        ImportAnswer answer = realm().take(
                        delete("id", id),
                        delete("username", byName.username().toUpperCase(Locale.ROOT)),
                        delete("email", byMail.json().path("email").asText()),
                        delete("username", byMail.username(), "id", id),
                        delete("username", unique("absent")),
                        delete("id", id),
                        JSON.createObjectNode()
                                .put("username", byMail.username())
                                .put(OPERATION, "erase"));

        assertThat(answer.statuses())
                .containsExactly("deleted", "deleted", "rejected", "rejected", "unchanged", "unchanged", "rejected");
        assertThat(answer.line(1).path("matchedBy").asText()).isEqualTo("id");
        assertThat(answer.line(2).path("matchedBy").asText()).isEqualTo("username");
        assertThat(answer.line(2).path("id")).isEqualTo(created.line(2).path("id"));
        assertThat(ImportAnswer.problems(answer.line(3))).containsExactly("missing-key");
        assertThat(ImportAnswer.problems(answer.line(4))).containsExactly("key-mismatch");
        assertThat(ImportAnswer.problems(answer.line(7))).containsExactly("invalid-operation");
        assertThat(answer.count("deleted")).isEqualTo(2);
        assertThat(realm().has(byId.username())).isFalse();
        assertThat(realm().has(byName.username())).isFalse();
        assertThat(realm().has(byMail.username())).isTrue();
    }

    @Test
    default void recordsAreAppliedInTheirOrder() {
        UserLine user = UserLine.named(unique("again"));
        String id = realm().take(user).single().path("id").asText();

        ImportAnswer answer = realm().take(delete("id", id), user, delete("username", user.username()), user);

        assertThat(answer.statuses()).containsExactly("deleted", "created", "deleted", "created");
        assertThat(realm().user(user.username()).path("id").asText()).isNotEqualTo(id);
    }

    @Test
    default void aDryRunPredictsAndDeletesNothing() {
        UserLine user = UserLine.named(unique("kept"));
        String id = realm().take(user).single().path("id").asText();
        List<Object> lines = List.of(
                UserLine.named(unique("before")),
                delete("username", user.username()),
                user,
                delete("username", user.username(), "id", id),
                delete("username", user.username()),
                delete("username", user.username()));

        ImportAnswer predicted = realm().with("dryRun=true").take(lines);
        ImportAnswer ofRecords = realm().into("records")
                .with("dryRun=true")
                .take(delete("type", "user", "username", user.username()), delete("type", "user", "id", id));

        assertThat(realm().user(user.username()).path("id").asText()).isEqualTo(id);
        assertThat(ofRecords.statuses()).containsExactly("deleted", "unchanged");
        assertThat(predicted.statuses())
                .isEqualTo(realm().take(lines).statuses())
                .containsExactly("created", "deleted", "created", "rejected", "deleted", "unchanged");
    }

    @Test
    default void aColumnOfATableDeletes() {
        UserLine gone = UserLine.named(unique("gone"));
        UserLine kept = UserLine.named(unique("kept"));
        realm().take(gone, kept);
        String table = "username,lastName,$op\n" + gone.username() + ",,delete\n" + kept.username() + ",Kept,\n";

        ImportAnswer answer = ImportAnswer.of(realm().with("onConflict=merge").post("text/csv", table));

        assertThat(answer.statuses()).containsExactly("deleted", "updated");
        assertThat(realm().has(gone.username())).isFalse();
        assertThat(realm().user(kept.username()).path("lastName").asText()).isEqualTo("Kept");
    }

    @Test
    default void aJobDeletesAndCounts() {
        List<UserLine> users = Stream.generate(() -> UserLine.named(unique("tombstone")))
                .limit(50)
                .toList();
        ImportRealm realm = realm();
        realm.take(users);
        List<Object> lines = new ArrayList<>(users.stream()
                .map(user -> (Object) delete("username", user.username()))
                .toList());
        lines.addAll(users);
        ImportJob job =
                ImportJob.create(realm, Map.of("chunkSize", 20)).with(1, lines).started();

        JsonNode finished = job.finished();

        assertThat(finished.path("state").asText()).as("%s", finished).isEqualTo("completed");
        assertThat(finished.path("counts").path("deleted").asLong()).isEqualTo(50);
        assertThat(finished.path("counts").path("created").asLong()).isEqualTo(50);
        assertThat(job.outcomes("&status=deleted", 100)).hasSize(50);
    }

    @Test
    default void eachDeletionFiresTheEventOfKeycloaksOwnCall() {
        ImportRealm realm = ImportRealm.create(
                server(),
                Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true, "organizationsEnabled", true));
        List<List<String>> fired = new ArrayList<>();
        for (boolean own : List.of(true, false)) {
            String user = realm.admin().createUser(realm.name(), Map.of("username", "leaving"));
            String group = realm.admin().createGroup(realm.name(), "closed");
            realm.admin().createRealmRole(realm.name(), "retired");
            String client = realm.admin().createClient(realm.name(), Map.of("clientId", "old"));
            realm.admin().delete(realm.base() + "/admin-events").ok();
            if (own) {
                Stream.of("/users/" + user, "/groups/" + group, "/roles/retired", "/clients/" + client)
                        .forEach(path ->
                                realm.admin().delete(realm.base() + path).ok());
            } else {
                ImportAnswer answer = realm.into("records")
                        .with("events=each")
                        .take(
                                delete("type", "user", "username", "leaving"),
                                delete("type", "group", "path", "/closed"),
                                delete("type", "role", "name", "retired"),
                                delete("type", "client", "clientId", "old"));
                assertThat(answer.count("deleted")).as("%s", answer.outcomes()).isEqualTo(4);
            }
            fired.add(realm.admin()
                    .get(realm.base() + "/admin-events?max=100")
                    .ok()
                    .json()
                    .valueStream()
                    .map(event -> Stream.of("operationType", "resourceType", "resourcePath", "representation")
                            .map(field -> event.path(field).asText())
                            .reduce("", (all, field) -> all + " " + field)
                            .replace(user, "USER")
                            .replace(group, "GROUP")
                            .replaceAll("[0-9a-f-]{36}", "ID"))
                    .sorted()
                    .toList());
        }
        assertThat(fired.get(1)).isEqualTo(fired.get(0)).hasSize(4);
    }

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
