package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;

/** Departments: groups inside organizations. */
interface DepartmentImportContract extends Importing {
    private OrganizedRealm organized() {
        return OrganizedRealm.shared(server());
    }

    private ImportRealm departments(String query) {
        return organized().realm().with(query).into("departments");
    }

    private static ObjectNode department(String organization, String path) {
        return OrganizedRealm.object(Map.of("organization", organization, "path", path));
    }

    private static ObjectNode with(ObjectNode department, String attribute, String... values) {
        department.withObject("/attributes").putPOJO(attribute, List.of(values));
        return department;
    }

    private static ObjectNode of(ObjectNode department, String... members) {
        department.putPOJO("members", List.of(members));
        return department;
    }

    private static String code(JsonNode outcome) {
        return outcome.path("problems").path(0).path("code").asText();
    }

    @Test
    default void departmentsAreWhatTheirOwnCallsLeave() throws Exception {
        OrganizedRealm keycloaks = OrganizedRealm.create(server());
        OrganizedRealm millraces = OrganizedRealm.create(server());
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
        String acme = keycloaks.organization("acme");
        String ann = keycloaks.member(acme, "ann");
        String bob = keycloaks.member(acme, "bob");
        String other = millraces.organization("acme");
        millraces.member(other, "ann");
        millraces.member(other, "bob");

        Map<String, String> ids = new HashMap<>();
        for (String path : List.of("/sales", "/sales/berlin", "/sales/berlin/north", "/legal")) {
            String parent = ids.get(path.substring(0, path.lastIndexOf('/')));
            String calls = keycloaks.at(acme) + "/groups";
            ObjectNode group = OrganizedRealm.object(Map.of(
                    "name", path.substring(path.lastIndexOf('/') + 1),
                    "description", "of " + path,
                    "attributes", Map.of("cost", List.of("1", "2"))));
            JsonNode made = keycloaks
                    .realm()
                    .admin()
                    .post(calls + (parent == null ? "" : "/" + parent + "/children"), group)
                    .ok()
                    .json();
            String id = made.path("id").asText();
            ids.put(path, id);
            // Of children, the call takes nothing but the name.
            keycloaks.realm().admin().put(calls + "/" + id, group).ok();
            keycloaks
                    .realm()
                    .admin()
                    .put(calls + "/" + id + "/members/" + ann, "")
                    .ok();
        }
        keycloaks
                .realm()
                .admin()
                .put(keycloaks.at(acme) + "/groups/" + ids.get("/legal") + "/members/" + bob, "")
                .ok();

        List<ObjectNode> records = new ArrayList<>();
        for (String path : List.of("/sales", "/sales/berlin", "/sales/berlin/north", "/legal")) {
            records.add(of(
                    with(department("acme", path), "cost", "1", "2").put("description", "of " + path),
                    path.equals("/legal") ? new String[] {"ann", "Bob"} : new String[] {"ann"}));
        }
        ImportAnswer answer =
                millraces.realm().with("chunkSize=3").into("departments").take(records);

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(4);
        try (Connection connection = server().database().connect()) {
            List<String> expected = GroupRows.of(connection, keycloaks.realm(), start);
            List<String> actual = GroupRows.of(connection, millraces.realm(), start);
            assertThat(actual).as(() -> GroupRows.difference(expected, actual)).isEqualTo(expected);
        }
    }

    @Test
    default void aDepartmentThatIsThereIsDealtWithAsAsked() {
        String acme = unique("acme");
        String organization = organized().organization(acme);
        String ann = unique("ann");
        String bob = unique("bob");
        organized().member(organization, ann);
        organized().member(organization, bob);
        ObjectNode first = of(with(department(acme, "/a"), "x", "1").put("description", "first"), ann);
        ObjectNode second = of(with(department(acme, "/a"), "y", "2"), bob);

        String id =
                departments("onConflict=fail").take(first).single().path("id").asText();
        assertThat(code(departments("onConflict=fail").take(second).single())).isEqualTo("group-exists");
        assertThat(departments("onConflict=skip").take(second).statuses()).containsExactly("unchanged");
        assertThat(organized().members(organization, "/a")).containsExactly(ann);

        assertThat(departments("onConflict=merge").take(second, second, first).statuses())
                .containsExactly("updated", "unchanged", "unchanged");
        assertThat(organized().members(organization, "/a")).containsExactlyInAnyOrder(ann, bob);
        assertThat(organized().group(organization, "/a").path("attributes")).hasSize(2);

        assertThat(departments("onConflict=replace")
                        .take(second, second, with(department(acme, "/a"), "y", "2"))
                        .statuses())
                .containsExactly("updated", "unchanged", "unchanged");
        assertThat(organized().members(organization, "/a")).containsExactly(bob);
        JsonNode replaced = organized().group(organization, "/a");
        assertThat(replaced.path("attributes").toString()).isEqualTo("{\"y\":[\"2\"]}");
        assertThat(replaced.has("description")).isFalse();
        assertThat(replaced.path("id").asText()).isEqualTo(id);
    }

    @Test
    default void whatIsWrongIsSaidAndNothingOfTheRecordIsWritten() {
        String acme = unique("acme");
        String organization = organized().organization(acme);
        String stranger = unique("stranger");
        organized().user(stranger);

        ImportAnswer answer = departments("onConflict=fail")
                .take(
                        department(unique("missing"), "/a"),
                        OrganizedRealm.object(Map.of("path", "/a")),
                        OrganizedRealm.object(Map.of("organization", acme)),
                        department(acme, "/no/a"),
                        of(department(acme, "/b"), stranger),
                        of(department(acme, "/c"), unique("unknown")),
                        department(acme, "/d").put("color", "red"));

        assertThat(answer.outcomes().stream().map(DepartmentImportContract::code))
                .containsExactly(
                        "unknown-organization",
                        "invalid-organization",
                        "invalid-path",
                        "unknown-parent",
                        "not-a-member",
                        "unknown-user",
                        "");
        assertThat(ImportAnswer.warnings(answer.line(7))).containsExactly("unknown-field");
        assertThat(organized().has(organization, "/b")).isFalse();
        assertThat(organized().has(organization, "/c")).isFalse();
        assertThat(organized().has(organization, "/d")).isTrue();
    }

    @Test
    default void departmentsOfDifferentOrganizationsMayHaveTheSameNames() {
        List<ObjectNode> records = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String alias = unique("acme");
            organized().organization(alias);
            records.add(department(alias, "/sales/team"));
            records.add(department(alias, "/sales"));
        }

        ImportAnswer answer = departments("onConflict=fail").take(records);

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(6);
        assertThat(answer.outcomes().stream()
                        .map(outcome -> outcome.path("id").asText())
                        .distinct())
                .hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "replace"})
    default void aDryRunSaysWhatTheImportSaysAndWritesNothing(String onConflict) {
        String acme = unique("acme");
        String organization = organized().organization(acme);
        String ann = unique("ann");
        organized().member(organization, ann);
        List<ObjectNode> body = List.of(
                department(acme, "/a/b"),
                of(department(acme, "/a"), ann),
                of(department(acme, "/a"), ann),
                department(acme, "/x/y"));

        ImportAnswer predicted =
                departments("dryRun=true&chunkSize=1&onConflict=" + onConflict).take(body);
        boolean written = organized().has(organization, "/a");
        ImportAnswer real = departments("chunkSize=1&onConflict=" + onConflict).take(body);

        assertThat(written).isFalse();
        assertThat(predicted.statuses()).isEqualTo(real.statuses());
        assertThat(real.statuses())
                .containsExactly(
                        "created", "created", onConflict.equals("fail") ? "rejected" : "unchanged", "rejected");
        assertThat(organized().members(organization, "/a")).containsExactly(ann);
    }

    @Test
    default void whoMayNotManageOrganizationsIsRefused() {
        String acme = unique("acme");
        organized().organization(acme);
        byte[] body = (department(acme, "/a") + "\n").getBytes(StandardCharsets.UTF_8);

        for (String role : List.of("manage-users", "view-organizations", "view-realm")) {
            assertThat(departments("onConflict=fail")
                            .as(organized().realm().newAdmin(role))
                            .post(body)
                            .status())
                    .as(role)
                    .isEqualTo(403);
        }
        assertThat(departments("onConflict=fail")
                        .as(organized().realm().newAdmin("manage-organizations"))
                        .take(department(acme, "/a"))
                        .statuses())
                .containsExactly("created");
    }

    @Test
    default void addingDepartmentMembersNeedsManageUsers() {
        String acme = unique("acme");
        String organization = organized().organization(acme);
        String ann = unique("ann");
        organized().member(organization, ann);

        JsonNode outcome = departments("onConflict=fail")
                .as(organized().realm().newAdmin("manage-organizations"))
                .take(of(department(acme, "/a"), ann))
                .single();

        assertThat(code(outcome)).isEqualTo("forbidden-user");
        assertThat(organized().has(organization, "/a")).isFalse();
    }

    @Test
    default void aRealmWithoutOrganizationsHasNoDepartments() {
        JsonNode outcome = realm(Map.of())
                .into("departments")
                .take(department("acme", "/a"))
                .single();

        assertThat(code(outcome)).isEqualTo("organizations-disabled");
    }

    @Test
    default void departmentsFireTheEventsOfTheirOwnCalls() {
        OrganizedRealm told = new OrganizedRealm(realm(
                Map.of("organizationsEnabled", true, "adminEventsEnabled", true, "adminEventsDetailsEnabled", true)));
        String organization = told.organization("acme");
        String ann = told.member(organization, "ann");
        told.events();
        String id = UUID.randomUUID().toString();

        told.realm()
                .with("events=each")
                .into("departments")
                .take(of(department("acme", "/a").put("id", id), "ann"), department("acme", "/a/b"));

        String groups = "organizations/" + organization + "/groups";
        assertThat(told.events())
                .containsExactlyInAnyOrder(
                        "CREATE ORGANIZATION_GROUP " + groups,
                        "CREATE ORGANIZATION_GROUP_MEMBERSHIP " + groups + "/" + id + "/members/" + ann,
                        "CREATE ORGANIZATION_GROUP " + groups + "/" + id + "/children");
    }
}
