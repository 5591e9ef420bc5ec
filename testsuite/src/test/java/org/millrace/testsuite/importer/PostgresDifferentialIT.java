package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The definition of correct: the rows that Keycloak itself would have written. */
class PostgresDifferentialIT {
    private static final int USERS = 1_000;
    private static final int TIED_USERS = 200;

    private final ServerUnderTest server = SharedServers.postgres();

    @Test
    void everyColumnOfEveryRowIsWhatPostUsersAndRoleMappingsLeave() throws Exception {
        Twins twins = Twins.of(() -> ManyShapes.realm(ImportRealm.shared(server)));
        List<ObjectNode> users = ManyShapes.users(USERS);
        Set<String> secrets = users.stream()
                .flatMap(user -> user.path("credentials").findValuesAsText("secretData").stream())
                .collect(Collectors.toSet());
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());

        new OneByOne(twins.keycloaks()).writeAll(List.<JsonNode>copyOf(users));
        ImportAnswer imported = twins.millraces().take(users);

        assertThat(imported.count("created")).as("%s", imported.outcomes()).isEqualTo(USERS);
        try (Connection connection = server.database().connect()) {
            assertThat(UserRows.tables(connection))
                    .contains("user_attribute", "credential", "user_role_mapping", "user_group_membership");
            Map<String, List<String>> expected = UserRows.of(connection, twins.keycloaks(), start, secrets);
            Map<String, List<String>> actual = UserRows.of(connection, twins.millraces(), start, secrets);
            assertThat(expected).hasSize(USERS);
            assertThat(actual.keySet()).isEqualTo(expected.keySet());
            users.forEach(user -> assertSame(user, expected, actual));
        }
    }

    @Test
    void tiesToClientsAndOrganizationsAreThoseOfKeycloaksImportOfAWholeRealm() throws Exception {
        TiedUsers tied = TiedUsers.of(TIED_USERS);
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
        ImportRealm keycloaks = tied.withUsers(ImportRealm.shared(server));
        ImportRealm millraces = tied.withoutUsers(ImportRealm.shared(server));

        ImportAnswer imported = millraces.take(tied.users());

        assertThat(imported.count("created")).as("%s", imported.outcomes()).isEqualTo(TIED_USERS);
        try (Connection connection = server.database().connect()) {
            Map<String, List<String>> expected = UserRows.of(connection, keycloaks, start, Set.of());
            Map<String, List<String>> actual = UserRows.of(connection, millraces, start, Set.of());
            assertThat(expected).hasSize(TIED_USERS);
            assertThat(String.join(
                            " ",
                            expected.values().stream().flatMap(List::stream).toList()))
                    .contains("user_consent ", "user_consent_client_scope ", "members of acme", "user_ver_credential ")
                    .contains("issued_ver_credential ", "service_account_client_link=robot-");
            tied.users().forEach(user -> assertSame(user.json(), expected, actual));
        }
    }

    private static void assertSame(
            ObjectNode user, Map<String, List<String>> expected, Map<String, List<String>> actual) {
        String username = user.path("username").asText().toLowerCase(Locale.ROOT);
        String difference =
                Twins.difference(expected.getOrDefault(username, List.of()), actual.getOrDefault(username, List.of()));
        if (!difference.isEmpty()) {
            fail("The first user who differs:\n  " + user + difference.replace(", user_", ",\n    user_"));
        }
    }
}
