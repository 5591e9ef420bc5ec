package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.deletion.FullUsers.PASSWORD;
import static org.millrace.testsuite.importer.deletion.FullUsers.USERS;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Users whose rows are deleted with one statement for each table, as on PostgreSQL. */
class UserRowDeletionIT {
    private static final String BY_MODEL = "Users are deleted one by one through Keycloak's model";

    /** Columns with ids of users that have a foreign key to the users. */
    private static final Set<String> FOREIGN_KEYS = Set.of(
            "credential.user_id",
            "federated_identity.user_id",
            "issued_ver_credential.user_id",
            "user_attribute.user_id",
            "user_consent.user_id",
            "user_group_membership.user_id",
            "user_required_action.user_id",
            "user_role_mapping.user_id",
            "user_ver_credential.user_id");

    /** Columns with ids of users without a foreign key; their rows are deleted with the user. */
    static final Set<String> DELETED = Set.of(
            "broker_link.user_id",
            "fed_issued_ver_credential.user_id",
            "fed_user_attribute.user_id",
            "fed_user_consent.user_id",
            "fed_user_credential.user_id",
            "fed_user_group_membership.user_id",
            "fed_user_required_action.user_id",
            "fed_user_role_mapping.user_id",
            "fed_user_ver_credential.user_id",
            "offline_user_session.user_id",
            "workflow_state.resource_id");

    /** Columns with ids of users whose rows Keycloak's model deletes or leaves. */
    private static final Set<String> OF_MODEL = Set.of(
            "admin_event_entity.auth_user_id",
            "auth_session.auth_user_id",
            "event_entity.user_id",
            "login_failure.user_id",
            "resource_server_perm_ticket.owner",
            "resource_server_perm_ticket.requester",
            "resource_server_policy.owner",
            "resource_server_resource.owner");

    /** Columns with such names that hold other ids. */
    private static final Set<String> OTHERS = Set.of(
            "broker_link.broker_user_id",
            "federated_identity.federated_user_id",
            "outbox_entry.owner_id",
            "resource_attribute.resource_id",
            "resource_policy.resource_id",
            "resource_scope.resource_id",
            "resource_server_perm_ticket.resource_id",
            "resource_uris.resource_id");

    private static ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @Test
    void allTablesAreAsAfterKeycloaksOwnCalls() throws SQLException {
        FullUsers keycloaks = FullUsers.create();
        FullUsers millraces = FullUsers.create();
        for (FullUsers each : List.of(keycloaks, millraces)) {
            assertThat(IdOccurrences.of(server(), each.users()))
                    .containsKeys(FOREIGN_KEYS.toArray(new String[0]))
                    .containsKeys(DELETED.toArray(new String[0]))
                    .containsKey("federated_user.id");
            assertThat(each.sessionRows().values()).containsExactly(2L * USERS, 2L * USERS);
        }
        Map<String, Long> rows = rowCounts();

        keycloaks
                .users()
                .forEach(id -> keycloaks
                        .realm()
                        .admin()
                        .delete(keycloaks.realm().base() + "/users/" + id)
                        .ok());
        Map<String, Long> afterKeycloak = rowCounts();
        ImportAnswer answer = millraces.realm().take(millraces.deletions());
        Map<String, Long> afterMillrace = rowCounts();

        assertThat(answer.count("deleted")).as("%s", answer.outcomes()).isEqualTo(USERS);
        assertThat(difference(afterKeycloak, afterMillrace)).isEqualTo(difference(rows, afterKeycloak));
        for (FullUsers each : List.of(keycloaks, millraces)) {
            assertThat(IdOccurrences.of(server(), each.users())).isEmpty();
            assertThat(each.sessionRows().values()).containsExactly(0L, 0L);
        }
        assertThat(server().node().log().contains(BY_MODEL)).isFalse();
    }

    /** Rows of all tables with rows of users but those of sessions, which the tests' own logins make meanwhile. */
    private static Map<String, Long> rowCounts() throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        Set<String> tables = new TreeSet<>(
                Set.of("user_entity", "user_consent_client_scope", "fed_user_consent_cl_scope", "federated_user"));
        FOREIGN_KEYS.forEach(column -> tables.add(column.substring(0, column.indexOf('.'))));
        DELETED.forEach(column -> tables.add(column.substring(0, column.indexOf('.'))));
        tables.remove("offline_user_session");
        try (Connection connection = server().database().connect()) {
            for (String table : tables) {
                try (PreparedStatement query = connection.prepareStatement("SELECT count(*) FROM " + table);
                        ResultSet row = query.executeQuery()) {
                    row.next();
                    counts.put(table, row.getLong(1));
                }
            }
        }
        return counts;
    }

    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> difference = new TreeMap<>();
        before.forEach((table, rows) -> difference.put(table, rows - after.getOrDefault(table, 0L)));
        return difference;
    }

    @Test
    void aNewUserWithTheSameIdInheritsNothing() throws SQLException {
        FullUsers full = FullUsers.create();
        ImportRealm realm = full.realm();
        String id = full.users().get(0);
        assertThat(realm.failedLogins(id).path("numFailures").asInt()).isEqualTo(1);
        assertThat(full.refresh(full.refreshTokens().get(0)).status()).isEqualTo(200);

        ImportAnswer answer = realm.take(full.deletions());

        assertThat(answer.count("deleted")).isEqualTo(USERS);
        assertThat(realm.admin().get(realm.base() + "/users/" + id).status()).isEqualTo(404);
        assertThat(realm.has("full-0")).isFalse();
        ImportAnswer again = realm.take("{\"id\":\"" + id
                + "\",\"username\":\"full-0\",\"email\":\"new@example.org\",\"enabled\":true,\"firstName\":\"N\","
                + "\"lastName\":\"N\",\"credentials\":[{\"type\":\"password\",\"value\":\"" + PASSWORD + "\"}]}");
        assertThat(again.statuses()).containsExactly("created");
        JsonNode user = realm.user("full-0");
        assertThat(user.path("id").asText()).isEqualTo(id);
        assertThat(user.path("email").asText()).isEqualTo("new@example.org");
        for (String what : List.of("consents", "federated-identity", "sessions", "groups")) {
            assertThat(realm.of("full-0", what)).as(what).isEmpty();
        }
        assertThat(realm.failedLogins(id).path("numFailures").asInt()).isZero();
        assertThat(full.refreshTokens())
                .allSatisfy(token -> assertThat(full.refresh(token).status()).isEqualTo(400));
        assertThat(realm.login("full-0", PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void eachRecordFindsWhatTheRecordsBeforeItLeft() {
        ImportRealm realm = ImportRealm.create(server(), Map.of("organizationsEnabled", true));
        AdminClient admin = realm.admin();
        String first = admin.createUser(realm.name(), "first", "first");
        String member = admin.createUser(realm.name(), "member", "member");
        String administrator = admin.createUser(realm.name(), "administrator", "administrator");
        admin.grant(realm.name(), administrator, "realm-management", "realm-admin");
        admin.post(
                        realm.base() + "/organizations",
                        Map.of("name", "acme", "alias", "acme", "domains", List.of(Map.of("name", "acme.org"))))
                .ok();
        String organization = admin.get(realm.base() + "/organizations")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        admin.post(realm.base() + "/organizations/" + organization + "/members", member)
                .ok();
        String members = realm.base() + "/organizations/" + organization + "/members/count";
        assertThat(admin.get(members).ok().body()).isEqualTo("1");

        ImportAnswer answer = realm.take(
                "{\"$op\":\"delete\",\"id\":\"" + first + "\"}",
                "{\"$op\":\"delete\",\"username\":\"FIRST\"}",
                "{\"$op\":\"delete\",\"id\":\"" + first + "\",\"username\":\"first\"}",
                "{\"$op\":\"delete\",\"username\":\"member\"}",
                "{\"$op\":\"delete\",\"id\":\"" + member + "\"}",
                "{\"$op\":\"delete\",\"username\":\"administrator\"}");

        assertThat(answer.statuses())
                .containsExactly("deleted", "unchanged", "unchanged", "deleted", "unchanged", "rejected");
        assertThat(ImportAnswer.problems(answer.line(6))).containsExactly("last-administrator");
        assertThat(admin.get(members).ok().body()).isEqualTo("0");
        assertThat(realm.count()).isEqualTo(1);
    }

    @Test
    void allColumnsWithIdsOfUsersWereReviewed() throws SQLException {
        Set<String> found = new TreeSet<>();
        Set<String> keys = new TreeSet<>();
        try (Connection connection = server().database().connect()) {
            add(
                    connection,
                    "SELECT table_name || '.' || column_name FROM information_schema.columns"
                            + " WHERE table_schema = 'public' AND table_name NOT LIKE 'millrace%'"
                            + " AND (column_name ~ 'user_?id$' OR column_name ~ '^(owner|requester|resource)(_id)?$'"
                            + " OR column_name ~ '(member|account|subject|principal|person|actor)_?id$')",
                    found);
            add(
                    connection,
                    "SELECT c.relname || '.' || a.attname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid"
                            + " JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]"
                            + " WHERE k.contype = 'f' AND k.confrelid = to_regclass('user_entity')",
                    keys);
        }

        assertThat(keys).isEqualTo(FOREIGN_KEYS);
        Set<String> reviewed = new TreeSet<>(FOREIGN_KEYS);
        List.of(DELETED, OF_MODEL, OTHERS).forEach(reviewed::addAll);
        assertThat(found).isEqualTo(reviewed);
    }

    private static void add(Connection connection, String sql, Set<String> values) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
    }
}
