package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.TableRows;

/** What a Keycloak export contains in addition to the entities: client scopes, scope mappings, default groups and so on. */
interface ExportPartsContract extends Importing {
    ObjectMapper JSON = new ObjectMapper();

    private static Map<String, Object> record(String type, Object... fields) {
        Map<String, Object> record = new LinkedHashMap<>();
        if (!type.isEmpty()) {
            record.put("type", type);
        }
        for (int i = 0; i < fields.length; i += 2) {
            record.put((String) fields[i], fields[i + 1]);
        }
        return record;
    }

    private static Map<String, Object> mapper(String name, String claim) {
        return Map.of(
                "name",
                name,
                "protocol",
                "openid-connect",
                "protocolMapper",
                "oidc-hardcoded-claim-mapper",
                "config",
                Map.of("claim.name", claim, "claim.value", "x", "access.token.claim", "true"));
    }

    private static Map<String, Object> scope(String type, String name, String description, String... mappers) {
        List<Object> list = new ArrayList<>();
        for (String mapper : mappers) {
            list.add(mapper(mapper, mapper));
        }
        return record(
                type,
                "name",
                name,
                "description",
                description,
                "protocol",
                "openid-connect",
                "attributes",
                Map.of("include.in.token.scope", "true", "colour", description),
                "protocolMappers",
                list);
    }

    private static String line(Map<String, Object> record) {
        return JSON.valueToTree(record).toString();
    }

    private static ImportAnswer take(ImportRealm realm, Map<String, Object> record) {
        return realm.into("records").take(line(record));
    }

    private static Optional<JsonNode> find(ImportRealm realm, String path, String field, String value) {
        JsonNode all = realm.admin().get(realm.base() + path).ok().json();
        return StreamSupport.stream(all.spliterator(), false)
                .filter(each -> each.path(field).asText().equals(value))
                .findFirst();
    }

    private static Optional<JsonNode> scope(ImportRealm realm, String name) {
        return find(realm, "/client-scopes", "name", name);
    }

    /** A client scope as the API shows it, without what two equal ones differ in. */
    private static JsonNode portrait(ImportRealm realm, String name) {
        JsonNode scope = scope(realm, name).orElseThrow();
        return ClientRealm.tree(new ClientRealm(realm)
                .neutral(scope, scope.path("id").asText())
                .toString()
                .replace(name, "NAME"));
    }

    private static List<String> names(ImportRealm realm, String path, String field) {
        return realm.admin().get(realm.base() + path).ok().json().findValuesAsText(field);
    }

    private static List<String> problems(ImportAnswer answer) {
        return ImportAnswer.problems(answer.outcomes().get(0));
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

    /** The status of Keycloak's own call by a caller who lacks the permission, and the import's answer to the same caller. */
    @ParameterizedTest
    @CsvSource({
        "client-scope, manage-realm",
        "default-client-scope, manage-realm",
        "default-group, manage-clients",
        "scope-mapping, manage-realm",
        "identity-provider, manage-realm",
        "identity-provider-mapper, manage-realm"
    })
    default void recordNeedsThePermissionOfKeycloaksOwnCall(String type, String role) {
        // Default groups and scopes of the shared realm would be those of the users of other tests.
        ImportRealm realm = realm(Map.of());
        String name = unique("right");
        realm.admin().createRealmRole(realm.name(), name);
        String group = realm.admin().createGroup(realm.name(), name);
        String client = realm.admin().createClient(realm.name(), Map.of("clientId", name));
        take(realm, scope("client-scope", name, "red"));
        take(realm, provider("identity-provider", name, "One"));
        String scope = scope(realm, name).orElseThrow().path("id").asText();
        JsonNode realmRole =
                realm.admin().get(realm.base() + "/roles/" + name).ok().json();
        AdminClient caller = realm.newAdmin(role, "view-users");
        Map<String, Object> record = switch (type) {
            case "client-scope" -> scope(type, name + "-new", "red");
            case "default-client-scope" -> record(type, "name", name);
            case "default-group" -> record(type, "path", "/" + name);
            case "identity-provider" -> provider(type, name + "-new", "One");
            case "identity-provider-mapper" -> providerMapper(type, name);
            default -> record(type, "client", name, "roles", List.of(name));
        };

        int own = switch (type) {
            case "client-scope" ->
                caller.post(realm.base() + "/client-scopes", scope("", name + "-new", "red"))
                        .status();
            case "default-client-scope" ->
                caller.put(realm.base() + "/default-default-client-scopes/" + scope, Map.of())
                        .status();
            case "default-group" ->
                caller.put(realm.base() + "/default-groups/" + group, Map.of()).status();
            default ->
                caller.post(realm.base() + "/clients/" + client + "/scope-mappings/realm", List.of(realmRole))
                        .status();
        };
        ImportAnswer refused = take(realm.as(caller), record);
        ImportAnswer skipped = take(realm.as(caller).with("onConflict=skip"), record);
        ImportAnswer allowed = take(realm.as(realm.newAdmin(allowing(type))), record);

        assertThat(own).isEqualTo(403);
        assertThat(problems(refused)).containsExactly("forbidden");
        assertThat(problems(skipped)).containsExactly("forbidden");
        assertThat(allowed.statuses()).as("%s", allowed.outcomes()).containsAnyOf("created", "updated");
    }

    private static Map<String, Object> providerMapper(String type, String alias) {
        return record(
                type,
                "name",
                "country",
                "identityProviderAlias",
                alias,
                "identityProviderMapper",
                "oidc-user-attribute-idp-mapper",
                "config",
                Map.of("claim", "country", "user.attribute", "country"));
    }

    private static String[] allowing(String type) {
        if (type.startsWith("identity-provider")) {
            return new String[] {"manage-identity-providers"};
        }
        return switch (type) {
            case "default-group" -> new String[] {"manage-realm", "view-users"};
            case "scope-mapping" -> new String[] {"manage-clients", "manage-realm"};
            default -> new String[] {"manage-clients"};
        };
    }

    @Test
    default void groupThatTheCallerMayNotViewIsForbiddenAsAnAbsentOne() {
        ImportRealm realm = realm();
        String name = unique("hidden");
        realm.admin().createGroup(realm.name(), name);

        ImportRealm narrow = realm.as(realm.newAdmin("manage-realm"));

        ImportAnswer hidden = take(narrow, record("default-group", "path", "/" + name));
        ImportAnswer absent = take(narrow, record("default-group", "path", "/absent-" + name));

        assertThat(problems(hidden)).containsExactly("forbidden-group");
        assertThat(absent.outcomes().get(0).toString().replace("absent-", ""))
                .isEqualTo(hidden.outcomes().get(0).toString());
    }

    @Test
    default void eachChangeFiresTheEventOfKeycloaksOwnCall() {
        ImportRealm realm = realm(Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        String name = unique("event");
        realm.admin().createRealmRole(realm.name(), name);
        realm.admin().createGroup(realm.name(), name);
        realm.admin().delete(realm.base() + "/admin-events").ok();

        realm.with("events=each")
                .into("records")
                .take(
                        line(scope("client-scope", name, "red", "one")),
                        line(record("default-client-scope", "name", name)),
                        line(record("default-group", "path", "/" + name)),
                        line(record("scope-mapping", "clientScope", name, "roles", List.of(name))));

        String id = scope(realm, name).orElseThrow().path("id").asText();
        assertThat(names(realm, "/admin-events", "resourcePath"))
                .contains(
                        "client-scopes/" + id,
                        "default-default-client-scopes/" + id,
                        "client-scopes/" + id + "/scope-mappings/realm")
                .anyMatch(path -> path.startsWith("default-groups/"));
    }

    private static Map<String, Object> provider(String type, String alias, String displayName, Object... config) {
        Map<String, Object> values = record("", "clientId", "shop", "clientSecret", "s3cret-" + alias);
        values.put("authorizationUrl", "https://idp.example.org/authorize");
        values.put("tokenUrl", "https://idp.example.org/token");
        values.putAll(record("", config));
        return record(
                type,
                "alias",
                alias,
                "providerId",
                "oidc",
                "displayName",
                displayName,
                "trustEmail",
                true,
                "config",
                values);
    }

    private static JsonNode providerPortrait(ImportRealm realm, String alias) {
        JsonNode provider = instance(realm, alias);
        return ClientRealm.tree(new ClientRealm(realm)
                .neutral(provider, provider.path("internalId").asText())
                .toString()
                .replace(alias, "ALIAS"));
    }

    private static JsonNode instance(ImportRealm realm, String alias) {
        return realm.admin()
                .get(realm.base() + "/identity-provider/instances/" + alias)
                .ok()
                .json();
    }

    /** The client secret as the database has it: no call shows it. */
    private String storedSecret(String alias) {
        String sql = "SELECT c.value FROM identity_provider_config c JOIN identity_provider p"
                + " ON p.internal_id = c.identity_provider_id WHERE c.name = 'clientSecret' AND p.provider_alias = ?";
        try (Connection connection = server().database().connect()) {
            return TableRows.read(connection, sql, alias).toString();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    default void identityProviderIsWhatKeycloaksOwnCallLeaves() {
        String ours = unique("idp");
        String theirs = unique("idp");
        String instances = realm().base() + "/identity-provider/instances";

        ImportAnswer answer = take(realm(), provider("identity-provider", ours, "One"));
        realm().admin().post(instances, provider("", theirs, "One")).ok();
        ImportAnswer replaced = take(
                realm().with("onConflict=replace"),
                record("identity-provider", "alias", ours, "providerId", "oidc", "displayName", "Two"));
        realm().admin()
                .put(instances + "/" + theirs, record("", "alias", theirs, "providerId", "oidc", "displayName", "Two"))
                .ok();

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created");
        assertThat(replaced.statuses()).as("%s", replaced.outcomes()).containsExactly("updated");
        assertThat(providerPortrait(realm(), ours)).isEqualTo(providerPortrait(realm(), theirs));
    }

    @Test
    default void identityProviderThatExistsIsWrittenByTheConflictModeAndKeepsItsSecret() {
        ImportRealm realm = realm();
        String alias = unique("idp");
        take(realm, provider("identity-provider", alias, "One"));
        Map<String, Object> masked =
                record("identity-provider", "alias", alias, "config", Map.of("clientSecret", "**********", "x", "y"));
        Map<String, Object> guessed =
                record("identity-provider", "alias", alias, "config", Map.of("clientSecret", "s3cret-" + alias));

        ImportAnswer failed = take(realm, masked);
        ImportAnswer skipped = take(realm.with("onConflict=skip"), masked);
        ImportAnswer dry = take(realm.with("onConflict=merge&dryRun=true"), masked);
        boolean untouched = !instance(realm, alias).path("config").has("x");
        ImportAnswer merged = take(realm.with("onConflict=merge"), masked);
        ImportAnswer again = take(realm.with("onConflict=merge"), masked);
        ImportAnswer guess = take(realm.with("onConflict=merge"), guessed);
        ImportAnswer other = take(
                realm.with("onConflict=merge"), record("identity-provider", "alias", alias, "providerId", "github"));

        assertThat(problems(failed)).containsExactly("identity-provider-exists");
        assertThat(skipped.statuses()).containsExactly("unchanged");
        assertThat(dry.statuses()).containsExactly("updated");
        assertThat(untouched).isTrue();
        assertThat(merged.statuses()).as("%s", merged.outcomes()).containsExactly("updated");
        assertThat(ImportAnswer.warnings(merged.line(1))).containsExactly("masked-secret");
        assertThat(again.statuses()).containsExactly("unchanged");
        assertThat(guess.statuses()).as("no oracle for the secret").containsExactly("updated");
        assertThat(problems(other)).containsExactly("immutable-field");
        JsonNode stored = instance(realm, alias);
        assertThat(stored.path("displayName").asText()).isEqualTo("One");
        assertThat(stored.path("trustEmail").asBoolean()).isTrue();
        assertThat(stored.path("config").path("x").asText()).isEqualTo("y");
        assertThat(stored.path("config").path("clientSecret").asText()).isEqualTo("**********");
        assertThat(storedSecret(alias)).contains("s3cret-" + alias);
        assertThat(String.valueOf(List.of(merged.outcomes(), guess.outcomes()))).doesNotContain("s3cret");
    }

    @Test
    default void maskIsNeverTheSecretOfANewIdentityProvider() {
        ImportRealm realm = realm();
        String alias = unique("idp");

        ImportAnswer answer = take(realm, provider("identity-provider", alias, "One", "clientSecret", "**********"));

        assertThat(answer.statuses()).containsExactly("created");
        assertThat(ImportAnswer.warnings(answer.line(1))).containsExactly("masked-secret");
        assertThat(instance(realm, alias).path("config").has("clientSecret")).isFalse();
    }

    @Test
    default void identityProviderThatKeycloakRefusesIsRejected() {
        ImportRealm realm = realm();
        String alias = unique("idp");
        Map<String, Object> flow = provider("identity-provider", alias, "One");
        flow.put("firstBrokerLoginFlowAlias", "no such flow");
        Map<String, Object> type = provider("identity-provider", alias, "One");
        type.put("providerId", "gopher");

        ImportAnswer answer = realm.into("records")
                .take(
                        line(flow),
                        line(type),
                        line(provider("identity-provider", alias + " x", "One")),
                        line(provider("identity-provider", alias, "One", "tokenUrl", "no url")),
                        line(record("identity-provider", "providerId", "oidc")));

        assertThat(answer.outcomes().stream()
                        .map(ImportAnswer::problems)
                        .flatMap(List::stream)
                        .toList())
                .containsExactly(
                        "unknown-authentication-flow",
                        "invalid-provider-id",
                        "invalid-alias",
                        "invalid-identity-provider",
                        "missing-alias");
    }

    @Test
    default void mappersOfIdentityProvidersAreRecordsOfTheirOwn() {
        ImportRealm realm = realm();
        String alias = unique("idp");
        Map<String, Object> mapper = providerMapper("identity-provider-mapper", alias);
        Map<String, Object> patch = record(
                "identity-provider-mapper",
                "name",
                "country",
                "identityProviderAlias",
                alias,
                "config",
                Map.of("syncMode", "FORCE"));

        ImportAnswer answer = realm.into("records")
                .take(line(mapper), line(provider("identity-provider", alias, "One")), line(mapper));
        ImportAnswer skipped = take(realm.with("onConflict=skip"), patch);
        ImportAnswer merged = take(realm.with("onConflict=merge"), patch);
        JsonNode stored = realm.admin()
                .get(realm.base() + "/identity-provider/instances/" + alias + "/mappers")
                .ok()
                .json();
        ImportAnswer again = take(realm.with("onConflict=merge"), patch);
        ImportAnswer replaced = take(realm.with("onConflict=replace"), mapper);

        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsExactly("created", "created", "rejected");
        assertThat(ImportAnswer.problems(answer.line(3))).containsExactly("identity-provider-mapper-exists");
        assertThat(skipped.statuses()).containsExactly("unchanged");
        assertThat(merged.statuses()).containsExactly("updated");
        assertThat(stored).hasSize(1);
        assertThat(stored.path(0).path("config").path("claim").asText()).isEqualTo("country");
        assertThat(stored.path(0).path("config").path("syncMode").asText()).isEqualTo("FORCE");
        assertThat(again.statuses()).containsExactly("unchanged");
        assertThat(replaced.statuses()).containsExactly("updated");
        assertThat(take(realm.with("onConflict=replace"), mapper).statuses()).containsExactly("unchanged");
    }
}
