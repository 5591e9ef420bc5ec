package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.Undoing.assertSame;
import static org.millrace.testsuite.importer.undo.Undoing.complete;
import static org.millrace.testsuite.importer.undo.Undoing.job;
import static org.millrace.testsuite.importer.undo.Undoing.results;
import static org.millrace.testsuite.importer.undo.Undoing.undo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.differential.ManyShapes;
import org.millrace.testsuite.importer.differential.RevisedShapes;
import org.millrace.testsuite.importer.differential.UserRows;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** {@code POST .../jobs/{id}/undo}: rows of users are as they were before the job. */
interface UndoUsersContract extends Undoing {
    int USERS = 120;

    /** As OpenLDAP stores it. */
    String SHA_1_OF_PASSWORD = "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=";

    /** Users without characters that take four bytes in UTF-8, which Keycloak's tables in MariaDB cannot hold. */
    private static List<ObjectNode> users(int count) {
        return ManyShapes.users(3 * count).stream()
                .filter(user -> user.toString().chars().noneMatch(unit -> Character.isSurrogate((char) unit)))
                .limit(count)
                .toList();
    }

    @Test
    default void usersAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = ManyShapes.realm(ImportRealm.shared(server()));
        List<ObjectNode> all = users(USERS);
        all.forEach(user -> user.remove("id"));
        List<ObjectNode> present = all.subList(0, USERS / 2);
        assertThat(realm.take(present).count("created")).isEqualTo(present.size());
        Map<String, Set<String>> before = rows(realm);
        List<ObjectNode> lines = new ArrayList<>(revised(present));
        lines.addAll(all.subList(USERS / 2, USERS));

        ImportJob job = job(realm, "merge", lines);
        assertThat(rows(realm)).isNotEqualTo(before);
        assertThat(job.get().at("/undo/bytes").asLong()).isPositive();
        ImportJob undo = undo(job);
        JsonNode finished = undo.finished();

        assertThat(finished.path("state").asText()).as("%s", undo.outcomes()).isEqualTo("completed");
        assertThat(finished.path("counts").path("deleted").asInt()).isEqualTo(USERS / 2);
        assertThat(finished.path("counts").path("updated").asInt())
                .isEqualTo(job.get().path("counts").path("updated").asInt())
                .isPositive();
        assertThat(finished.path("total").asLong())
                .isEqualTo(finished.path("counts").path("read").asLong());
        Map<String, Set<String>> after = rows(realm);
        assertSame(before, after);
        assertThat(IdOccurrences.of(
                        server(),
                        job.outcomes("&status=created", 1000).stream()
                                .map(outcome -> outcome.path("id").asText())
                                .toList()))
                .isEmpty();
    }

    /** With hashes: a password that was set in clear text is not taken back. */
    private static List<ObjectNode> revised(List<ObjectNode> present) {
        List<ObjectNode> revised = RevisedShapes.of(present);
        for (ObjectNode user : revised) {
            for (JsonNode credential : user.path("credentials")) {
                if (credential.has("value")) {
                    ((ObjectNode) credential).remove("value");
                    ((ObjectNode) credential).put("hash", SHA_1_OF_PASSWORD);
                }
            }
        }
        return revised;
    }

    @Test
    default void replacedUsersAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = ManyShapes.realm(ImportRealm.shared(server()));
        List<ObjectNode> present = users(USERS / 2);
        present.forEach(user -> user.remove("id"));
        assertThat(realm.take(present).count("created")).isEqualTo(present.size());
        Map<String, Set<String>> before = rows(realm);

        ImportJob undo = undo(job(realm, "replace", revised(present)));

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        Map<String, Set<String>> after = rows(realm);
        assertSame(before, after);
    }

    @Test
    default void usersChangedSinceTheJobAreLeftAsTheyAre() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        realm.take(complete("edited"), complete("password"), complete("untouched"), complete("clear"));
        Object credentials = List.of(Map.of("type", "password", "hash", SHA_1_OF_PASSWORD));
        Object clear = List.of(Map.of("type", "password", "value", "of the import"));
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        UserLine.of(Map.of("username", "edited", "firstName", "After")),
                        UserLine.of(Map.of("username", "password", "firstName", "After", "credentials", credentials)),
                        UserLine.of(Map.of("username", "untouched", "firstName", "After", "credentials", credentials)),
                        UserLine.of(Map.of("username", "clear", "firstName", "After", "credentials", clear)),
                        UserLine.of(Map.of("username", "new", "enabled", true)),
                        UserLine.of(Map.of("username", "new-edited", "enabled", true)),
                        UserLine.of(Map.of("username", "new-gone", "enabled", true))));
        Map<String, String> ids = realm.ids();
        String base = realm.base();
        admin.put(base + "/users/" + ids.get("edited"), Map.of("lastName", "by an administrator"))
                .ok();
        admin.put(base + "/users/" + ids.get("new-edited"), Map.of("lastName", "by an administrator"))
                .ok();
        admin.put(
                        base + "/users/" + ids.get("password") + "/reset-password",
                        Map.of("type", "password", "value", "set later", "temporary", false))
                .ok();
        admin.delete(base + "/users/" + ids.get("new-gone")).ok();

        ImportJob undo = undo(job);
        JsonNode finished = undo.finished();

        assertThat(finished.path("state").asText()).isEqualTo("completed-with-errors");
        assertThat(finished.path("problemsByCode")).isEqualTo(JSON.valueToTree(Map.of("changed-since-import", 2)));
        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "edited", "rejected changed-since-import",
                        "new-edited", "rejected changed-since-import",
                        "new", "deleted",
                        "new-gone", "unchanged",
                        "untouched", "updated",
                        "clear", "updated credentials-not-restored",
                        "password", "updated credentials-not-restored"));
        for (String edited : List.of("edited", "new-edited")) {
            assertThat(realm.user(edited).path("lastName").asText()).isEqualTo("by an administrator");
        }
        assertThat(realm.user("edited").path("firstName").asText()).isEqualTo("After");
        assertThat(realm.user("untouched").path("firstName").asText()).isEqualTo("Before");
        assertThat(realm.login("untouched", "password").status()).isNotEqualTo(200);
        assertThat(realm.user("clear").path("firstName").asText()).isEqualTo("Before");
        assertThat(realm.login("clear", "of the import").status())
                .as("callers could try passwords if it were taken back")
                .isEqualTo(200);
        assertThat(realm.user("password").path("firstName").asText()).isEqualTo("Before");
        assertThat(realm.login("password", "set later").status()).isEqualTo(200);
    }

    /** The first login replaces the imported hash and removes a required action: the user is still the one that the job created. */
    @Test
    default void userWhoHasLoggedInIsDeleted() {
        ImportRealm realm = realm(Map.of());
        ObjectNode visitor = complete("visitor").json();
        visitor.putArray("credentials").addObject().put("type", "password").put("hash", SHA_1_OF_PASSWORD);
        ImportJob job = job(realm, "fail", List.of(visitor));
        String path = realm.base() + "/users/" + realm.ids().get("visitor") + "/credentials";
        JsonNode imported = realm.admin().get(path).ok().json();
        assertThat(realm.login("visitor", "password").status()).isEqualTo(200);
        assertThat(realm.admin().get(path).ok().json()).isNotEqualTo(imported);

        ImportJob undo = undo(job);

        assertThat(undo.finished().path("counts").path("deleted").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(1);
        assertThat(realm.has("visitor")).isFalse();
    }

    /** The row is the one that Keycloak's page of the terms writes. */
    @Test
    default void userWhoHasAcceptedTheTermsIsDeleted() throws SQLException {
        ImportRealm realm = realm(Map.of());
        ImportJob job = job(realm, "fail", List.of(complete("visitor").json()));
        try (Connection connection = server().database().connect();
                PreparedStatement insert = connection.prepareStatement(UserRows.named(
                        "INSERT INTO user_attribute (id, user_id, name, long_value) VALUES (?, ?, 'terms_and_conditions', '1760000000')",
                        connection))) {
            insert.setString(1, UUID.randomUUID().toString());
            insert.setString(2, realm.ids().get("visitor"));
            insert.executeUpdate();
        }
        realm.admin().post(realm.base() + "/clear-user-cache", Map.of()).ok();

        ImportJob undo = undo(job);

        assertThat(undo.finished().at("/counts/deleted").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(1);
    }

    /** The import changes the user name at the identity provider, and the undo restores it. */
    @Test
    default void tokenOfAFederatedIdentityIsKept() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        Map<String, Object> provider = Map.of(
                "alias", "github", "providerId", "github", "config", Map.of("clientId", "a", "clientSecret", "b"));
        admin.post(realm.base() + "/identity-provider/instances", provider).ok();
        String id = admin.createUser(realm.name(), "linked", "linked");
        admin.post(
                        realm.base() + "/users/" + id + "/federated-identity/github",
                        Map.of("identityProvider", "github", "userId", "1", "userName", "before"))
                .ok();
        try (Connection connection = server().database().connect();
                PreparedStatement update = connection.prepareStatement(UserRows.named(
                        "UPDATE federated_identity SET token = '" + MARKER + "' WHERE user_id = ?", connection))) {
            update.setString(1, id);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
        admin.post(realm.base() + "/clear-user-cache", Map.of()).ok();
        Map<String, Set<String>> before = rows(realm);
        ImportJob job = job(
                realm,
                "merge",
                List.of(JSON.createObjectNode()
                        .put("username", "linked")
                        .set(
                                "federatedIdentities",
                                JSON.createArrayNode()
                                        .add(JSON.createObjectNode()
                                                .put("identityProvider", "github")
                                                .put("userId", "1")
                                                .put("userName", "after")))));
        assertThat(rows(realm)).isNotEqualTo(before);

        ImportJob undo = undo(job);

        assertThat(undo.finished().at("/counts/updated").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(1);
        assertSame(before, rows(realm));
    }

    @Test
    default void lastAdministratorRemainsOne() {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        String first = admin.createUser(realm.name(), "first", "first");
        admin.createUser(realm.name(), "second", "second");
        admin.grant(realm.name(), first, "realm-management", "realm-admin");
        ImportJob job = job(
                realm,
                "merge",
                List.of(JSON.createObjectNode()
                        .put("username", "second")
                        .set(
                                "clientRoles",
                                JSON.createObjectNode()
                                        .set(
                                                "realm-management",
                                                JSON.createArrayNode().add("realm-admin")))));
        assertThat(job.get().at("/counts/updated").asInt())
                .as("%s", job.outcomes())
                .isEqualTo(1);
        admin.delete(realm.base() + "/users/" + first).ok();

        ImportJob undo = undo(job);

        assertThat(undo.finished().at("/counts/rejected").asInt()).isEqualTo(1);
        assertThat(undo.outcomes().toString()).contains("last-administrator");
        assertThat(realm.clientRoles("second", "realm-management")).contains("realm-admin");
    }
}
