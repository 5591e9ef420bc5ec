package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** An imported user is like one that Keycloak made itself: can log in, is found, and has what the record says. */
public interface CreatedUsersContract extends Importing {
    String PASSWORD = "correct horse battery staple";

    /** Of {@code millrace-argon2}, with bytes 1 to 16 as salt, made by argon2-cffi 25.1.0 (the reference implementation). */
    Map<String, String> ARGON2 = Map.of("type", "password", "secretData", """
            {"value":"xlf1NpkLqfOdiqCVRDtvmJiim7BuIV0eW85I5JRV4Ds=","salt":"AQIDBAUGBwgJCgsMDQ4PEA=="}""", "credentialData", """
            {"hashIterations":5,"algorithm":"argon2","additionalParameters":{"hashLength":["32"],"memory":["7168"],\
            "type":["id"],"version":["1.3"],"parallelism":["1"]}}""");

    /** A user with a complete profile, so that a login depends only on the password. */
    default UserLine somebody() {
        String name = unique("someone");
        return UserLine.named(name)
                .email(name + "@example.org")
                .with("emailVerified", true)
                .with("firstName", "Some")
                .with("lastName", "Body");
    }

    private void assertLogin(UserLine user, String password) {
        assertThat(realm().login(user.username(), password).status()).isEqualTo(200);
        assertThat(realm().login(user.username(), password + "?").json().path("error_description"))
                .hasToString("\"Invalid user credentials\"");
    }

    @Test
    default void aPasswordInClearIsHashedAndOpensTheDoor() {
        UserLine user = somebody().password(PASSWORD);

        realm().take(user);

        assertLogin(user, PASSWORD);
        assertThat(realm().of(user.username(), "credentials")
                        .path(0)
                        .path("credentialData")
                        .asText())
                .contains("\"algorithm\":\"argon2\"");
    }

    @Test
    default void aPasswordHashedWithPbkdf2ElsewhereOpensTheDoor() {
        GeneratedUsers generated = GeneratedUsers.plain(NUMBER.incrementAndGet(), HashedPassword.of(PASSWORD, 3));
        UserLine user = somebody().with("credentials", generated.user(1).path("credentials"));

        realm().take(user);

        assertLogin(user, PASSWORD);
    }

    @Test
    default void aPasswordHashedWithArgon2ElsewhereOpensTheDoor() {
        UserLine user = somebody().with("credentials", List.of(ARGON2));

        realm().take(user);

        assertLogin(user, "millrace-argon2");
    }

    @Test
    default void aTemporaryPasswordHasToBeChanged() {
        UserLine user = somebody()
                .with("credentials", List.of(Map.of("type", "password", "value", PASSWORD, "temporary", true)));

        realm().take(user);

        assertThat(realm().user(user.username()).path("requiredActions")).hasToString("[\"UPDATE_PASSWORD\"]");
        assertThat(realm().login(user.username(), PASSWORD).json().path("error_description"))
                .hasToString("\"Account is not fully set up\"");
    }

    @Test
    default void theOutcomeNamesTheLineTheUserAndTheId() {
        UserLine user = somebody();

        ImportAnswer answer = realm().take(user);

        assertThat(answer.single().path("line").asLong()).isEqualTo(1);
        assertThat(answer.single().path("key").asText()).isEqualTo(user.username());
        assertThat(answer.single().path("status").asText()).isEqualTo("created");
        assertThat(answer.single().path("id").asText())
                .isEqualTo(realm().user(user.username()).path("id").asText());
        assertThat(answer.count("read")).isEqualTo(1);
        assertThat(answer.count("created")).isEqualTo(1);
    }

    @Test
    default void everyColumnOfTheRecordIsKept() {
        String id = UUID.randomUUID().toString();
        UserLine user = somebody()
                .with("id", id)
                .with("createdTimestamp", 1_234_567_890_123L)
                .with("notBefore", 1_700_000_000)
                .with("firstName", "Zoë")
                .with("lastName", "O'Brien-Łukasiewicz 王");

        realm().take(user);

        JsonNode found = realm().user(user.username());
        assertThat(found.path("id").asText()).isEqualTo(id);
        assertThat(found.path("createdTimestamp").asLong()).isEqualTo(1_234_567_890_123L);
        assertThat(found.path("notBefore").asInt()).isEqualTo(1_700_000_000);
        assertThat(found.path("firstName").asText()).isEqualTo("Zoë");
        assertThat(found.path("lastName").asText()).isEqualTo("O'Brien-Łukasiewicz 王");
        assertThat(found.path("emailVerified").asBoolean()).isTrue();
        assertThat(found.path("enabled").asBoolean()).isTrue();
    }

    @Test
    default void namesAndAddressesAreKeptInLowerCase() {
        String name = unique("Shouting.Person");

        ImportAnswer answer = realm().take(UserLine.named(name).email(name + "@Example.ORG"));

        assertThat(answer.single().path("key").asText()).isEqualTo(name);
        JsonNode found = realm().user(name.toLowerCase(java.util.Locale.ROOT));
        assertThat(found.path("username").asText()).isEqualTo(name.toLowerCase(java.util.Locale.ROOT));
        assertThat(found.path("email").asText()).isEqualTo(name.toLowerCase(java.util.Locale.ROOT) + "@example.org");
    }

    @Test
    default void aUserIsDisabledUnlessTheRecordSaysOtherwise() {
        String name = unique("sample");

        realm().take(UserLine.of(Map.of("username", name)));

        assertThat(realm().user(name).path("enabled").asBoolean(true)).isFalse();
        assertThat(realm().user(name).path("emailVerified").asBoolean(true)).isFalse();
    }

    @Test
    default void attributesComeBackAndCanBeSearched() {
        String biography = ("Längere Geschichte 𝄞 " + unique("life ")).repeat(20);
        UserLine user = somebody()
                .attribute("country", "NL")
                .attribute("interests", "sailing", "chess", "\\ \t\"quoted\"\n", "sailing")
                .attribute("biography", biography);

        realm().take(user);

        JsonNode attributes = realm().user(user.username()).path("attributes");
        assertThat(attributes.path("country")).hasToString("[\"NL\"]");
        assertThat(attributes.path("interests"))
                .extracting(JsonNode::asText)
                .as("Keycloak reads them in no order of its own")
                .containsExactlyInAnyOrder("sailing", "chess", "\\ \t\"quoted\"\n", "sailing");
        assertThat(attributes.path("biography")).extracting(JsonNode::asText).containsExactly(biography);
        String query = URLEncoder.encode("biography:\"" + biography + "\"", StandardCharsets.UTF_8);
        assertThat(realm().admin()
                        .get(realm().base() + "/users?q=" + query)
                        .ok()
                        .json())
                .extracting(found -> found.path("username").asText())
                .containsExactly(user.username());
    }

    @Test
    default void groupsAreJoinedByTheirPaths() {
        UserLine user =
                somebody().with("groups", List.of(SampleRealm.GROUP, SampleRealm.DEEP_GROUP, SampleRealm.GROUP));

        realm().take(user);

        assertThat(realm().groups(user.username()))
                .containsExactlyInAnyOrder(SampleRealm.GROUP, SampleRealm.DEEP_GROUP);
    }

    @Test
    default void rolesOfRealmAndClientsAreAddedToTheDefaultRole() {
        UserLine user = somebody()
                .with("realmRoles", List.of(SampleRealm.ROLE, SampleRealm.SECOND_ROLE))
                .with("clientRoles", Map.of(SampleRealm.CLIENT, List.of(SampleRealm.CLIENT_ROLE)));

        realm().take(user);

        assertThat(realm().realmRoles(user.username()))
                .containsExactlyInAnyOrder(realm().defaultRole(), SampleRealm.ROLE, SampleRealm.SECOND_ROLE);
        assertThat(realm().clientRoles(user.username(), SampleRealm.CLIENT)).containsExactly(SampleRealm.CLIENT_ROLE);
    }

    @Test
    default void requiredActionsAreKeptAndUnknownOnesAreAWarning() {
        UserLine user = somebody().with("requiredActions", List.of("VERIFY_EMAIL", "DANCE", "UPDATE_PROFILE"));

        ImportAnswer answer = realm().take(user);

        assertThat(ImportAnswer.warnings(answer.single())).containsExactly("unknown-required-action");
        assertThat(answer.count("warnings")).isEqualTo(1);
        assertThat(realm().user(user.username()).path("requiredActions"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("VERIFY_EMAIL", "UPDATE_PROFILE", "DANCE");
    }

    @Test
    default void severalCredentialsKeepTheirOrderIdsLabelsAndDates() {
        String id = UUID.randomUUID().toString();
        Map<String, Object> otp = Map.of(
                "id",
                id,
                "type",
                "otp",
                "userLabel",
                "phone",
                "createdDate",
                1_600_000_000_000L,
                "secretData",
                "{\"value\":\"GEZDGNBVGY3TQOJQ\"}",
                "credentialData",
                "{\"subType\":\"totp\",\"digits\":6,\"counter\":0,\"period\":30,\"algorithm\":\"HmacSHA1\"}");
        UserLine user = somebody().with("credentials", List.of(otp, ARGON2));

        realm().take(user);

        JsonNode credentials = realm().of(user.username(), "credentials");
        assertThat(credentials.findValuesAsText("type")).containsExactly("otp", "password");
        assertThat(credentials.path(0).path("id").asText()).isEqualTo(id);
        assertThat(credentials.path(0).path("userLabel").asText()).isEqualTo("phone");
        assertThat(credentials.path(0).path("createdDate").asLong()).isEqualTo(1_600_000_000_000L);
    }

    @Test
    default void linksToIdentityProvidersAreKept() {
        ImportRealm realm = realm(Map.of(
                "identityProviders",
                List.of(Map.of("alias", "acme", "providerId", "oidc", "config", Map.of("clientId", "x")))));
        UserLine user = somebody()
                .with(
                        "federatedIdentities",
                        List.of(Map.of("identityProvider", "acme", "userId", "4711", "userName", "Some.Body")));

        realm.take(user);

        assertThat(realm.of(user.username(), "federated-identity"))
                .hasToString("[{\"identityProvider\":\"acme\",\"userId\":\"4711\",\"userName\":\"Some.Body\"}]");
    }

    @Test
    default void defaultGroupsRolesAndActionsOfTheRealmAreGiven() {
        ImportRealm realm = realm(Map.of(
                "groups",
                List.of(Map.of("name", "newcomers")),
                "defaultGroups",
                List.of("/newcomers"),
                "requiredActions",
                List.of(Map.of(
                        "alias",
                        "TERMS_AND_CONDITIONS",
                        "name",
                        "Terms",
                        "providerId",
                        "TERMS_AND_CONDITIONS",
                        "enabled",
                        true,
                        "defaultAction",
                        true,
                        "priority",
                        1))));
        UserLine user = somebody();

        realm.take(user);

        assertThat(realm.groups(user.username())).containsExactly("/newcomers");
        assertThat(realm.realmRoles(user.username())).containsExactly(realm.defaultRole());
        assertThat(realm.user(user.username()).path("requiredActions")).hasToString("[\"TERMS_AND_CONDITIONS\"]");
    }
}
