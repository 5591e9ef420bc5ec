package org.millrace.testsuite.importer.contract.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.client.ImportingRoles.composed;
import static org.millrace.testsuite.importer.contract.client.ImportingRoles.role;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Roles that are rejected, and roles that the caller may not create, compose or remove. */
interface RefusedRolesContract extends ImportingRoles {
    @Test
    default void whatIsComposedOfAMissingRoleIsRejectedWithItsName() {
        String a = unique("a");
        String b = unique("b");
        String missing = unique("missing");
        String neighbour = unique("neighbour");

        ImportAnswer answer = roles().take(composed(a, b), composed(b, missing), role(neighbour));

        assertThat(answer.statuses()).containsExactly("rejected", "rejected", "created");
        assertThat(answer.line(2).path("problems").path(0).path("code").asText())
                .isEqualTo("unknown-role");
        assertThat(answer.line(2).path("problems").path(0).path("detail").asText())
                .contains(missing);
        assertThat(has(a)).isFalse();
        assertThat(has(b)).isFalse();
        assertThat(has(neighbour)).isTrue();
    }

    @Test
    default void aSecondRecordOfARejectedRoleMakesIt() {
        String name = unique("role");

        ImportAnswer answer = realm().with("onConflict=merge")
                .into("roles")
                .take(composed(name, unique("missing")), role(name).put("description", "second"));

        assertThat(answer.statuses()).containsExactly("rejected", "created");
        assertThat(stored(name).path("description").asText()).isEqualTo("second");
    }

    @Test
    default void nullsAreIgnoredAndOversizedTextsAreReported() {
        String name = unique("role");
        String[] names = {unique("a"), unique("b"), unique("c"), unique("d")};

        ImportAnswer answer = roles().take(
                        "{\"name\":\"" + names[0]
                                + "\",\"attributes\":{\"x\":null},\"composites\":{\"client\":{\"c\":null}}}",
                        "{\"name\":\"" + names[1] + "\",\"attributes\":{\"x\":[null]}}",
                        role(names[2]).put("description", "x".repeat(256)),
                        role(name));
        ImportAnswer predicted = realm().with("dryRun=true&chunkSize=1")
                .into("roles")
                .take(role(names[3]).put("description", "x".repeat(256)), role(unique("e")));

        assertThat(answer.statuses()).containsExactly("created", "rejected", "rejected", "created");
        assertThat(answer.line(3).path("problems").path(0).path("code").asText())
                .isEqualTo("value-too-long");
        assertThat(predicted.statuses()).containsExactly("rejected", "created");
    }

    @Test
    default void brokenLinesLeaveTheirNeighboursAlone() {
        String name = unique("role");

        ImportAnswer answer = roles().take(
                        "{\"name\":",
                        "[]",
                        "{\"name\":{}}",
                        "{\"description\":\"nameless\"}",
                        "{\"name\":\"a\\u0000b\"}",
                        role(name).put("color", "red"));

        assertThat(answer.statuses())
                .containsExactly("rejected", "rejected", "rejected", "rejected", "rejected", "created");
        assertThat(answer.outcomes().stream()
                        .limit(5)
                        .map(outcome ->
                                outcome.path("problems").path(0).path("code").asText()))
                .containsExactly("not-json", "not-an-object", "invalid-type", "missing-name", "invalid-character");
        assertThat(answer.line(6).path("warnings").path(0).path("field").asText())
                .isEqualTo("color");
        assertThat(has(name)).isTrue();
    }

    @Test
    default void whoMayOnlyManageUsersIsRefusedAndWhoMayManageClientsMakesTheirRolesOnly() {
        String clientId = unique("client");
        String uuid = client(clientId);
        String name = unique("role");
        AdminClient usersOnly = realm().newAdmin("manage-users");
        AdminClient clientsOnly = realm().newAdmin("manage-clients");

        assertThat(roles().as(usersOnly)
                        .post((role(name) + "\n").getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(403);
        ImportAnswer answer =
                roles().as(clientsOnly).take(role(name), role(name).put("clientId", clientId));

        assertThat(answer.statuses()).containsExactly("rejected", "created");
        assertThat(answer.line(1).path("problems").path(0).path("code").asText())
                .isEqualTo("forbidden");
        assertThat(has(name)).isFalse();
        assertThat(realm().admin()
                        .get(realm().base() + "/clients/" + uuid + "/roles/" + name)
                        .status())
                .isEqualTo(200);
    }

    @Test
    default void compositesWithAdminRolesNeedTheAdminRole() {
        String name = unique("role");
        AdminClient realmManager = realm().newAdmin("manage-realm");
        ObjectNode wanted = role(name).put("composite", true);
        wanted.putObject("composites")
                .putObject("client")
                .putArray("realm-management")
                .add("realm-admin");

        JsonNode outcome = roles().as(realmManager).take(wanted).single();

        assertThat(outcome.path("problems").path(0).path("code").asText()).isEqualTo("forbidden-role");
        assertThat(has(name)).isFalse();
    }

    /** The default role contains roles of the client account, which only managers of clients may remove from it. */
    @Test
    default void replaceRemovesNoRoleThatTheCallerMayNotRemove() {
        ImportRealm realm = realm(Map.of()).with("onConflict=replace").into("roles");
        String composites = realm.base() + "/roles/" + realm.defaultRole() + "/composites";
        JsonNode before = realm.admin().get(composites).ok().json();

        JsonNode refused = realm.as(realm.newAdmin("manage-realm"))
                .take(role(realm.defaultRole()))
                .single();
        JsonNode after = realm.admin().get(composites).ok().json();
        JsonNode taken = realm.as(realm.newAdmin("manage-realm", "manage-clients"))
                .take(role(realm.defaultRole()))
                .single();

        assertThat(ImportAnswer.problems(refused)).isNotEmpty().containsOnly("forbidden-role");
        assertThat(after).isNotEmpty().containsExactlyInAnyOrderElementsOf(before);
        assertThat(taken.path("status").asText()).isEqualTo("updated");
    }

    /** In any order; a role whose composites are complete is between them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void allOfAChainOfRolesWhoseLastIsMissingAreRejected(boolean reversed) {
        int length = 500;
        String prefix = unique("chain") + "-";
        List<ObjectNode> chain = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            chain.add(composed(prefix + i, prefix + (i + 1)));
        }
        if (reversed) {
            Collections.reverse(chain);
        }
        chain.add(length / 2, composed(prefix + "whole", prefix + "part"));
        chain.add(role(prefix + "part"));

        ImportAnswer answer = roles().with("outcomes=problems").take(chain);

        assertThat(answer.count("created")).isEqualTo(2);
        assertThat(answer.statuses()).hasSize(length).containsOnly("rejected");
        assertThat(answer.outcomes().stream().map(ImportAnswer::problems)).containsOnly(List.of("unknown-role"));
        assertThat(has(prefix + "whole")).isTrue();
    }
}
