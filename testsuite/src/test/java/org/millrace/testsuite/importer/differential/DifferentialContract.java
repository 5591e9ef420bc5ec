package org.millrace.testsuite.importer.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/**
 * The definition of correct: the rows that Keycloak itself would have written, in all columns of all tables that refer to users.
 * Two realms get the same users, one from Keycloak's own calls, the other from the import.
 */
abstract class DifferentialContract implements Importing {
    private static final int TIED_USERS = 200;

    /** Keycloak needs several calls for each. */
    private static final int REVISED = 600;

    /** Users of {@link ManyShapes}, new for each caller. */
    abstract List<ObjectNode> users();

    /** How many of Keycloak's own calls the database can take at once. */
    int inFlight() {
        return 4;
    }

    @Test
    void usersAreWhatPostUsersAndRoleMappingsLeave() throws Exception {
        Twins twins = twins();
        List<ObjectNode> users = users();
        Instant start = now();

        new OneByOne(twins.keycloaks()).writeAll(List.<JsonNode>copyOf(users));
        ImportAnswer imported = twins.millraces().take(users);

        assertThat(imported.count("created")).as("%s", imported.outcomes()).isEqualTo(users.size());
        try (Connection connection = server().database().connect()) {
            assertThat(UserRows.tables(connection))
                    .contains("user_attribute", "credential", "user_role_mapping", "user_group_membership");
            assertSame(users, twins, start, secrets(users), connection);
        }
    }

    @Test
    void associationsWithClientsAndOrganizationsAreThoseOfKeycloaksImportOfAWholeRealm() throws Exception {
        AssociatedUsers associated = AssociatedUsers.of(TIED_USERS);
        List<ObjectNode> users = associated.users().stream().map(UserLine::json).toList();
        Instant start = now();
        Twins twins = new Twins(
                associated.withUsers(ImportRealm.shared(server())),
                associated.withoutUsers(ImportRealm.shared(server())));

        ImportAnswer imported = twins.millraces().take(associated.users());

        assertThat(imported.count("created")).as("%s", imported.outcomes()).isEqualTo(TIED_USERS);
        try (Connection connection = server().database().connect()) {
            assertThat(UserRows.of(connection, twins.keycloaks(), start, Set.of()).values().stream()
                            .flatMap(List::stream)
                            .collect(Collectors.joining(" ")))
                    .contains("user_consent ", "user_consent_client_scope ", "members of acme", "user_ver_credential ")
                    .contains("issued_ver_credential ", "service_account_client_link=robot-");
            assertSame(users, twins, start, Set.of(), connection);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    void changedUsersAreWhatPutAndTheEndpointsBelowItLeave(String onConflict) throws Exception {
        Twins twins = twins();
        List<ObjectNode> all = users();
        List<ObjectNode> users = all.subList(0, Math.min(REVISED, all.size()));
        // Ids may be used once on a server, and both realms get these users from the import.
        users.forEach(user -> user.remove("id"));
        Instant start = now();
        for (ImportRealm realm : List.of(twins.keycloaks(), twins.millraces())) {
            assertThat(realm.take(users).count("created")).isEqualTo(users.size());
        }
        List<ObjectNode> revised = RevisedShapes.of(users);
        Instant second = now();

        new Revisions(twins.keycloaks(), onConflict.equals("replace")).all(revised, inFlight());
        ImportRealm millraces = twins.millraces().with("onConflict=" + onConflict);
        ImportAnswer changed = millraces.take(revised);

        assertThat(changed.count("updated") + changed.count("unchanged"))
                .as("%s", changed.outcomes())
                .isEqualTo(users.size());
        assertThat(changed.count("updated")).isGreaterThan(users.size() / 2);
        try (Connection connection = server().database().connect()) {
            assertSame(revised, twins, start, secrets(users), connection);
            // Whether Keycloak notes when a user was changed, the import does.
            assertThat(ModificationTimes.modifiedSince(connection, twins.millraces(), second))
                    .isEqualTo(ModificationTimes.modifiedSince(connection, twins.keycloaks(), second));
        }
        assertThat(millraces.take(revised).count("unchanged"))
                .isEqualTo(revised.stream()
                        .filter(user -> !ManyShapes.setsSecret(user))
                        .count());
    }

    private Twins twins() {
        return Twins.of(() -> ManyShapes.realm(ImportRealm.shared(server())));
    }

    private static Instant now() {
        return Instant.ofEpochMilli(System.currentTimeMillis());
    }

    /** Secrets that have to be stored as they are. */
    private static Set<String> secrets(List<ObjectNode> users) {
        return users.stream()
                .flatMap(user -> user.path("credentials").findValuesAsText("secretData").stream())
                .collect(Collectors.toSet());
    }

    /** Of the users who differ, the one with the shortest record is shown. */
    private static void assertSame(
            List<ObjectNode> users, Twins twins, Instant start, Set<String> secrets, Connection connection)
            throws SQLException {
        Map<String, List<String>> expected = UserRows.of(connection, twins.keycloaks(), start, secrets);
        Map<String, List<String>> actual = UserRows.of(connection, twins.millraces(), start, secrets);
        assertThat(expected).hasSameSizeAs(users);
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        List<String> differences = users.stream()
                .sorted(Comparator.comparing(user -> user.toString().length()))
                .map(user -> difference(user, expected, actual))
                .filter(difference -> !difference.isEmpty())
                .toList();
        if (!differences.isEmpty()) {
            fail(differences.size() + " users differ, the smallest:\n  " + differences.get(0));
        }
    }

    private static String difference(
            ObjectNode user, Map<String, List<String>> expected, Map<String, List<String>> actual) {
        String username = user.path("username").asText().toLowerCase(Locale.ROOT);
        String difference =
                Twins.difference(expected.getOrDefault(username, List.of()), actual.getOrDefault(username, List.of()));
        return difference.isEmpty() ? "" : user + difference.replace(", user_", ",\n    user_");
    }
}
