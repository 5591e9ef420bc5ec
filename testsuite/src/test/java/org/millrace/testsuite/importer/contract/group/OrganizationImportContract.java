package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.code;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.named;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.provider;
import static org.millrace.testsuite.importer.contract.group.ImportingOrganizations.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.OrganizedRealm;

/** Organizations, with members, identity providers and groups. */
interface OrganizationImportContract extends ImportingOrganizations {
    private JsonNode stored(String id) {
        return organized().realm().admin().get(organized().at(id)).ok().json();
    }

    @Test
    default void organizationsAreWhatTheirOwnCallsLeave() throws Exception {
        OrganizedRealm keycloaks = OrganizedRealm.create(server());
        OrganizedRealm millraces = OrganizedRealm.create(server());
        for (OrganizedRealm realm : List.of(keycloaks, millraces)) {
            provider(realm, "broker");
            realm.user("ann");
            realm.user("bob");
        }
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
        ObjectNode whole = named("acme").put("description", "what it does").put("redirectUrl", "https://acme.org/in");
        whole.put("enabled", false);
        whole.putPOJO("attributes", Map.of("size", List.of("1", "2"), "none", List.of()));
        with(whole, "domains", Map.of("name", "acme.org", "verified", true), Map.of("name", "*.acme.com"));

        var admin = keycloaks.realm().admin();
        String id =
                admin.post(keycloaks.realm().base() + "/organizations", whole).createdId();
        keycloaks.organization("plain");
        keycloaks.realm().ids().forEach((name, user) -> {
            if (List.of("ann", "bob").contains(name)) {
                keycloaks.join(id, user);
            }
        });
        admin.post(keycloaks.at(id) + "/identity-providers", "broker").ok();
        String sales = admin.post(
                        keycloaks.at(id) + "/groups", Map.of("name", "sales", "attributes", Map.of("a", List.of("1"))))
                .ok()
                .json()
                .path("id")
                .asText();
        admin.post(keycloaks.at(id) + "/groups/" + sales + "/children", Map.of("name", "berlin"))
                .ok();
        admin.post(
                        keycloaks.at(id) + "/groups/" + sales + "/role-mappings/realm",
                        List.of(admin.get(keycloaks.realm().base() + "/roles/" + OrganizedRealm.ROLE)
                                .ok()
                                .json()))
                .ok();
        String ann = keycloaks.realm().ids().get("ann");
        admin.put(keycloaks.at(id) + "/groups/" + sales + "/members/" + ann, "").ok();

        with(whole, "members", Map.of("username", "ann", "groups", List.of("/sales")), Map.of("username", "bob"));
        with(whole, "identityProviders", Map.of("alias", "broker"));
        with(
                whole,
                "groups",
                Map.of(
                        "name",
                        "sales",
                        "attributes",
                        Map.of("a", List.of("1")),
                        "realmRoles",
                        List.of(OrganizedRealm.ROLE),
                        "subGroups",
                        List.of(Map.of("name", "berlin"))));
        ImportAnswer answer =
                millraces.realm().into("organizations").take(whole, OrganizedRealm.object(Map.of("name", "plain")));

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created", "created");
        try (Connection connection = server().database().connect()) {
            List<String> expected = GroupRows.of(connection, keycloaks.realm(), start);
            List<String> actual = GroupRows.of(connection, millraces.realm(), start);
            assertThat(actual).as(() -> GroupRows.difference(expected, actual)).isEqualTo(expected);
        }
        ImportAnswer again = millraces
                .realm()
                .with("onConflict=replace")
                .into("organizations")
                .take(whole, OrganizedRealm.object(Map.of("name", "plain")));
        assertThat(again.statuses()).as("%s", again.outcomes()).containsExactly("unchanged", "unchanged");
    }

    @Test
    default void anOrganizationIsThereWithItsIdAndAManagedMember() {
        String acme = unique("acme");
        String id = UUID.randomUUID().toString();
        String ann = unique("ann");
        String annId = organized().user(ann);

        JsonNode outcome = organizations("onConflict=fail")
                .take(with(named(acme).put("id", id), "members", Map.of("username", ann, "membershipType", "MANAGED")))
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo("created");
        assertThat(outcome.path("key").asText()).isEqualTo(acme);
        assertThat(outcome.path("id").asText()).isEqualTo(id);
        assertThat(stored(id).path("name").asText()).isEqualTo("The " + acme);
        assertThat(organized()
                        .realm()
                        .admin()
                        .get(organized().at(id) + "/members/" + annId)
                        .ok()
                        .json()
                        .path("membershipType")
                        .asText())
                .isEqualTo("MANAGED");
    }

    @Test
    default void anOrganizationThatIsThereIsDealtWithAsAsked() {
        String acme = unique("acme");
        String ann = unique("ann");
        String bob = unique("bob");
        organized().user(ann);
        organized().user(bob);
        ObjectNode first = with(named(acme), "members", Map.of("username", ann)).put("description", "first");
        with(first, "domains", Map.of("name", acme + ".org"));
        with(first, "groups", Map.of("name", "kept"));
        first.putPOJO("attributes", Map.of("a", List.of("1")));
        ObjectNode second = with(named(acme), "members", Map.of("username", bob));
        with(second, "domains", Map.of("name", acme + ".com", "verified", true));
        with(second, "groups", Map.of("name", "added"));
        second.putPOJO("attributes", Map.of("b", List.of("2")));
        String id =
                organizations("onConflict=fail").take(first).single().path("id").asText();

        assertThat(code(organizations("onConflict=fail").take(second).single())).isEqualTo("organization-exists");
        assertThat(organizations("onConflict=skip").take(second).statuses()).containsExactly("unchanged");
        assertThat(organized().members(id)).containsExactly(ann);

        ImportAnswer merged = organizations("onConflict=merge").take(second, second, first);
        assertThat(merged.statuses()).as("%s", merged.outcomes()).containsExactly("updated", "unchanged", "unchanged");
        assertThat(organized().members(id)).containsExactlyInAnyOrder(ann, bob);
        assertThat(stored(id).path("domains")).hasSize(2);
        assertThat(stored(id).path("attributes")).hasSize(2);
        assertThat(stored(id).path("description").asText()).isEqualTo("first");

        ImportAnswer replaced = organizations("onConflict=replace").take(second, second);
        assertThat(replaced.statuses()).as("%s", replaced.outcomes()).containsExactly("updated", "unchanged");
        assertThat(organized().members(id)).containsExactly(bob);
        assertThat(stored(id).path("domains").findValuesAsText("name")).containsExactly(acme + ".com");
        assertThat(stored(id).path("attributes").toString()).isEqualTo("{\"b\":[\"2\"]}");
        assertThat(stored(id).has("description")).isFalse();
        assertThat(organized().has(id, "/kept")).isTrue();
        assertThat(organized().has(id, "/added")).isTrue();
    }

    @Test
    default void laterRecordsOfAChunkStartFromWhatEarlierOnesLeft() {
        String acme = unique("acme");
        List<ObjectNode> records = List.of(named(acme), named(acme), named(acme));
        for (int i = 0; i < records.size(); i++) {
            records.get(i).putPOJO("attributes", Map.of("a" + i, List.of("" + i)));
        }

        ImportAnswer answer = organizations("onConflict=replace").take(records);

        assertThat(answer.statuses()).containsExactly("created", "updated", "updated");
        assertThat(stored(answer.line(1).path("id").asText()).path("attributes").toString())
                .isEqualTo("{\"a2\":[\"2\"]}");
    }

    @Test
    default void aManagedMemberIsNotDeletedByAReplacement() {
        String acme = unique("acme");
        String ann = unique("ann");
        organized().user(ann);
        ObjectNode managed = with(named(acme), "members", Map.of("username", ann, "membershipType", "MANAGED"));
        String id = organizations("onConflict=fail")
                .take(managed)
                .single()
                .path("id")
                .asText();

        ImportAnswer answer = organizations("onConflict=replace").take(with(named(acme), "members"), named(acme));

        assertThat(answer.statuses()).containsExactly("rejected", "unchanged");
        assertThat(code(answer.line(1))).isEqualTo("managed-member");
        assertThat(organized().members(id)).containsExactly(ann);
    }

    @Test
    default void theAliasOfAnOrganizationStays() {
        String acme = unique("acme");
        String id = organizations("onConflict=fail")
                .take(named(acme))
                .single()
                .path("id")
                .asText();

        JsonNode outcome = organizations("onConflict=merge")
                .take(named(acme).put("alias", unique("other")).put("id", id))
                .single();

        assertThat(code(outcome)).isEqualTo("invalid-alias");
        assertThat(stored(id).path("alias").asText()).isEqualTo(acme);
    }

    @Test
    default void organizationsFireTheEventsOfTheirOwnCalls() {
        OrganizedRealm told = new OrganizedRealm(realm(
                Map.of("organizationsEnabled", true, "adminEventsEnabled", true, "adminEventsDetailsEnabled", true)));
        told.user("ann");
        told.events();

        String id = told.realm()
                .with("events=each")
                .into("organizations")
                .take(with(named("acme"), "members", Map.of("username", "ann")))
                .single()
                .path("id")
                .asText();

        assertThat(told.events())
                .containsExactlyInAnyOrder(
                        "CREATE ORGANIZATION organizations/" + id,
                        "CREATE ORGANIZATION_MEMBERSHIP organizations/" + id + "/members");
    }
}
