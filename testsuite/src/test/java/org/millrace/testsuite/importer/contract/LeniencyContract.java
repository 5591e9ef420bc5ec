package org.millrace.testsuite.importer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What {@code validation=lenient} and {@code validation=off} let pass, and what they do not. */
interface LeniencyContract extends Importing {
    private UserLine questionable() {
        String name = unique("questionable");
        return UserLine.named(name)
                .email("no address of " + name)
                .with("firstName", "<First>")
                .with("realmRoles", List.of("nowhere to be found", SampleRealm.ROLE))
                .with("groups", List.of("/nowhere"));
    }

    @Test
    default void lenientWarnsOfWhatStrictRejects() {
        UserLine user = questionable();
        JsonNode strict = realm().take(user).single();

        JsonNode lenient = realm().with("validation=lenient").take(user).single();

        assertThat(strict.path("status").asText()).isEqualTo("rejected");
        assertThat(lenient.path("status").asText()).as("%s", lenient).isEqualTo("created");
        assertThat(ImportAnswer.warnings(lenient))
                .containsExactlyInAnyOrderElementsOf(ImportAnswer.problems(strict))
                .contains("invalid-email", "unknown-role", "unknown-group");
        assertThat(realm().user(user.username()).path("email").asText())
                .isEqualTo(user.json().path("email").asText());
        assertThat(realm().realmRoles(user.username())).contains(SampleRealm.ROLE);
    }

    @Test
    default void validationOffCallsNoValidatorAndReportsSkippedFields() {
        UserLine user = questionable();

        JsonNode outcome = realm().with("validation=off").take(user).single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("created");
        assertThat(ImportAnswer.warnings(outcome)).containsExactlyInAnyOrder("unknown-role", "unknown-group");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lenient", "off"})
    default void whatTheDatabaseOrLoginsNeedIsRejectedAllTheSame(String validation) {
        String name = unique("present");
        assertThat(realm().take(UserLine.named(name).email(name + "@example.org"))
                        .count("created"))
                .isEqualTo(1);

        ImportAnswer answer = realm().with("validation=" + validation)
                .take(
                        UserLine.named(name),
                        UserLine.named(unique("other")).email(name + "@EXAMPLE.org"),
                        UserLine.named(unique("long")).with("firstName", "x".repeat(256)),
                        "{\"firstName\":\"Nameless\"}",
                        UserLine.named(unique("neighbour")));

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly("rejected", "rejected", "rejected", "rejected", "created");
        assertThat(ImportAnswer.problems(answer.line(1))).containsExactly("username-exists");
        assertThat(ImportAnswer.problems(answer.line(2))).containsExactly("email-exists");
        assertThat(ImportAnswer.problems(answer.line(3))).containsExactly("value-too-long");
        assertThat(ImportAnswer.problems(answer.line(4))).containsExactly("missing-username");
    }

    @ParameterizedTest
    @ValueSource(strings = {"onConflict=fail", "onConflict=merge"})
    default void whatNoAdministratorMayWriteIsLeftOutAndSaid(String onConflict) {
        String name = unique("attributed");
        if (onConflict.endsWith("merge")) {
            realm().take(UserLine.named(name));
        }

        JsonNode outcome = realm().with("validation=off&" + onConflict)
                .take(UserLine.named(name)
                        .attribute("KERBEROS_PRINCIPAL", "someone@EXAMPLE.ORG")
                        .attribute("LDAP_ENTRY_DN", "cn=someone")
                        .attribute("country", "NL"))
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isIn("created", "updated");
        assertThat(ImportAnswer.warnings(outcome)).containsExactly("read-only-attribute", "read-only-attribute");
        assertThat(realm().user(name).path("attributes").toString()).isEqualTo("{\"country\":[\"NL\"]}");
    }

    /** Keycloak's user profile removes the prefix {@code user.attributes.}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "validation=off",
                "validation=lenient",
                "validation=off&onConflict=merge",
                "validation=lenient&onConflict=merge"
            })
    default void prefixedNamesOfReadOnlyAttributesAreLeftOut(String options) {
        ImportRealm realm = realm(Map.of());
        realm.allowUnmanagedAttributes();
        if (options.endsWith("merge")) {
            realm.take(UserLine.named("prefixed"));
        }
        UserLine user = UserLine.named("prefixed")
                .attribute("user.attributes.LDAP_ID", "1")
                .attribute("user.attributes.user.attributes.LDAP_ENTRY_DN", "cn=someone")
                .attribute("user.attributes.country", "NL")
                .attribute("user.attributes.username", "other")
                .attribute("user.attributes.email", "other@example.org");

        JsonNode outcome = realm.with(options).take(user).single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isIn("created", "updated");
        assertThat(outcome.path("warnings").findValuesAsText("field"))
                .contains("attributes.LDAP_ID", "attributes.LDAP_ENTRY_DN");
        JsonNode stored = realm.user("prefixed");
        assertThat(stored.path("attributes").toString()).isEqualTo("{\"country\":[\"NL\"]}");
        // As Keycloak's own call.
        assertThat(stored.path("email").asText()).isEqualTo("other@example.org");
    }

    /** {@code PUT} answers 400 to each of these changes. */
    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void columnsThatTheProfileMakesReadOnlyAreKept(String onConflict) {
        ImportRealm realm = realm(Map.of("editUsernameAllowed", false));
        realm.take(UserLine.named("kept").with("email", "kept@example.org").with("firstName", "Kept"));
        JsonNode before = realm.user("kept");
        realm.makeReadOnly("email", "firstName");
        ImportRealm off = realm.with("validation=off&onConflict=" + onConflict);
        Map<String, String> changed = Map.of(
                "id", before.path("id").asText(),
                "username", "renamed",
                "email", "renamed@example.org",
                "firstName", "Renamed",
                "lastName", "Changed");

        JsonNode outcome = off.take(UserLine.of(changed)).single();
        UserLine upperCase = UserLine.named("KEPT").with("lastName", "Changed");
        off.take(upperCase);
        JsonNode same = off.take(upperCase).single();
        JsonNode fresh = off.take(UserLine.named("fresh").with("email", "fresh@example.org"))
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("updated");
        assertThat(outcome.path("warnings").findValuesAsText("field"))
                .containsExactlyInAnyOrder("username", "email", "firstName");
        assertThat(same.path("status").asText()).as("%s", same).isEqualTo("unchanged");
        assertThat(same.path("warnings")).isEmpty();
        assertThat(fresh.path("status").asText()).as("%s", fresh).isEqualTo("created");
        assertThat(fresh.path("warnings").findValuesAsText("field")).containsExactly("email");
        assertThat(realm.user("fresh").has("email")).isFalse();
        JsonNode after = realm.user("kept");
        for (String column : List.of("id", "email", "firstName")) {
            assertThat(after.path(column)).as(column).isEqualTo(before.path(column));
        }
        assertThat(after.path("lastName").asText()).isEqualTo("Changed");
        assertThat(realm.has("renamed")).isFalse();
    }

    /** Of Keycloak's own calls, only partial import does not ask the policy, and it takes manage-realm. */
    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void unmanagedAttributesAreWrittenOnlyByThoseWhoManageTheRealm(String onConflict) {
        ImportRealm realm = realm(Map.of());
        ImportRealm off = realm.with("validation=off&onConflict=" + onConflict);
        ImportRealm userManager = off.as(realm.newAdmin("manage-users", "view-users"));
        UserLine user = UserLine.named("unmanaged");
        assertThat(ImportAnswer.warnings(
                        userManager.take(user.attribute("country", "NL")).single()))
                .containsExactly("unmanaged-attribute");
        off.take(user.attribute("country", "NL"));

        JsonNode changed = userManager
                .take(user.attribute("country", "DE").with("lastName", "Changed"))
                .single();
        userManager.take(user.with("lastName", "Changed"));

        assertThat(ImportAnswer.warnings(changed)).containsExactly("unmanaged-attribute");
        // Keycloak shows them only where the policy allows it.
        realm.allowUnmanagedAttributes();
        assertThat(realm.user("unmanaged").path("attributes").toString()).isEqualTo("{\"country\":[\"NL\"]}");
    }

    /** The policy was less strict when the user was stored: the stored value stays. */
    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void otherValueOfAStoredUnmanagedAttributeIsLeftOutAndSaid(String onConflict) {
        ImportRealm realm = realm(Map.of());
        UserLine user = UserLine.named("unmanaged");
        realm.with("validation=off").take(user.attribute("country", "NL"));

        ImportAnswer answer = realm.with("onConflict=" + onConflict)
                .take(user.attribute("country", "NL"), user.attribute("country", "DE"));

        assertThat(ImportAnswer.warnings(answer.line(1))).isEmpty();
        assertThat(ImportAnswer.warnings(answer.line(2))).containsExactly("unmanaged-attribute");
    }

    @Test
    default void lenientValidationGrantsNoAdminRoles() {
        ImportRealm somebody =
                realm().as(realm().newAdmin("manage-users", "view-users")).with("validation=off");
        UserLine user = UserLine.named(unique("climber"))
                .with("clientRoles", Map.of("realm-management", List.of("realm-admin")));

        JsonNode outcome = somebody.take(user).single();

        assertThat(ImportAnswer.problems(outcome)).containsExactly("forbidden-role");
        assertThat(realm().has(user.username())).isFalse();
    }
}
