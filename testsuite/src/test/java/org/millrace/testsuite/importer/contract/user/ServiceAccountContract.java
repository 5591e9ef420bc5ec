package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.ImportingAssociations.deleteUser;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Users who are service accounts of clients. */
public interface ServiceAccountContract extends ImportingAssociations {
    @Test
    default void theServiceAccountOfAClientIsTheUserWhomTheRecordSays() {
        ImportRealm realm = realmWithAssociations();
        deleteUser(realm, "service-account-robot");
        UserLine account = UserLine.named("service-account-robot").with("serviceAccountClientId", "robot");
        UserLine rival = UserLine.named("rival").with("serviceAccountClientId", "robot");

        ImportAnswer answer = realm.take(account, rival);
        ImportAnswer later = realm.take(rival);

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertThat(ImportAnswer.problems(answer.line(2))).containsExactly("service-account-exists");
        assertThat(ImportAnswer.problems(later.single())).containsExactly("service-account-exists");
        String client = realm.admin()
                .get(realm.base() + "/clients?clientId=robot")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        assertThat(realm.admin()
                        .get(realm.base() + "/clients/" + client + "/service-account-user")
                        .ok()
                        .json()
                        .path("id"))
                .isEqualTo(answer.line(1).path("id"));
        assertThat(AccessToken.by(
                                Map.of(
                                        "grant_type",
                                        "client_credentials",
                                        "client_id",
                                        "robot",
                                        "client_secret",
                                        "oil"),
                                server().node(),
                                realm.name())
                        .request()
                        .status())
                .isEqualTo(200);
    }

    @Test
    default void ofAServiceAccountTheProfileAsksLess() {
        ImportRealm realm = realm(Map.of(
                "registrationEmailAsUsername",
                true,
                "clients",
                List.of(Map.of("clientId", "robot", "serviceAccountsEnabled", false))));
        UserLine account = UserLine.named("Service-Account-Robot")
                .with("serviceAccountClientId", "robot")
                .attribute("not-in-the-profile", "but", "kept");

        ImportAnswer answer = realm.take(account, UserLine.named("person"));

        assertThat(answer.statuses()).containsExactly("created", "rejected");
        assertThat(realm.user("service-account-robot").path("attributes").path("not-in-the-profile"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("but", "kept");
    }

    @Test
    default void anExistingUserBecomesTheServiceAccountOfAClientThatHasNone() {
        ImportRealm realm = realmWithAssociations();
        UserLine user = UserLine.named("tied");
        realm.take(user);
        UserLine account = user.with("serviceAccountClientId", "robot");

        ImportAnswer refused = realm.with("onConflict=merge").take(account);
        deleteUser(realm, "service-account-robot");
        ImportAnswer taken = realm.with("onConflict=merge").take(account);
        ImportAnswer again = realm.with("onConflict=replace").take(user);

        assertThat(ImportAnswer.problems(refused.single())).containsExactly("service-account-exists");
        assertThat(taken.statuses()).containsExactly("updated");
        assertThat(again.statuses()).containsExactly("unchanged");
        String client = realm.admin()
                .get(realm.base() + "/clients?clientId=robot")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        assertThat(realm.admin()
                        .get(realm.base() + "/clients/" + client + "/service-account-user")
                        .ok()
                        .json()
                        .path("username")
                        .asText())
                .isEqualTo("tied");
    }

    /** Keycloak does not manage the credentials of a service account: {@code reset-password} answers 400. */
    @Test
    default void credentialsOfAnExistingServiceAccountAreNotChanged() {
        ImportRealm realm = realmWithAssociations();
        String user = realm.base() + "/users/"
                + realm.user("service-account-robot").path("id").asText();
        UserLine account = UserLine.named("service-account-robot").with("serviceAccountClientId", "robot");
        List<Object> clear = List.of(Map.of("type", "password", "value", "a-password"));
        List<Object> hash = List.of(
                Map.of("type", "password", "hash", "$2a$04$mFXQXDxXRBBQXAoWXNNPYOzWbfOBCzMXhkaRTA5GaVMJBCuNPfKfe"));

        assertThat(realm.admin()
                        .put(user + "/reset-password", Map.of("type", "password", "value", "a-password"))
                        .status())
                .isEqualTo(400);
        for (String options : List.of("onConflict=merge", "onConflict=replace", "onConflict=merge&dryRun=true")) {
            for (UserLine line : List.of(
                    account.with("credentials", clear),
                    account.with("credentials", hash),
                    UserLine.named("service-account-robot").with("credentials", clear))) {
                assertThat(ImportAnswer.problems(realm.with(options).take(line).single()))
                        .as(options)
                        .containsExactly("service-account-credentials");
            }
        }
        assertThat(realm.admin().get(user + "/credentials").ok().json()).isEmpty();
        assertThat(realm.with("onConflict=merge")
                        .take(account.with("credentials", List.of()))
                        .statuses())
                .containsExactly("unchanged");
    }

    /** Keycloak's realm import writes the credentials of a user before the link to the client. */
    @Test
    default void credentialsOfAUserWhoBecomesAServiceAccountAreImported() {
        ImportRealm realm = realmWithAssociations();
        deleteUser(realm, "service-account-robot");
        UserLine user = UserLine.named("tied");
        realm.take(user);
        UserLine account = user.with("serviceAccountClientId", "robot")
                .with("credentials", List.of(Map.of("type", "password", "value", "a-password")));

        ImportAnswer answer = realm.with("onConflict=merge").take(account);

        assertThat(answer.statuses()).containsExactly("updated");
        assertThat(realm.of("tied", "credentials").findValuesAsText("type")).containsExactly("password");
    }

    /** Keycloak rejects changes of these attributes when it validates, and would write them without validation. */
    @ParameterizedTest
    @ValueSource(strings = {"validation=off", "validation=lenient"})
    default void protectedAttributesOfAServiceAccountAreKept(String validation) {
        ImportRealm realm = realmWithAssociations();
        UserLine account = UserLine.named("service-account-robot")
                .with("firstName", "Robot")
                .attribute("LDAP_ID", "1")
                .attribute("user.attributes.LDAP_ENTRY_DN", "cn=robot")
                .attribute("model", "R2");

        for (String conflict : List.of("merge", "replace")) {
            JsonNode outcome = realm.with(validation + "&onConflict=" + conflict)
                    .take(account)
                    .single();

            assertThat(outcome.path("warnings").findValuesAsText("field"))
                    .as("%s", outcome)
                    .contains("attributes.LDAP_ID", "attributes.LDAP_ENTRY_DN");
            assertThat(realm.user("service-account-robot").path("attributes").toString())
                    .isEqualTo("{\"model\":[\"R2\"]}");
        }
    }
}
