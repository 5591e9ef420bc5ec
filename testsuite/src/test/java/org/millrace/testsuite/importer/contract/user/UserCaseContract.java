package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.codes;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.detail;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.read;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.take;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.values;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.IdentityProviderSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Users as they come out of real systems: what is imported, and what the outcomes say of the rest. */
public interface UserCaseContract extends ImportingUserCases {
    @Test
    default void theDefaultRoleOfAnotherRealmIsThatOfThisRealm() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = take(realm, "min-default-role.json");

        assertThat(answer.statuses()).containsExactly("created");
        assertThat(realm.realmRoles("pz1")).containsExactly(realm.defaultRole());
    }

    @Test
    default void requiredActionsHaveTheNamesThatRealmImportGivesThem() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = take(realm, "required-actions.ndjson");

        assertThat(answer.statuses()).containsOnly("created");
        assertThat(values(realm.user("tcx1").path("requiredActions")))
                .containsExactlyInAnyOrder("VERIFY_EMAIL", "TERMS_AND_CONDITIONS", "custom_one");
        assertThat(values(realm.user("lcx").path("requiredActions")))
                .contains("UPDATE_PASSWORD", "UPDATE_PROFILE", "webauthn-register");
        assertThat(codes(answer).get("tcx1")).containsExactly("unknown-required-action");
        assertThat(detail(answer.line(1))).contains("\"custom_one\"");
    }

    @Test
    default void namesAndUsernamesAreJudgedAsByPostUsers() {
        ImportRealm millrace = realm(Map.of());
        ImportRealm keycloak = realm(Map.of());
        for (String file : List.of(
                "names.ndjson",
                "usernames.ndjson",
                "name-is-mail-of-other.ndjson",
                "case.ndjson",
                "duplicate-mails.ndjson",
                "blanks-and-mails.ndjson")) {
            ImportAnswer answer = take(millrace, file);

            List<String> lines = new String(read(file), java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (int i = 0; i < lines.size(); i++) {
                int status = keycloak.admin()
                        .post(keycloak.base() + "/users", "application/json", lines.get(i))
                        .status();
                assertThat(answer.line(i + 1).path("status").asText())
                        .as("%s", answer.line(i + 1))
                        .isEqualTo(status == 201 ? "created" : "rejected");
            }
        }
        assertThat(millrace.ids().keySet()).isEqualTo(keycloak.ids().keySet());
    }

    @Test
    default void linksAreStoredAsGivenAndADuplicateIsNamed() {
        ImportRealm realm = realm(Map.of());
        realm.admin()
                .post(realm.base() + "/identity-provider/instances", IdentityProviderSample.provider("google"))
                .ok();

        ImportAnswer answer = take(realm, "federated-identities.ndjson");

        assertThat(codes(answer))
                .containsEntry("fa1", List.of())
                .containsEntry("fa2", List.of())
                .containsEntry("fa3", List.of())
                .containsEntry("fa7", List.of("invalid-federated-identity"));
        assertThat(detail(answer.line(7))).isEqualTo("Duplicate link to identity provider \"google\"");
        // As in Keycloak, several users may have a link to one account, and the identity provider okta need not exist.
        for (String user : List.of("fa1", "fa2")) {
            assertThat(realm.of(user, "federated-identity").findValuesAsText("userId"))
                    .containsExactly("1001");
        }
    }

    @Test
    default void scalarsAreReadAsKeycloaksMapperReadsThem() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = take(realm, "json-types.ndjson");

        Map<String, List<String>> codes = codes(answer);
        for (String user : List.of("b1x", "b2x", "b3x", "b5x", "b6x", "b7x", "b9x", "12345", "c7x", "c9x", "d2x")) {
            assertThat(codes).containsEntry(user, List.of());
        }
        for (String user : List.of("b4x", "b8x", "c1x", "c2x", "c3x", "c5x", "c6x", "d5x")) {
            assertThat(codes).containsEntry(user, List.of("invalid-type"));
        }
        for (String user : List.of("b1x", "b2x", "b3x")) {
            assertThat(realm.user(user).path("enabled").asBoolean()).isTrue();
        }
        assertThat(realm.user("b5x").path("enabled").asBoolean(true)).isFalse();
        assertThat(realm.user("b7x").path("createdTimestamp").asLong()).isEqualTo(1693887631918L);
        assertThat(detail(answer.line(4))).isEqualTo("Expected true or false, found a string");
        assertThat(detail(answer.line(27))).isNotEmpty();
        assertThat(answer.line(27).path("warnings").findValuesAsText("detail"))
                .containsExactly("Unknown field, which was left out; did you mean username?");
    }

    @Test
    default void missingRolesAndClientsAreNamed() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = take(realm, "roles-of-users.ndjson");

        String missing = " does not exist in realm \"" + realm.name() + "\"";
        assertThat(detail(answer.line(2))).isEqualTo("Role \"OPS TEAM\"" + missing);
        assertThat(detail(answer.line(4))).isEqualTo("Client \"gone\"" + missing);
        assertThat(detail(answer.line(9))).isEqualTo("Role \"deleted-role\" of client \"account\"" + missing);
        assertThat(answer.line(3).path("status").asText()).isEqualTo("created");
    }

    @Test
    default void usersOfAMissingUserFederationAreRejectedAlone() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = take(realm, "realm-with-ldap.ndjson");

        assertThat(codes(answer))
                .containsEntry("loc1", List.of())
                .containsEntry("fed1", List.of("unknown-federation-provider"))
                .containsEntry("fed2", List.of("unknown-federation-provider"));
        assertThat(realm.ids().keySet()).containsExactly("loc1");
    }

    @Test
    default void whatOtherSystemsCallAFieldIsExplained() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer clerk = take(realm, "clerk.ndjson");
        ImportAnswer dump = take(realm, "keycloak-rest-dump.ndjson");
        ImportAnswer lenientDump = take(realm.with("validation=lenient"), "keycloak-rest-dump-lenient.ndjson");
        ImportAnswer unknown = take(realm, "unknown-fields-users.ndjson");
        ImportAnswer old = take(realm, "1x-applications.json");

        assertThat(clerk.single().path("warnings").findValuesAsText("detail"))
                .contains("Unknown field, which was left out; did you mean firstName?");
        String detail = "User federation provider \"1c1c\" does not exist in realm \"" + realm.name() + "\"";
        assertThat(detail(dump.single())).isEqualTo(detail);
        assertThat(lenientDump.statuses()).containsExactly("rejected");
        assertThat(lenientDump.single().path("problems").findValuesAsText("detail"))
                .contains(detail);
        assertThat(codes(unknown)).containsEntry("uuu", List.of("unknown-field"));
        assertThat(old.statuses()).containsExactly("created");
        assertThat(realm.clientRoles("ox1", "account")).contains("view-profile");
        assertThat(realm.realmRoles("ox1")).contains("offline_access");
    }
}
