package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** What records refer to is removed while they are imported: each record has a clear outcome, and no row refers to nothing. */
@Thorough
class ConcurrentRemovalIT implements Importing {
    private static final int REMOVED = 4;
    private static final Set<String> OUTCOMES = Set.of("created", "updated", "unchanged", "rejected", "failed");
    private static final Set<String> REASONS = Set.of(
            "unknown-role",
            "unknown-group",
            "unknown-client",
            "unknown-client-scope",
            "unknown-organization",
            "unknown-identity-provider",
            "unknown-parent",
            "unknown-owner",
            "unknown-user",
            "concurrent-change");

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    private static String user(int number) {
        int one = number / 6 % REMOVED;
        String reference = List.of(
                        "\"realmRoles\":[\"role-%d\"]",
                        "\"groups\":[\"/group-%d\"]",
                        "\"clientRoles\":{\"client-%d\":[\"member\"]}",
                        "\"clientConsents\":[{\"clientId\":\"client-%d\",\"grantedClientScopes\":[\"scope-%1$d\"]}]",
                        "\"organizations\":[{\"alias\":\"org-%d\",\"membershipType\":\"UNMANAGED\"}]",
                        "\"groups\":[\"/group-%d/inner\"]")
                .get(number % 6)
                .formatted(one);
        return "{\"username\":\"user-" + number + "\"," + reference + "}";
    }

    private static String group(int number) {
        return number % 2 == 0
                ? "{\"path\":\"/group-%d/child-%d\"}".formatted(number / 2 % REMOVED, number)
                : "{\"name\":\"top-%d\",\"realmRoles\":[\"role-%d\"]}".formatted(number, number / 2 % REMOVED);
    }

    private static String role(int number) {
        return "{\"name\":\"role-of-client-%d\",\"clientId\":\"client-%d\"}".formatted(number, number % REMOVED);
    }

    private static String client(int number) {
        return "{\"clientId\":\"new-%d\",\"defaultClientScopes\":[\"scope-%d\"]}".formatted(number, number % REMOVED);
    }

    private static String resource(int number) {
        return "{\"clientId\":\"guarded\",\"name\":\"resource-%d\",\"owner\":{\"name\":\"member-%d\"}}"
                .formatted(number, number % REMOVED);
    }

    private static String guardedClient(int number) {
        return ("{\"clientId\":\"guarded-%d\",\"serviceAccountsEnabled\":true,\"authorizationServicesEnabled\":true,"
                        + "\"authorizationSettings\":{\"policies\":[{\"name\":\"p\",\"type\":\"user\","
                        + "\"config\":{\"users\":\"[\\\"member-%d\\\"]\"}}]}}")
                .formatted(number, number % REMOVED);
    }

    private static String ofRealm(int number) {
        return List.of(
                        "{'type':'scope-mapping','client':'guarded','roles':['role-%d']}",
                        "{'type':'scope-mapping','clientScope':'scope-%d','clientId':'guarded','roles':['kept']}",
                        "{'type':'scope-mapping','clientScope':'kept','clientId':'client-%d','roles':['member']}",
                        "{'type':'default-client-scope','name':'scope-%d','optional':false}",
                        "{'type':'default-group','path':'/group-%d'}",
                        "{'type':'identity-provider-mapper','identityProviderAlias':'provider-%d','name':'mapper-%d',"
                                + "'identityProviderMapper':'hardcoded-user-session-attribute-idp-mapper','config':{}}")
                .get(number % 6)
                .formatted(number / 6 % REMOVED, number)
                .replace('\'', '"');
    }

    private static Stream<Arguments> imports() {
        return Stream.of(
                arguments("users", "chunkSize=50", 4000, (IntFunction<String>) ConcurrentRemovalIT::user),
                arguments("users", "chunkSize=20&events=each", 1200, (IntFunction<String>) ConcurrentRemovalIT::user),
                arguments("groups", "chunkSize=20", 2000, (IntFunction<String>) ConcurrentRemovalIT::group),
                arguments("roles", "chunkSize=20", 2000, (IntFunction<String>) ConcurrentRemovalIT::role),
                arguments("clients", "chunkSize=10", 400, (IntFunction<String>) ConcurrentRemovalIT::client),
                arguments("clients", "chunkSize=10", 200, (IntFunction<String>) ConcurrentRemovalIT::guardedClient),
                arguments("resources", "chunkSize=20", 1000, (IntFunction<String>) ConcurrentRemovalIT::resource),
                arguments("records", "chunkSize=20&onConflict=merge", 1200, (IntFunction<String>)
                        ConcurrentRemovalIT::ofRealm));
    }

    @ParameterizedTest
    @MethodSource("imports")
    void noRowRefersToWhatWasRemovedMeanwhile(String entity, String options, int records, IntFunction<String> record)
            throws Exception {
        OrganizedRealm organized = OrganizedRealm.create(server());
        ImportRealm realm = organized.realm();
        List<String> removable = removable(organized);
        String id = realmId(realm);
        List<JsonNode> outcomes;

        try (ImportInPortions run = ImportInPortions.begin(realm.into(entity).with(options), record)) {
            int portion = records / (removable.size() + 2);
            run.sendTo(portion);
            run.awaitOutcome();
            for (int i = 0; i < removable.size(); i++) {
                run.sendTo((i + 2) * portion);
                remove(realm.admin(), removable.get(i));
            }
            run.sendTo(records);
            outcomes = run.answer().outcomes();
        }

        assertThat(outcomes.get(0).path("status").asText())
                .as("before the removals")
                .isIn("created", "updated");
        assertThat(outcomes.get(records - 1).path("status").asText())
                .as("after the removals")
                .isEqualTo("rejected");
        assertThat(outcomes).hasSize(records).allSatisfy(outcome -> {
            assertThat(outcome.path("status").asText()).as(outcome::toString).isIn(OUTCOMES);
            if (!outcome.path("status").asText().equals("created")) {
                assertThat(ImportAnswer.problems(outcome)).as(outcome::toString).isSubsetOf(REASONS);
            }
        });
        Polling.until(
                "rows that refer to nothing are deleted",
                () -> DanglingRows.in(server(), id).keySet().stream().allMatch(DanglingRows.USERS_OF_POLICIES::equals));
    }

    /**
     * Keycloak deletes the rows that refer to an object, then the object. A reference that is committed in between violates the foreign
     * key, which Keycloak answers with 400 and a rollback, also without an import: an administrator deletes again.
     */
    private static void remove(AdminClient admin, String path) throws SQLException {
        Polling.until("Keycloak deletes " + path, () -> {
            Answer answer = admin.delete(path);
            if (answer.status() == 400 && answer.body().contains("Duplicate resource error")) {
                return false;
            }
            answer.ok();
            return true;
        });
    }

    @ParameterizedTest
    @MethodSource("imports")
    void realmThatIsRemovedMeanwhileLeavesNothing(
            String entity, String options, int records, IntFunction<String> record) throws Exception {
        OrganizedRealm organized = OrganizedRealm.create(server());
        ImportRealm realm = organized.realm();
        removable(organized);
        String id = realmId(realm);

        try (ImportInPortions run = ImportInPortions.begin(realm.into(entity).with(options), record)) {
            run.sendTo(records / 10);
            run.awaitOutcome();
            CompletableFuture<Boolean> ended =
                    CompletableFuture.supplyAsync(() -> rest(run, records)).handle((answer, broken) -> true);
            remove(realm.admin(), realm.base());
            ended.join();
        }

        assertThat(DanglingRows.in(server(), id)).isEmpty();
    }

    private static ImportAnswer rest(ImportInPortions run, int records) {
        try {
            run.sendTo(records);
            return run.answer();
        } catch (Exception e) {
            throw new IllegalStateException("the import ended with its realm", e);
        }
    }

    /** Keycloak's cached realm has the ids of default groups until their removal is announced to the node. Here it is not announced. */
    @Test
    void defaultGroupThatWasJustRemovedDoesNotStopRecords() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        admin.createGroup(realm.name(), "kept");
        String removed = admin.createGroup(realm.name(), "removed");
        admin.put(realm.base() + "/default-groups/" + removed, Map.of()).ok();
        admin.put(realm.base() + "/groups/" + removed, Map.of("name", "no longer cached"))
                .ok();
        try (Connection connection = server().database().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("DELETE FROM realm_default_groups WHERE group_id = '" + removed + "'");
            statement.execute("DELETE FROM keycloak_group WHERE id = '" + removed + "'");
            connection.commit();
        }

        ImportAnswer users = realm.into("users").take("{\"username\":\"member\"}");
        ImportAnswer settings = realm.into("records").take("{\"type\":\"default-group\",\"path\":\"/kept\"}");

        assertThat(users.statuses()).containsExactly("created");
        assertThat(realm.groups("member")).isEmpty();
        assertThat(settings.statuses()).containsExactly("updated");
    }

    /** Creates what records refer to, and returns where each can be removed, in a fixed order of their kinds. */
    private List<String> removable(OrganizedRealm organized) {
        ImportRealm realm = organized.realm();
        AdminClient admin = realm.admin();
        List<String> paths = new ArrayList<>();
        String guarded = admin.createClient(
                realm.name(),
                Map.of("clientId", "guarded", "serviceAccountsEnabled", true, "authorizationServicesEnabled", true));
        admin.createClientRole(realm.name(), guarded, "kept");
        admin.post(realm.base() + "/client-scopes", Map.of("name", "kept", "protocol", "openid-connect"))
                .ok();
        for (int i = 0; i < REMOVED; i++) {
            admin.createRealmRole(realm.name(), "role-" + i);
            paths.add(realm.base() + "/roles/role-" + i);
            String group = admin.createGroup(realm.name(), "group-" + i);
            admin.post(realm.base() + "/groups/" + group + "/children", Map.of("name", "inner"))
                    .ok();
            paths.add(realm.base() + "/groups/" + group);
            String scope = admin.post(
                            realm.base() + "/client-scopes", Map.of("name", "scope-" + i, "protocol", "openid-connect"))
                    .createdId();
            String client = admin.createClient(
                    realm.name(), Map.of("clientId", "client-" + i, "defaultClientScopes", List.of("scope-" + i)));
            admin.createClientRole(realm.name(), client, "member");
            paths.add(realm.base() + "/client-scopes/" + scope);
            paths.add(realm.base() + "/clients/" + client);
            admin.post(
                            realm.base() + "/identity-provider/instances",
                            Map.of("alias", "provider-" + i, "providerId", "oidc", "config", Map.of()))
                    .ok();
            paths.add(realm.base() + "/identity-provider/instances/provider-" + i);
            paths.add(organized.at(organized.organization("org-" + i)));
            paths.add(realm.base() + "/users/" + admin.createUser(realm.name(), "member-" + i, "secret"));
        }
        return paths;
    }

    private String realmId(ImportRealm realm) throws SQLException {
        try (Connection connection = server().database().connect();
                PreparedStatement query = connection.prepareStatement("SELECT id FROM realm WHERE name = ?")) {
            query.setString(1, realm.name());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
