package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Tokens of a client whose consent a record removes. */
public interface RevokedConsentContract extends Importing {
    private static UserLine complete(String username) {
        return UserLine.named(username)
                .email(username + "@example.org")
                .with("firstName", "First")
                .with("lastName", "Last");
    }

    private static UserLine user(String username) {
        return complete(username)
                .password(username)
                .with(
                        "clientConsents",
                        List.of(Map.of("clientId", "robot", "grantedClientScopes", List.of("profile"))));
    }

    private static Answer token(ImportRealm realm, String grant, Map<String, String> more) {
        Map<String, String> form =
                new LinkedHashMap<>(Map.of("grant_type", grant, "client_id", "robot", "client_secret", "oil"));
        form.putAll(more);
        return AccessToken.by(form, realm.node(), realm.name()).request();
    }

    private static String login(ImportRealm realm, String username, String scope) {
        return token(realm, "password", Map.of("username", username, "password", username, "scope", scope))
                .ok()
                .json()
                .path("refresh_token")
                .asText();
    }

    /** Status and error of a request with the refresh token of a user. */
    private static String refresh(ImportRealm realm, Map<String, String> tokens, String username) {
        String refreshToken = Objects.requireNonNull(tokens.get(username));
        Answer answer = token(realm, "refresh_token", Map.of("refresh_token", refreshToken));
        return answer.status() + " " + answer.json().path("error").asText();
    }

    @Test
    default void tokensOfARemovedConsentAreRevokedAsByKeycloak() {
        ImportRealm realm = realm(Map.of(
                "clients", List.of(Map.of("clientId", "robot", "secret", "oil", "directAccessGrantsEnabled", true))));
        List<String> users = List.of("kept", "imported", "deleted");
        assertThat(realm.take(users.stream().map(RevokedConsentContract::user).toList())
                        .statuses())
                .containsOnly("created");
        Map<String, String> offline = new LinkedHashMap<>();
        Map<String, String> online = new LinkedHashMap<>();
        for (String user : users) {
            offline.put(user, login(realm, user, "openid offline_access"));
            online.put(user, login(realm, user, "openid"));
        }
        UserLine removing = complete("imported").with("clientConsents", List.of());

        assertThat(realm.with("onConflict=replace&dryRun=true").take(removing).statuses())
                .containsExactly("updated");
        assertThat(refresh(realm, offline, "imported")).startsWith("200");
        assertThat(refresh(realm, online, "imported")).startsWith("200");

        assertThat(realm.with("onConflict=replace")
                        .take(removing, complete("kept").with("lastName", "Other"))
                        .statuses())
                .containsExactly("updated", "updated");
        realm.admin()
                .delete(realm.base() + "/users/"
                        + realm.user("deleted").path("id").asText() + "/consents/robot")
                .ok();

        assertThat(realm.of("imported", "consents")).isEmpty();
        for (Map<String, String> tokens : List.of(offline, online)) {
            assertThat(refresh(realm, tokens, "kept")).startsWith("200");
            assertThat(refresh(realm, tokens, "imported"))
                    .isEqualTo(refresh(realm, tokens, "deleted"))
                    .startsWith("400");
        }
    }

    @Test
    default void tokensOfAConsentThatAnUndoRemovesAreRevoked() {
        ImportRealm realm = realm(Map.of(
                "clients", List.of(Map.of("clientId", "robot", "secret", "oil", "directAccessGrantsEnabled", true))));
        realm.take(complete("consenting").password("consenting"));
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", "merge"))
                .with(
                        1,
                        List.of(complete("consenting")
                                .with(
                                        "clientConsents",
                                        List.of(Map.of(
                                                "clientId", "robot", "grantedClientScopes", List.of("profile"))))))
                .started();
        assertThat(job.finished().at("/counts/updated").asInt()).isEqualTo(1);
        Map<String, String> offline = Map.of("consenting", login(realm, "consenting", "openid offline_access"));

        ImportJob undo = new ImportJob(job.admin(), job.jobs(), job.post("undo").createdId());
        undo.finished();

        assertThat(ImportJob.texts(undo.outcomes(), "status")).containsExactly("updated");
        assertThat(realm.of("consenting", "consents")).isEmpty();
        assertThat(refresh(realm, offline, "consenting")).startsWith("400");
    }
}
