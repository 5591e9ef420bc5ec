package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** A merge leaves the rows that {@code PUT /users/{id}} and the endpoints of roles, groups and links leave. */
class PostgresRevisionIT {
    private static final int USERS = 250;

    private final ServerUnderTest server = SharedServers.postgres();

    @Test
    void everyColumnOfEveryRowIsWhatPutAndTheEndpointsBelowItLeave() throws Exception {
        Twins twins = Twins.of(() -> ManyShapes.realm(ImportRealm.shared(server)));
        List<ObjectNode> users = ManyShapes.users(USERS);
        // Ids may be used once on a server, and both realms get these users from the import.
        users.forEach(user -> user.remove("id"));
        Set<String> secrets = users.stream()
                .flatMap(user -> user.path("credentials").findValuesAsText("secretData").stream())
                .collect(Collectors.toSet());
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
        for (ImportRealm realm : List.of(twins.keycloaks(), twins.millraces())) {
            assertThat(realm.take(users).count("created")).isEqualTo(USERS);
        }
        List<ObjectNode> revised = RevisedShapes.of(users);
        Instant second = Instant.ofEpochMilli(System.currentTimeMillis());

        Revisions keycloak = new Revisions(twins.keycloaks());
        revised.forEach(keycloak::merge);
        ImportAnswer merged = twins.millraces().with("onConflict=merge").take(revised);

        assertThat(merged.count("updated") + merged.count("unchanged"))
                .as("%s", merged.outcomes())
                .isEqualTo(USERS);
        assertThat(merged.count("updated")).isGreaterThan(USERS / 2);
        try (Connection connection = server.database().connect()) {
            Map<String, List<String>> expected = UserRows.of(connection, twins.keycloaks(), start, secrets);
            Map<String, List<String>> actual = UserRows.of(connection, twins.millraces(), start, secrets);
            List<String> differences = new ArrayList<>();
            expected.forEach((username, rows) -> {
                String difference = Twins.difference(rows, actual.getOrDefault(username, List.of()));
                if (!difference.isEmpty()) {
                    differences.add(record(revised, username) + difference);
                }
            });
            assertThat(differences).isEmpty();
            assertThat(actual).hasSameSizeAs(expected).hasSize(USERS);
            assertThat(modifiedSince(connection, twins.millraces(), second))
                    .isEqualTo(modifiedSince(connection, twins.keycloaks(), second));
        }
        assertThat(twins.millraces().with("onConflict=merge").take(revised).count("unchanged"))
                .isEqualTo(USERS);
    }

    private static JsonNode record(List<ObjectNode> users, String username) {
        return users.stream()
                .filter(user -> user.path("username").asText().equalsIgnoreCase(username))
                .findFirst()
                .orElseThrow();
    }

    /** Whether Keycloak notes when a user was changed, the import does. */
    private static long modifiedSince(Connection connection, ImportRealm realm, Instant since) throws SQLException {
        String sql = "SELECT count(*) FROM user_entity u JOIN realm r ON r.id = u.realm_id"
                + " WHERE r.name = ? AND u.last_modified_timestamp >= ?";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, realm.name());
            query.setLong(2, since.toEpochMilli());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
