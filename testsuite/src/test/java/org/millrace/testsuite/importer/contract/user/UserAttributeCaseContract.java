package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.detail;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.read;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.take;
import static org.millrace.testsuite.importer.contract.user.ImportingUserCases.values;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Attributes of users as they come out of real systems, with and without a user profile. */
public interface UserAttributeCaseContract extends ImportingUserCases {
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
        realm.allowUnmanagedAttributes();
        return realm.user(username).path("attributes");
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
    default void mergedAttributesAreAddedOrRemovedAndNullLeavesAField() {
        ImportRealm realm = realm(Map.of());
        realm.allowUnmanagedAttributes();
        realm.take(
                UserLine.named("bare").with("email", "bare@corp.test"),
                UserLine.named("rich")
                        .with("email", "rich@corp.test")
                        .with("firstName", "Rich")
                        .attribute("a", "1")
                        .attribute("b", "2"));

        ImportAnswer answer = take(realm.with("onConflict=merge"), "merge-attributes.ndjson");

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("updated", "updated");
        assertThat(values(realm.user("bare").path("attributes").path("k"))).containsExactly("v");
        assertThat(realm.user("bare").path("email").asText()).isEqualTo("bare@corp.test");
        JsonNode rich = realm.user("rich");
        assertThat(rich.path("firstName").asText()).isEqualTo("Rich");
        assertThat(rich.has("email")).isFalse();
        assertThat(rich.path("attributes").has("a")).isFalse();
        assertThat(values(rich.path("attributes").path("b"))).containsExactly("2");
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
}
