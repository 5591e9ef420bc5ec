package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.Undoing.complete;
import static org.millrace.testsuite.importer.undo.Undoing.job;
import static org.millrace.testsuite.importer.undo.Undoing.results;
import static org.millrace.testsuite.importer.undo.Undoing.undo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Users whose undo is rejected because of the caller, the user profile or another user, and similar users who are restored. */
interface RefusedUndoContract extends Undoing {
    /** Otherwise a caller could log in as another user with a password of the job, and remove the trace. */
    @Test
    default void credentialsAreRestoredOnlyByCallersWhoManageTheRealm() {
        ImportRealm realm = realm(Map.of());
        ImportRealm limited = realm.as(realm.newAdmin("manage-users"));
        realm.take(complete("victim").with("credentials", List.of(Map.of("type", "password", "value", "former"))));
        realm.take(complete("without"));
        List<Object> credentials = List.of(Map.of("type", "password", "hash", UndoUsersContract.SHA_1_OF_PASSWORD));
        ImportJob job = job(
                limited,
                "merge",
                List.of(
                        UserLine.of(Map.of("username", "victim", "lastName", "After", "credentials", credentials)),
                        UserLine.of(Map.of("username", "without", "credentials", credentials))));

        ImportJob refused = undo(job);
        String state = refused.finished().path("state").asText();
        JsonNode kept = realm.user("victim");
        ImportJob byManager = undo(job.as(realm.admin()));
        byManager.finished();

        assertThat(state).isEqualTo("completed-with-errors");
        assertThat(results(refused))
                .isEqualTo(Map.of("victim", "rejected forbidden-credentials", "without", "updated"));
        assertThat(kept.path("lastName").asText()).isEqualTo("After");
        assertThat(realm.of("without", "credentials")).isEmpty();
        assertThat(results(byManager)).containsEntry("victim", "updated");
        assertThat(realm.user("victim").path("lastName").asText()).isEqualTo("Complete");
        assertThat(realm.login("victim", "former").status()).isEqualTo(200);
        assertThat(realm.login("victim", "password").status()).isNotEqualTo(200);
    }

    /** The import takes {@code manage-realm}, too. */
    @Test
    default void consentsAreRestoredOnlyByCallersWhoManageTheRealm() {
        ImportRealm realm = realm(Map.of());
        realm.admin().createClient(realm.name(), Map.of("clientId", "shop"));
        UserLine user = complete("someone");
        realm.take(user.with(
                "clientConsents", List.of(Map.of("clientId", "shop", "grantedClientScopes", List.of("email")))));
        ImportJob job = job(realm, "replace", List.of(user.with("clientConsents", List.of())));

        ImportJob refused = undo(job.as(realm.newAdmin("manage-users")));
        refused.finished();
        ImportJob byManager = undo(job);
        byManager.finished();

        assertThat(results(refused)).isEqualTo(Map.of("someone", "rejected forbidden-client"));
        assertThat(results(byManager)).isEqualTo(Map.of("someone", "updated"));
        assertThat(realm.of("someone", "consents")).hasSize(1);
    }

    /** Otherwise revoked tokens would be valid again, or new tokens invalid. */
    @Test
    default void earlierAndFutureNotBeforeIsRestoredOnlyByCallersWhoManageTheRealm() {
        ImportRealm realm = realm(Map.of());
        ImportRealm limited = realm.as(realm.newAdmin("manage-users"));
        realm.take(complete("future").with("notBefore", Integer.MAX_VALUE));
        realm.take(complete("earlier").with("notBefore", 1000));
        realm.take(complete("later").with("notBefore", 2000));
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        UserLine.of(Map.of("username", "future", "notBefore", 1000)),
                        UserLine.of(Map.of("username", "earlier", "notBefore", 2000)),
                        UserLine.of(Map.of("username", "later", "notBefore", 1000))));

        ImportJob refused = undo(job.as(limited.admin()));
        refused.finished();
        int kept = realm.user("future").path("notBefore").asInt();
        ImportJob byManager = undo(job);
        byManager.finished();

        assertThat(results(refused))
                .isEqualTo(Map.of(
                        "future", "rejected forbidden-not-before",
                        "earlier", "rejected forbidden-not-before",
                        "later", "updated"));
        assertThat(kept).isEqualTo(1000);
        assertThat(results(byManager)).containsEntry("future", "updated").containsEntry("earlier", "updated");
        assertThat(realm.user("future").path("notBefore").asInt()).isEqualTo(Integer.MAX_VALUE);
    }

    /** Keycloak's {@code PUT} rejects each of these changes. */
    @Test
    default void whatBecameReadOnlyOrTheLoginOfAnotherIsNotRestored() {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", true));
        for (String name : List.of("renamed", "named", "addressed")) {
            realm.take(complete(name));
        }
        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        UserLine.of(Map.of("username", "named", "firstName", "After")),
                        UserLine.of(Map.of("username", "addressed", "email", "after@example.org")),
                        UserLine.of(
                                Map.of("id", realm.user("renamed").path("id").asText(), "username", "after"))));
        realm.take(UserLine.named("addressed@example.org"));
        realm.makeReadOnly("firstName");
        realm.admin().put(realm.base(), Map.of("editUsernameAllowed", false)).ok();

        ImportJob undo = undo(job);
        undo.finished();

        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "named", "rejected read-only-attribute",
                        "addressed", "rejected changed-since-import",
                        "after", "rejected read-only-attribute"));
        assertThat(realm.user("named").path("firstName").asText()).isEqualTo("After");
        assertThat(realm.user("addressed").path("email").asText()).isEqualTo("after@example.org");
        assertThat(realm.has("renamed")).isFalse();
    }

    /** Keycloak removes the reason of a lockout when the user is enabled, although administrators may not edit it. */
    @Test
    default void userWhoWasLockedOutIsRestored() {
        ImportRealm realm = realm(Map.of());
        ImportRealm limited = realm.as(realm.newAdmin("manage-users"));
        realm.with("validation=off")
                .take(complete("locked").with("enabled", false).attribute("disabledReason", "permanentLockout"));
        ImportJob job = job(limited, "merge", List.of(UserLine.of(Map.of("username", "locked", "enabled", true))));

        ImportJob undo = undo(job);
        undo.finished();

        assertThat(results(undo)).isEqualTo(Map.of("locked", "updated"));
        assertThat(realm.user("locked").path("enabled").asBoolean()).isFalse();
        realm.allowUnmanagedAttributes();
        assertThat(realm.user("locked").at("/attributes/disabledReason/0").asText())
                .isEqualTo("permanentLockout");
    }

    private static ImportJob jobWhoseNewUserHasAFormerLogin(ImportRealm realm) {
        realm.take(complete("moved"));
        return job(
                realm,
                "merge",
                List.of(
                        UserLine.of(Map.of("username", "moved", "email", "after@example.org")),
                        UserLine.named("moved@example.org")));
    }

    @Test
    default void nameOfAUserWhomTheUndoDeletesIsFree() {
        ImportRealm realm = realm(Map.of());
        ImportJob job = jobWhoseNewUserHasAFormerLogin(realm);

        ImportJob undo = undo(job);
        undo.finished();

        assertThat(results(undo)).isEqualTo(Map.of("moved", "updated", "moved@example.org", "deleted"));
        assertThat(realm.user("moved").path("email").asText()).isEqualTo("moved@example.org");
    }

    /** Otherwise the created user could no longer log in: Keycloak looks for email addresses first. */
    @Test
    default void loginOfAUserWhoseDeletionIsRefusedIsNotFree() {
        ImportRealm realm = realm(Map.of());
        ImportJob job = jobWhoseNewUserHasAFormerLogin(realm);
        realm.with("onConflict=merge")
                .take(UserLine.of(Map.of("username", "moved@example.org", "firstName", "Changed")));

        ImportJob predicted = new ImportJob(
                job.admin(), job.jobs(), job.post("undo?dryRun=true").createdId());
        predicted.finished();
        ImportJob undo = undo(job);
        undo.finished();

        Map<String, String> rejected =
                Map.of("moved", "rejected changed-since-import", "moved@example.org", "rejected changed-since-import");
        assertThat(results(predicted)).isEqualTo(rejected);
        assertThat(results(undo)).isEqualTo(rejected);
        assertThat(realm.user("moved").path("email").asText()).isEqualTo("after@example.org");
    }
}
