package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.Undoing.complete;
import static org.millrace.testsuite.importer.undo.Undoing.job;
import static org.millrace.testsuite.importer.undo.Undoing.results;
import static org.millrace.testsuite.importer.undo.Undoing.undo;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Whose undo restores credentials. */
interface UndoCredentialsContract extends Undoing {
    /** Otherwise a caller could log in as another user with a password of the job, and remove the trace. */
    @Test
    default void credentialsAreRestoredOnlyByThoseWhoManageTheRealm() {
        ImportRealm realm = realm(Map.of());
        ImportRealm limited = realm.as(realm.newAdmin("manage-users"));
        for (String name : List.of("by-limited", "by-manager")) {
            realm.take(complete(name)
                    .with("credentials", List.of(Map.of("type", "password", "value", "former password"))));
        }
        List<Object> credentials = List.of(Map.of("type", "password", "hash", UndoUsersContract.SHA_1_OF_PASSWORD));
        ImportJob byLimited = job(
                limited,
                "merge",
                List.of(UserLine.of(
                        Map.of("username", "by-limited", "lastName", "After", "credentials", credentials))));
        ImportJob byManager = job(
                realm,
                "merge",
                List.of(UserLine.of(
                        Map.of("username", "by-manager", "lastName", "After", "credentials", credentials))));

        ImportJob first = undo(byLimited);
        first.finished();
        ImportJob second = undo(byManager);
        second.finished();

        assertThat(results(first)).isEqualTo(Map.of("by-limited", "updated credentials-not-restored"));
        assertThat(realm.user("by-limited").path("lastName").asText()).isNotEqualTo("After");
        assertThat(realm.login("by-limited", "former password").status()).isNotEqualTo(200);
        assertThat(results(second)).isEqualTo(Map.of("by-manager", "updated"));
        assertThat(realm.login("by-manager", "former password").body()).contains("access_token");
    }
}
