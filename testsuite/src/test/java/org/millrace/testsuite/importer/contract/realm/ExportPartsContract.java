package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.line;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.mapper;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.names;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.problems;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.provider;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.providerMapper;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.record;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.scope;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.take;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** What a Keycloak export contains in addition to the entities: client scopes, scope mappings and default groups. */
interface ExportPartsContract extends ImportingExportParts {
    /** A client scope as the API shows it, without what two equal ones differ in. */
    private static JsonNode portrait(ImportRealm realm, String name) {
        JsonNode scope = scope(realm, name).orElseThrow();
        return ClientRealm.tree(new ClientRealm(realm)
                .neutral(scope, scope.path("id").asText())
                .toString()
                .replace(name, "NAME"));
    }

    @Test
    default void clientScopeIsWhatKeycloaksOwnCallLeaves() {
        String ours = unique("scope");
        String theirs = unique("scope");

        ImportAnswer answer = take(realm(), scope("client-scope", ours, "red", "one", "two"));
        realm().admin()
                .post(realm().base() + "/client-scopes", scope("", theirs, "red", "one", "two"))
                .ok();

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created");
        assertThat(portrait(realm(), ours)).isEqualTo(portrait(realm(), theirs));
    }

    @Test
    default void clientScopeThatExistsIsWrittenByTheConflictMode() {
        String name = unique("scope");
        ImportRealm realm = realm();
        take(realm, scope("client-scope", name, "red", "one", "two"));
        Map<String, Object> patch =
                record("client-scope", "name", name, "description", "blue", "attributes", Map.of("more", "yes"));
        Map<String, Object> other = scope("client-scope", name, "green", "two", "three");

        ImportAnswer failed = take(realm, other);
        ImportAnswer skipped = take(realm.with("onConflict=skip"), other);
        ImportAnswer dry = take(realm.with("onConflict=merge&dryRun=true"), patch);
        JsonNode before = scope(realm, name).orElseThrow();
        ImportAnswer merged = take(realm.with("onConflict=merge"), patch);
        JsonNode after = scope(realm, name).orElseThrow();
        ImportAnswer again = take(realm.with("onConflict=merge"), patch);
        ImportAnswer replaced = take(realm.with("onConflict=replace"), other);
        JsonNode last = scope(realm, name).orElseThrow();

        assertThat(problems(failed)).containsExactly("client-scope-exists");
        assertThat(skipped.statuses()).containsExactly("unchanged");
        assertThat(dry.statuses()).containsExactly("updated");
        assertThat(before.path("description").asText()).isEqualTo("red");
        assertThat(merged.statuses()).containsExactly("updated");
        assertThat(after.path("description").asText()).isEqualTo("blue");
        assertThat(after.path("attributes").path("colour").asText()).isEqualTo("red");
        assertThat(after.path("attributes").path("more").asText()).isEqualTo("yes");
        assertThat(after.path("protocolMappers")).hasSize(2);
        assertThat(again.statuses()).containsExactly("unchanged");
        assertThat(replaced.statuses()).containsExactly("updated");
        assertThat(last.path("id")).isEqualTo(before.path("id"));
        assertThat(last.path("attributes").has("more")).isFalse();
        assertThat(last.path("protocolMappers").findValuesAsText("name")).containsExactlyInAnyOrder("two", "three");
        assertThat(take(realm.with("onConflict=replace"), other).statuses()).containsExactly("unchanged");
    }

    @Test
    default void clientScopeThatKeycloakRefusesIsRejected() {
        String name = unique("scope");
        ImportRealm realm = realm();
        Map<String, Object> wrongMapper = new LinkedHashMap<>(mapper("one", "c"));
        wrongMapper.put("protocolMapper", "no-such-mapper");
        take(realm, scope("client-scope", name, "red"));

        ImportAnswer answer = realm.with("onConflict=merge")
                .into("records")
                .take(
                        line(scope("client-scope", name + " blank", "red")),
                        line(record("client-scope", "name", name + "-p", "protocol", "gopher")),
                        line(record("client-scope", "protocol", "saml")),
                        line(record("client-scope", "name", name, "protocolMappers", List.of(wrongMapper))));

        assertThat(answer.statuses()).containsOnly("rejected");
        assertThat(answer.outcomes().stream()
                        .map(ImportAnswer::problems)
                        .flatMap(List::stream)
                        .toList())
                .containsExactly("invalid-name", "invalid-protocol", "missing-name", "invalid-protocol-mapper");
    }

    @Test
    default void clientScopesAreAssignedToTheRealm() {
        String name = unique("scope");
        ImportRealm realm = realm(Map.of());
        take(realm, scope("client-scope", name, "red"));
        Map<String, Object> optional = record("default-client-scope", "name", name, "optional", true);
        Map<String, Object> byDefault = record("default-client-scope", "name", name);

        List<String> statuses = List.of(
                take(realm, optional).statuses().get(0),
                take(realm, byDefault).statuses().get(0),
                take(realm.with("onConflict=skip"), byDefault).statuses().get(0));
        List<String> optionals = names(realm, "/default-optional-client-scopes", "name");
        ImportAnswer merged = take(realm.with("onConflict=merge"), byDefault);

        assertThat(statuses).containsExactly("updated", "rejected", "unchanged");
        assertThat(optionals).contains(name);
        assertThat(merged.statuses()).containsExactly("updated");
        assertThat(take(realm.with("onConflict=replace"), byDefault).statuses()).containsExactly("unchanged");
        assertThat(names(realm, "/default-default-client-scopes", "name")).contains(name);
        assertThat(names(realm, "/default-optional-client-scopes", "name")).doesNotContain(name);
        assertThat(problems(take(realm, record("default-client-scope", "name", unique("no")))))
                .containsExactly("unknown-client-scope");
    }

    @Test
    default void defaultGroupsAreAdded() {
        String name = unique("group");
        ImportRealm realm = realm(Map.of());
        realm.admin().createGroup(realm.name(), name);
        Map<String, Object> group = record("default-group", "path", "/" + name);

        ImportAnswer dry = take(realm.with("dryRun=true"), group);
        List<String> before = names(realm, "/default-groups", "name");
        ImportAnswer added = take(realm, group);

        assertThat(dry.statuses()).containsExactly("updated");
        assertThat(before).isEmpty();
        assertThat(added.statuses()).containsExactly("updated");
        assertThat(names(realm, "/default-groups", "name")).containsExactly(name);
        assertThat(problems(take(realm, group))).containsExactly("default-group-exists");
        assertThat(take(realm.with("onConflict=skip"), group).statuses()).containsExactly("unchanged");
        assertThat(take(realm.with("onConflict=merge"), group).statuses()).containsExactly("unchanged");
        assertThat(problems(take(realm, record("default-group", "path", "/no/" + name))))
                .containsExactly("unknown-group");
    }

    @Test
    default void scopeMappingsAreWrittenByTheConflictMode() {
        String client = unique("client");
        String scope = unique("scope");
        String role = unique("role");
        ImportRealm realm = realm();
        take(realm, scope("client-scope", scope, "red"));
        realm.admin().createRealmRole(realm.name(), role);
        realm.admin().createRealmRole(realm.name(), role + "2");
        String uuid = realm.admin().createClient(realm.name(), Map.of("clientId", client));
        realm.admin().createClientRole(realm.name(), uuid, "reader");
        String mappings =
                "/client-scopes/" + scope(realm, scope).orElseThrow().path("id").asText() + "/scope-mappings";
        Map<String, Object> one = record("scope-mapping", "clientScope", scope, "roles", List.of(role));
        Map<String, Object> two = record("scope-mapping", "clientScope", scope, "roles", List.of(role + "2"));
        Map<String, Object> ofClient =
                record("scope-mapping", "clientScope", scope, "clientId", client, "roles", List.of("reader"));
        Map<String, Object> toClient = record("scope-mapping", "client", client, "roles", List.of(role));

        ImportAnswer answer = realm.into("records").take(line(one), line(ofClient), line(toClient), line(two));
        ImportAnswer skipped = take(realm.with("onConflict=skip"), two);
        ImportAnswer merged = take(realm.with("onConflict=merge"), two);
        List<String> both = names(realm, mappings + "/realm", "name");
        ImportAnswer replaced = take(realm.with("onConflict=replace"), two);

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly("updated", "updated", "updated", "rejected");
        assertThat(ImportAnswer.problems(answer.line(4))).containsExactly("scope-mapping-exists");
        assertThat(skipped.statuses()).containsExactly("unchanged");
        assertThat(merged.statuses()).containsExactly("updated");
        assertThat(both).containsExactlyInAnyOrder(role, role + "2");
        assertThat(replaced.statuses()).containsExactly("updated");
        assertThat(names(realm, mappings + "/realm", "name")).containsExactly(role + "2");
        assertThat(names(realm, mappings + "/clients/" + uuid, "name")).containsExactly("reader");
        assertThat(names(realm, "/clients/" + uuid + "/scope-mappings/realm", "name"))
                .containsExactly(role);
    }

    /** An export whose sections stand in another order than they build on one another. */
    private static ObjectNode export(String name) {
        Map<String, Object> export = new LinkedHashMap<>();
        export.put("realm", "old");
        export.put("defaultGroups", List.of("/" + name + "-group"));
        export.put(
                "clientScopeMappings", Map.of(name, List.of(Map.of("client", name + "-2", "roles", List.of("own")))));
        export.put("scopeMappings", List.of(Map.of("clientScope", name + "-scope", "roles", List.of(name + "-role"))));
        export.put("defaultOptionalClientScopes", List.of(name + "-scope"));
        export.put("users", List.of(Map.of("username", name + "-user")));
        export.put(
                "clients",
                List.of(
                        Map.of("clientId", name, "defaultClientScopes", List.of(name + "-scope")),
                        Map.of("clientId", name + "-2")));
        export.put(
                "roles",
                record(
                        "",
                        "realm",
                        List.of(Map.of("name", name + "-role")),
                        "client",
                        Map.of(name, List.of(Map.of("name", "own")))));
        export.put("groups", List.of(Map.of("name", name + "-group")));
        export.put("clientScopes", List.of(scope("", name + "-scope", "red", "one")));
        export.put("identityProviderMappers", List.of(providerMapper("", name + "-idp")));
        export.put("identityProviders", List.of(provider("", name + "-idp", "One")));
        export.put("authenticationFlows", List.of(Map.of("alias", "mine")));
        return JSON.valueToTree(export);
    }

    @Test
    default void exportBringsItsScopesMappingsAndDefaultGroupsInTheOrderOfTheirReferences() {
        ImportRealm realm = realm(Map.of());
        String name = unique("parts");
        String export = export(name).toString();

        ImportAnswer dry =
                ImportAnswer.of(realm.with("dryRun=true").into("records").post("application/json", export));
        ImportJob job = ImportJob.create(realm.into("records"), Map.of());
        job.put(1, "application/json", export);
        JsonNode done = job.started().finished();
        List<JsonNode> outcomes = job.outcomes();

        List<String> keys = List.of(
                name + "-scope",
                name + "-scope",
                name + "-idp",
                "country",
                name,
                name + "-2",
                name + "-role",
                "own",
                name + "-group",
                name + "-2",
                name + "-scope",
                name + "-user",
                "/" + name + "-group");
        assertThat(dry.statuses()).as("%s", dry.outcomes()).doesNotContain("rejected", "failed");
        assertThat(ImportJob.texts(dry.outcomes(), "key")).isEqualTo(keys);
        assertThat(done.path("state").asText()).as("%s", outcomes).isEqualTo("completed");
        assertThat(ImportJob.texts(outcomes, "status")).isEqualTo(dry.statuses());
        for (JsonNode document : List.of(dry.summary().orElseThrow(), done)) {
            assertThat(document.path("notImported").toString()).isEqualTo("[\"authenticationFlows\"]");
            assertThat(document.path("notices").toString()).contains("authenticationFlows", "kc.sh import");
        }
        assertThat(new ClientRealm(realm).client(name).path("defaultClientScopes"))
                .extracting(JsonNode::asText)
                .containsExactly(name + "-scope");
        assertThat(names(realm, "/default-groups", "name")).containsExactly(name + "-group");
        assertThat(realm.groups(name + "-user")).isEmpty();
        assertThat(scope(realm, name + "-scope")).isPresent();
    }

    @Test
    default void idsOfClientScopesAreKeptOrMapped() {
        String id = UUID.randomUUID().toString();
        ImportRealm keeping = realm(Map.of());
        ImportRealm other = realm(Map.of());
        Map<String, Object> scope = scope("client-scope", unique("scope"), "red", "one");
        scope.put("id", id);

        ImportAnswer kept = take(keeping, scope);
        ImportAnswer taken = take(other, scope);
        ImportAnswer mapped = take(other.with("ids=new"), scope);

        assertThat(kept.line(1).path("id").asText()).isEqualTo(id);
        assertThat(problems(taken)).contains("id-exists");
        assertThat(mapped.statuses()).containsExactly("created");
        assertThat(mapped.line(1).path("id").asText()).isNotEqualTo(id);
    }
}
