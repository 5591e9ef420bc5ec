package org.millrace.testsuite.importer.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Users whose rows are deleted with one statement for each table, as on PostgreSQL. */
class UserRowDeletionIT {
    private static final String BY_MODEL = "Users are deleted one by one through Keycloak's model";
    private static final String PASSWORD = "correct horse";
    private static final int USERS = 3;

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
    private static final Set<String> DELETED = Set.of(
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

    /** A realm with users that have rows in all these tables. */
    private record FullUsers(ImportRealm realm, List<String> users, List<String> sessions, List<String> refreshTokens) {
        static FullUsers create() throws SQLException {
            ImportRealm realm = ImportRealm.shared(server()).renamed();
            List<Map<String, Object>> users = IntStream.range(0, USERS)
                    .mapToObj(number -> representation(number, realm.defaultRole()))
                    .toList();
            List<String> userIds =
                    users.stream().map(user -> (String) user.get("id")).toList();
            realm.admin()
                    .createRealm(
                            realm.name(),
                            Map.of(
                                    "bruteForceProtected",
                                    true,
                                    "failureFactor",
                                    30,
                                    "clientScopes",
                                    List.of(Map.of("name", "degree", "protocol", "openid-connect")),
                                    "clients",
                                    List.of(Map.of("clientId", "shop", "publicClient", true)),
                                    "groups",
                                    List.of(Map.of("name", "staff")),
                                    "identityProviders",
                                    List.of(Map.of(
                                            "alias",
                                            "partner",
                                            "providerId",
                                            "oidc",
                                            "config",
                                            Map.of(
                                                    "clientId",
                                                    "me",
                                                    "clientSecret",
                                                    "secret",
                                                    "tokenUrl",
                                                    "https://partner.example.org/token",
                                                    "authorizationUrl",
                                                    "https://partner.example.org/auth"))),
                                    "users",
                                    users));
            allowOffline(realm);
            List<String> tokens = new ArrayList<>();
            List<String> sessions = new ArrayList<>();
            for (int i = 0; i < USERS; i++) {
                for (String scope : List.of("openid", "openid offline_access")) {
                    JsonNode token =
                            login(realm, "full-" + i, PASSWORD, scope).ok().json();
                    tokens.add(token.path("refresh_token").asText());
                    sessions.add(token.path("session_state").asText());
                }
                login(realm, "full-" + i, "wrong", "openid");
                addRows(realm, userIds.get(i));
                show(realm, userIds.get(i));
            }
            return new FullUsers(realm, userIds, sessions, tokens);
        }

        private static Map<String, Object> representation(int number, String role) {
            String id = UUID.randomUUID().toString();
            Map<String, Object> user = new HashMap<>();
            user.put("id", id);
            user.put("username", "full-" + number);
            user.put("email", "full-" + number + "@example.org");
            user.put("firstName", "Full");
            user.put("lastName", "User");
            user.put("enabled", true);
            user.put("realmRoles", List.of(role));
            user.put("attributes", Map.of("locale", List.of("en")));
            user.put("credentials", List.of(Map.of("type", "password", "value", PASSWORD)));
            user.put("groups", List.of("/staff"));
            user.put(
                    "federatedIdentities",
                    List.of(Map.of("identityProvider", "partner", "userId", "p-" + number, "userName", "partner")));
            user.put("clientConsents", List.of(Map.of("clientId", "shop", "grantedClientScopes", List.of("degree"))));
            user.put("verifiableCredentials", List.of(Map.of("credentialScopeName", "degree", "revision", "first")));
            user.put("issuedVerifiableCredentials", List.of(Map.of("credentialType", "degree", "userId", id)));
            return user;
        }

        private static void allowOffline(ImportRealm realm) {
            String client = realm.admin()
                    .get(realm.base() + "/clients?clientId=admin-cli")
                    .ok()
                    .json()
                    .path(0)
                    .path("id")
                    .asText();
            realm.admin().get(realm.base() + "/client-scopes").ok().json().forEach(scope -> {
                if (scope.path("name").asText().equals("offline_access")) {
                    realm.admin()
                            .put(
                                    realm.base() + "/clients/" + client + "/optional-client-scopes/"
                                            + scope.path("id").asText(),
                                    Map.of())
                            .ok();
                }
            });
        }

        private static Answer login(ImportRealm realm, String username, String password, String scope) {
            return AccessToken.by(
                            Map.of(
                                    "grant_type",
                                    "password",
                                    "client_id",
                                    "admin-cli",
                                    "username",
                                    username,
                                    "password",
                                    password,
                                    "scope",
                                    scope),
                            realm.node(),
                            realm.name())
                    .request();
        }

        /** Rows that users of other stores and workflows have. */
        private static void addRows(ImportRealm realm, String user) throws SQLException {
            String realmId =
                    realm.admin().get(realm.base()).ok().json().path("id").asText();
            try (Connection connection = server().database().connect()) {
                for (String column : DELETED) {
                    String table = column.substring(0, column.indexOf('.'));
                    Map<String, String> keys =
                            Map.of(column.substring(column.indexOf('.') + 1), user, "realm_id", realmId);
                    switch (table) {
                        case "offline_user_session", "fed_issued_ver_credential" -> {
                            // A login makes sessions; issued credentials come with the others.
                        }
                        case "fed_user_consent" ->
                            insert(
                                    connection,
                                    "fed_user_consent_cl_scope",
                                    Map.of("user_consent_id", insert(connection, table, keys)));
                        case "fed_user_ver_credential" ->
                            insert(
                                    connection,
                                    "fed_issued_ver_credential",
                                    Map.of(
                                            "user_id",
                                            user,
                                            "realm_id",
                                            realmId,
                                            "ver_credential_id",
                                            insert(connection, table, keys)));
                        case "broker_link" ->
                            insert(
                                    connection,
                                    table,
                                    Map.of("user_id", user, "realm_id", realmId, "broker_user_id", "other"));
                        default -> insert(connection, table, keys);
                    }
                }
                insert(connection, "federated_user", Map.of("id", user, "realm_id", realmId));
                insert(connection, "user_required_action", Map.of("user_id", user));
            }
        }

        /** Inserts a row with values for all columns that need one; returns its id if it has a generated one. */
        private static String insert(Connection connection, String table, Map<String, String> given)
                throws SQLException {
            Map<String, Object> row = new TreeMap<>();
            try (ResultSet columns = connection.getMetaData().getColumns(null, "public", table, "%")) {
                while (columns.next()) {
                    String name = columns.getString("COLUMN_NAME");
                    boolean isText = columns.getString("TYPE_NAME").equals("varchar");
                    if (given.containsKey(name)) {
                        row.put(name, given.get(name));
                    } else if (columns.getString("IS_NULLABLE").equals("NO")) {
                        row.put(name, isText ? UUID.randomUUID().toString() : Integer.valueOf(1));
                    }
                }
            }
            String marks =
                    String.join(", ", row.keySet().stream().map(name -> "?").toList());
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO " + table + " (" + String.join(", ", row.keySet()) + ") VALUES (" + marks + ")")) {
                int i = 1;
                for (Object value : row.values()) {
                    insert.setObject(i++, value);
                }
                insert.executeUpdate();
            }
            return String.valueOf(row.get("id"));
        }

        /** Has the server read the user, so that its caches have it. */
        private static void show(ImportRealm realm, String user) {
            for (String what : List.of("", "/consents", "/federated-identity", "/sessions")) {
                realm.admin().get(realm.base() + "/users/" + user + what).ok();
            }
        }

        private List<String> deletions() {
            return users.stream()
                    .map(id -> "{\"$op\":\"delete\",\"id\":\"" + id + "\"}")
                    .toList();
        }

        /** Rows of the sessions, whose ids are no UUIDs, by their tables. */
        private Map<String, Long> sessionRows() throws SQLException {
            Map<String, Long> rows = new TreeMap<>();
            try (Connection connection = server().database().connect()) {
                for (String table : List.of("offline_user_session", "offline_client_session")) {
                    try (PreparedStatement query = connection.prepareStatement(
                            "SELECT count(*) FROM " + table + " WHERE user_session_id = ANY (?)")) {
                        query.setArray(1, connection.createArrayOf("varchar", sessions.toArray()));
                        try (ResultSet row = query.executeQuery()) {
                            row.next();
                            rows.put(table, row.getLong(1));
                        }
                    }
                }
            }
            return rows;
        }

        private Answer refresh(String token) {
            return AccessToken.by(
                            Map.of("grant_type", "refresh_token", "client_id", "admin-cli", "refresh_token", token),
                            realm.node(),
                            realm.name())
                    .request();
        }
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
        String failures = realm.base() + "/attack-detection/brute-force/users/" + id;
        assertThat(realm.admin().get(failures).ok().json().path("numFailures").asInt())
                .isEqualTo(1);
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
        assertThat(realm.admin().get(failures).ok().json().path("numFailures").asInt())
                .isZero();
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
