package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.StoredFactors;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Users as they come out of real systems: what is imported, and what the outcomes say of the rest. */
public interface UserCaseContract extends Importing {
    private static ImportAnswer take(ImportRealm realm, String file) {
        return ImportAnswer.of(
                realm.post(file.endsWith(".json") ? "application/json" : "application/x-ndjson", read(file)));
    }

    private static byte[] read(String file) {
        try (InputStream in = UserCaseContract.class.getResourceAsStream("cases/" + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Codes of problems and warnings by the name of the user; empty for users without any. */
    private static Map<String, List<String>> codes(ImportAnswer answer) {
        Map<String, List<String>> codes = new LinkedHashMap<>();
        for (JsonNode outcome : answer.outcomes()) {
            codes.put(
                    outcome.path("key").asText("line " + outcome.path("line").asLong()),
                    Stream.concat(ImportAnswer.problems(outcome).stream(), ImportAnswer.warnings(outcome).stream())
                            .distinct()
                            .toList());
        }
        return codes;
    }

    private static String detail(JsonNode outcome) {
        return outcome.findPath("detail").asText();
    }

    private static List<String> values(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    @Test
    default void theDefaultRoleOfAnotherRealmIsThatOfThisRealm() {
        ImportRealm realm = realm(Map.of());

        ImportAnswer answer = take(realm, "min-default-role.json");

        assertThat(answer.statuses()).containsExactly("created");
        assertThat(realm.realmRoles("pz1")).containsExactly(realm.defaultRole());
    }

    @Test
    default void attributesInOtherShapesAreRejectedAndScalarsAreTexts() {
        ImportRealm realm = realm(Map.of()).with("validation=off");

        ImportAnswer answer = take(realm, "attribute-shapes.ndjson");

        assertThat(answer.statuses()).containsExactly("rejected", "created", "rejected", "rejected", "rejected");
        assertThat(detail(answer.line(1)))
                .isEqualTo("Expected an object whose values are arrays of strings, found an array");
        assertThat(detail(answer.line(3))).isEqualTo("Expected a string, found an object");
        JsonNode attributes = stored(realm, "num");
        assertThat(values(attributes.path("age"))).containsExactly("42");
        assertThat(values(attributes.path("vip"))).containsExactly("true");
        assertThat(values(attributes.path("lst"))).containsExactlyInAnyOrder("1", "x", "true");
    }

    /** Attributes of a user, with those that the realm's profile hides. */
    private static JsonNode stored(ImportRealm realm, String username) {
        String profile = realm.base() + "/users/profile";
        JsonNode config = realm.admin().get(profile).ok().json();
        realm.admin()
                .put(
                        profile,
                        ((com.fasterxml.jackson.databind.node.ObjectNode) config)
                                .put("unmanagedAttributePolicy", "ENABLED"))
                .ok();
        return realm.user(username).path("attributes");
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
    default void attributesOutsideOfTheUserProfileAreWarningsAndOffStoresThem() {
        ImportRealm strict = realm(Map.of());
        ImportRealm off = realm(Map.of()).with("validation=off");

        ImportAnswer warned = take(strict, "unmanaged-attributes.ndjson");
        ImportAnswer lenient = strict.with("validation=lenient&onConflict=merge")
                .take(new String(read("unmanaged-attributes.ndjson"), java.nio.charset.StandardCharsets.UTF_8).strip());
        ImportAnswer stored = take(off, "unmanaged-attributes.ndjson");

        for (ImportAnswer answer : List.of(warned, lenient)) {
            assertThat(ImportAnswer.warnings(answer.single()))
                    .containsExactly("unmanaged-attribute", "unmanaged-attribute", "unmanaged-attribute");
        }
        assertThat(warned.single().path("warnings").findValuesAsText("field"))
                .containsExactlyInAnyOrder("attributes.employeeId", "attributes.locale", "attributes.phone");
        assertThat(detail(warned.single())).contains("unmanagedAttributePolicy");
        assertThat(stored.single().has("warnings")).isFalse();
        assertThat(values(stored(off, "attr1yruntrue").path("employeeId"))).containsExactly("E-1");
        assertThat(stored(strict, "attr1yruntrue").has("employeeId")).isFalse();
    }

    @Test
    default void anExportWithAUserProfileOfItsOwnIsNoticed() {
        String name = unique("profiled");
        String export =
                "{\"realm\":\"old\",\"components\":{\"org.keycloak.userprofile.UserProfileProvider\":[{\"config\":"
                        + "{\"kc.user.profile.config\":[\"{}\"]}}]},\"users\":[{\"username\":\"" + name + "\"}]}";
        String other = export.replace("kc.user.profile.config", "priority");
        ImportJob job = ImportJob.create(realm(), Map.of("defaults", "enabled:true"));
        job.put(1, "application/json", export);

        List<JsonNode> documents = Stream.of("users", "records")
                .map(entity -> realm().into(entity)
                        .with("dryRun=true&defaults=enabled:true")
                        .post("application/json", export))
                .map(answer -> ImportAnswer.of(answer).summary().orElseThrow())
                .toList();
        ImportAnswer without = ImportAnswer.of(realm().with("dryRun=true").post("application/json", other));

        assertThat(Stream.concat(documents.stream(), Stream.of(job.get())))
                .allSatisfy(document -> assertThat(document.path("notices").findValuesAsText("code"))
                        .contains("user-profile-not-imported"));
        assertThat(without.summary().orElseThrow().path("notices").findValuesAsText("code"))
                .doesNotContain("user-profile-not-imported");
    }

    @Test
    default void attributesThatTheServerProtectsAreNotStoredByOff() {
        ImportRealm off = realm(Map.of()).with("validation=off");

        ImportAnswer answer = take(off, "ldap-attributes.ndjson");

        assertThat(answer.single().path("warnings").findValuesAsText("field"))
                .contains("attributes.LDAP_ID", "attributes.LDAP_ENTRY_DN")
                .doesNotContain("attributes.department");
        assertThat(ImportAnswer.warnings(answer.single())).containsOnly("read-only-attribute");
        assertThat(values(stored(off, "ld1").path("department"))).containsExactly("d");
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

        ImportAnswer answer = take(realm, "federated-identities.ndjson");

        assertThat(codes(answer))
                .containsEntry("fa1", List.of())
                .containsEntry("fa7", List.of("invalid-federated-identity"));
        assertThat(detail(answer.line(7))).isEqualTo("Duplicate link to identity provider \"google\"");
    }

    @Test
    default void maskedSecretsKeepWhatIsStored() {
        ImportRealm realm = realm(Map.of());
        ImportAnswer created = take(realm, "masked-user-secrets.ndjson");
        assertThat(codes(created)).containsEntry("mask", List.of("masked-secret"));
        assertThat(created.statuses()).containsOnly("created");
        assertThat(realm.of("mask", "credentials")).isEmpty();
        UserLine current = UserLine.of(Map.of(
                "username",
                "mask",
                "credentials",
                List.of(Map.of("type", "password", "value", "current"), StoredFactors.totp())));
        assertThat(realm.with("onConflict=merge").take(current).count("updated"))
                .isEqualTo(1);

        ImportAnswer merged = take(realm.with("onConflict=merge"), "masked-user-secrets.ndjson");
        ImportAnswer replaced = take(realm.with("onConflict=replace"), "masked-user-secrets.ndjson");

        assertThat(merged.line(1).path("status").asText()).isEqualTo("unchanged");
        for (ImportAnswer answer : List.of(merged, replaced)) {
            assertThat(codes(answer)).containsEntry("mask", List.of("masked-secret"));
        }
        assertThat(realm.login("mask", "current").body()).doesNotContain("Invalid user credentials");
        assertThat(realm.login("mask", "**********").body()).contains("Invalid user credentials");
        assertThat(realm.of("mask", "credentials").findValuesAsText("type")).containsExactly("password");
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
    default void credentialsOfOldExportsAreBroughtIntoTodaysForm() {
        ImportRealm realm = realm(Map.of());

        Map<String, List<String>> codes = codes(take(realm, "old-credentials.ndjson"));
        ImportAnswer temporary = take(realm, "old-credential-temporary.ndjson");
        ImportAnswer stored = take(realm, "temporary-stored-password.ndjson");

        for (String user : List.of("p1x", "p2x", "p3x", "q1x", "q2x", "q3x")) {
            assertThat(codes).containsEntry(user, List.of());
        }
        assertThat(codes)
                .containsEntry("p4x", List.of("unknown-hash-algorithm"))
                .containsEntry("p6x", List.of("left-out-credential"))
                .containsEntry("q6x", List.of("unsupported-credential"))
                .containsEntry("q7x", List.of("incomplete-credential"));
        assertThat(temporary.statuses()).containsExactly("created");
        assertThat(codes(stored)).containsExactly(Map.entry("tmp1", List.of()));
        assertThat(realm.of("tmp1", "credentials").findValuesAsText("type")).containsExactly("password");
        for (String user : List.of("q3x", "old1", "tmp1")) {
            assertThat(values(realm.user(user).path("requiredActions"))).containsExactly("UPDATE_PASSWORD");
        }
    }

    @Test
    default void aPasswordThatThePolicyForbidsIsRefusedInKeycloaksWords() {
        ImportRealm realm = realm(Map.of("passwordPolicy", "length(8)"));

        ImportAnswer answer = take(realm, "min-weak.ndjson");

        assertThat(ImportAnswer.problems(answer.single())).containsExactly("password-policy");
        assertThat(detail(answer.single())).isEqualTo("Invalid password: minimum length 8.");
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

    @Test
    default void anUnknownFieldOfACredentialRejectsTheRecordInStrictAndIsNeverRepeated() {
        ImportRealm realm = realm(Map.of());
        String secret = "swordfish";
        Map<String, Object> nested = Map.of("type", "password", "value", "x", secret, Map.of(secret, 1));
        List<UserLine> lines = List.of(
                UserLine.named("one")
                        .with("credentials", List.of(Map.of("type", "password", "value", "x", secret, "y"))),
                UserLine.named("two").with("credentials", List.of(nested)),
                UserLine.named("three")
                        .with("credentials", List.of(Map.of("type", "password", "value", Map.of(secret, 1)))),
                UserLine.named("four").with("credentials", Map.of(secret, 1)));

        ImportAnswer strict = realm.take(lines);
        ImportAnswer lenient = realm.with("validation=lenient").take(lines);

        assertThat(strict.statuses()).containsOnly("rejected");
        assertThat(ImportAnswer.problems(strict.line(1))).containsExactly("unknown-field");
        assertThat(strict.line(1).path("problems").findValuesAsText("field")).containsExactly("credentials[0]");
        assertThat(lenient.statuses()).containsExactly("created", "created", "rejected", "rejected");
        assertThat(ImportAnswer.warnings(lenient.line(2))).containsExactly("unknown-field");
        assertThat(strict.outcomes().toString() + lenient.outcomes()).doesNotContain(secret);
    }
}
