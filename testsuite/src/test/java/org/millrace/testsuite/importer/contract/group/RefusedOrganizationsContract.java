package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.code;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.named;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.provider;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;

/** Organizations that are rejected, and organizations that the caller may not write. */
interface RefusedOrganizationsContract extends ImportingOrganizations {
    @Test
    default void whatIsWrongIsSaidAndNothingOfTheRecordIsWritten() {
        String acme = unique("acme");
        String first = unique("first");
        organizations("onConflict=fail").take(with(named(first), "domains", Map.of("name", first + ".org")));
        ObjectNode renamed = named(acme + "a").put("name", "The " + first);

        ImportAnswer answer = organizations("onConflict=fail")
                .take(
                        "{\"description\":\"nameless\"}",
                        named(acme + " b"),
                        renamed,
                        named(acme + "c").put("redirectUrl", "no url"),
                        with(named(acme + "d"), "domains", Map.of("name", first + ".org")),
                        with(named(acme + "e"), "domains", Map.of("name", "not a domain")),
                        with(named(acme + "f"), "members", Map.of("username", unique("missing"))),
                        with(named(acme + "g"), "identityProviders", Map.of("alias", unique("none"))),
                        with(named(acme + "h"), "groups", Map.of("name", "x", "realmRoles", List.of("no-such"))),
                        named(acme + "i").put("color", "red"));

        assertThat(answer.outcomes().stream().map(ImportingOrganizations::code))
                .containsExactly(
                        "invalid-name",
                        "invalid-alias",
                        "organization-exists",
                        "invalid-redirect-url",
                        "domain-exists",
                        "invalid-domain",
                        "unknown-user",
                        "unknown-identity-provider",
                        "unknown-role",
                        "");
        assertThat(ImportAnswer.warnings(answer.line(10))).containsExactly("unknown-field");
        JsonNode found = organized()
                .realm()
                .admin()
                .get(organized().realm().base() + "/organizations?search=" + acme)
                .ok()
                .json();
        assertThat(found.findValuesAsText("alias")).containsExactly(acme + "i");
    }

    @Test
    default void aDryRunSaysWhatTheImportSaysAndWritesNothing() {
        String acme = unique("acme");
        String ann = unique("ann");
        String annId = organized().user(ann);
        ObjectNode record = with(named(acme), "members", Map.of("username", ann, "groups", List.of("/a/b")));
        with(record, "groups", Map.of("name", "a", "subGroups", List.of(Map.of("name", "b"))));
        List<ObjectNode> body = List.of(record, record, with(named(acme + "x"), "members", Map.of("username", "?")));

        ImportAnswer predicted =
                organizations("dryRun=true&chunkSize=1&onConflict=merge").take(body);
        JsonNode memberships = organized()
                .realm()
                .admin()
                .get(organized().realm().base() + "/organizations/members/" + annId + "/organizations")
                .ok()
                .json();
        ImportAnswer real = organizations("chunkSize=1&onConflict=merge").take(body);

        assertThat(memberships).isEmpty();
        assertThat(predicted.statuses()).isEqualTo(real.statuses());
        assertThat(real.statuses()).as("%s", real.outcomes()).containsExactly("created", "unchanged", "rejected");
        String id = real.line(1).path("id").asText();
        assertThat(organized().members(id, "/a/b")).containsExactly(ann);
    }

    @Test
    default void whoMayNotManageOrganizationsIsRefused() {
        byte[] body = (named(unique("acme")) + "\n").getBytes(StandardCharsets.UTF_8);

        for (String role : List.of("manage-users", "view-organizations", "query-organizations")) {
            assertThat(organizations("onConflict=fail")
                            .as(organized().realm().newAdmin(role))
                            .post(body)
                            .status())
                    .as(role)
                    .isEqualTo(403);
        }
        for (String role : List.of("manage-realm", "manage-organizations")) {
            assertThat(organizations("onConflict=fail")
                            .as(organized().realm().newAdmin(role))
                            .take(named(unique("acme")))
                            .statuses())
                    .containsExactly("created");
        }
    }

    @Test
    default void whoMayNotManageUsersOrIdentityProvidersGivesNone() {
        String ann = unique("ann");
        organized().user(ann);
        String broker = provider(organized(), unique("broker"));

        ImportAnswer answer = organizations("onConflict=fail")
                .as(organized().realm().newAdmin("manage-organizations"))
                .take(
                        with(named(unique("acme")), "members", Map.of("username", ann)),
                        with(named(unique("acme")), "identityProviders", Map.of("alias", broker)));

        assertThat(answer.outcomes().stream().map(ImportingOrganizations::code))
                .containsExactly("forbidden-user", "forbidden-identity-provider");
    }

    /** Keycloak answers 403 to this caller's calls about users and members. */
    @ParameterizedTest
    @ValueSource(strings = {"merge", "replace"})
    default void whoMayNotViewUsersDoesNotLearnWhichExistOrAreMembers(String onConflict) {
        String acme = unique("acme");
        String organization = organized().organization(acme);
        String member = unique("member");
        organized().member(organization, member);
        String outsider = unique("outsider");
        organized().user(outsider);
        AdminClient caller = organized().realm().newAdmin("manage-organizations");
        ImportRealm limited =
                organizations("dryRun=true&onConflict=" + onConflict).as(caller);

        List<List<String>> problems = new ArrayList<>();
        for (String name : List.of(member, outsider, unique("missing"))) {
            String capitals = name.toUpperCase(Locale.ROOT);
            List<String> ofName = new ArrayList<>();
            for (List<String> names :
                    List.of(List.of(name), List.of(capitals), List.of(name, name), List.of(name, capitals))) {
                ObjectNode users = named(acme);
                names.forEach(each -> users.withArray("members").addObject().put("username", each));
                ObjectNode department = OrganizedRealm.object(Map.of("organization", acme, "path", "/a"));
                names.forEach(department.withArray("members")::add);
                for (JsonNode outcome : List.of(
                        limited.take(users).single(),
                        limited.into("departments").take(department).single())) {
                    assertThat(code(outcome)).as("%s", outcome).isEqualTo("forbidden-user");
                    ofName.add(outcome.path("problems")
                            .toString()
                            .replace(name, "user")
                            .replace(capitals, "USER"));
                }
            }
            problems.add(ofName);
        }

        assertThat(problems).hasSize(3).containsOnly(problems.get(0));
    }

    @Test
    default void whoMayNotViewIdentityProvidersDoesNotLearnWhichAreLinked() {
        String acme = unique("acme");
        String linked = provider(organized(), unique("linked"));
        String other = provider(organized(), unique("other"));
        organizations("onConflict=fail").take(with(named(acme), "identityProviders", Map.of("alias", linked)));
        ImportRealm limited = organizations("dryRun=true&onConflict=replace")
                .as(organized().realm().newAdmin("manage-organizations"));

        List<JsonNode> problems = List.of(linked, other, unique("missing")).stream()
                .map(alias -> limited.take(with(named(acme), "identityProviders", Map.of("alias", alias)))
                        .single()
                        .path("problems"))
                .toList();

        assertThat(problems).containsOnly(problems.get(0));
        assertThat(problems.get(0).findValuesAsText("code")).containsExactly("forbidden-identity-provider");
    }

    /** With {@code replace}, an empty list removes all. */
    @Test
    default void whoMayNotViewMembersDoesNotLearnWhetherThereAreAny() {
        String empty = unique("empty");
        organized().organization(empty);
        String full = unique("full");
        organized().member(organized().organization(full), unique("member"));
        ImportRealm limited = organizations("dryRun=true&onConflict=replace")
                .as(organized().realm().newAdmin("manage-organizations"));

        List<JsonNode> problems = Stream.of(empty, full)
                .map(alias -> {
                    ObjectNode record = named(alias);
                    record.putArray("members");
                    return limited.take(record).single().path("problems");
                })
                .toList();

        assertThat(problems.get(0)).isNotEmpty().isEqualTo(problems.get(1));
    }
}
