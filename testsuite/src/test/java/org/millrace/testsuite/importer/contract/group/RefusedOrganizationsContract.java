package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.named;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.provider;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;

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
}
