package org.millrace.testsuite.importer.deletion;

import static org.millrace.testsuite.importer.deletion.UserRowDeletionIT.DELETED;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.server.SharedServers;

/** A realm with users that have rows in all these tables. */
record FullUsers(ImportRealm realm, List<String> users, List<String> sessions, List<String> refreshTokens) {
    static final String PASSWORD = "correct horse";
    static final int USERS = 3;

    static FullUsers create() throws SQLException {
        ImportRealm realm = ImportRealm.shared(SharedServers.postgres()).renamed();
        List<Map<String, Object>> users = IntStream.range(0, USERS)
                .mapToObj(number -> representation(number, realm.defaultRole()))
                .toList();
        List<String> userIds =
                users.stream().map(user -> (String) user.get("id")).toList();
        realm.admin()
                .createRealm(
                        realm.name(),
                        Map.of(
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
                JsonNode token = login(realm, "full-" + i, PASSWORD, scope).ok().json();
                tokens.add(token.path("refresh_token").asText());
                sessions.add(token.path("session_state").asText());
            }
        }
        // With this protection, Keycloak refuses a login of a user while it still counts the one before.
        realm.admin()
                .put(realm.base(), Map.of("bruteForceProtected", true, "failureFactor", 30))
                .ok();
        for (int i = 0; i < USERS; i++) {
            login(realm, "full-" + i, "wrong", "openid");
            String id = userIds.get(i);
            Polling.await(
                    "the failed login is counted",
                    () -> realm.failedLogins(id).path("numFailures").asInt() == 1);
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
        String realmId = realm.admin().get(realm.base()).ok().json().path("id").asText();
        try (Connection connection = SharedServers.postgres().database().connect()) {
            for (String column : DELETED) {
                String table = column.substring(0, column.indexOf('.'));
                Map<String, String> keys = Map.of(column.substring(column.indexOf('.') + 1), user, "realm_id", realmId);
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
    private static String insert(Connection connection, String table, Map<String, String> given) throws SQLException {
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
        String marks = String.join(", ", row.keySet().stream().map(name -> "?").toList());
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

    List<String> deletions() {
        return users.stream()
                .map(id -> "{\"$op\":\"delete\",\"id\":\"" + id + "\"}")
                .toList();
    }

    /** Rows of the sessions, whose ids are no UUIDs, by their tables. */
    Map<String, Long> sessionRows() throws SQLException {
        Map<String, Long> rows = new TreeMap<>();
        try (Connection connection = SharedServers.postgres().database().connect()) {
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

    Answer refresh(String token) {
        return AccessToken.by(
                        Map.of("grant_type", "refresh_token", "client_id", "admin-cli", "refresh_token", token),
                        realm.node(),
                        realm.name())
                .request();
    }
}
