package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.line;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.names;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.problems;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.provider;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.providerMapper;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.record;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.scope;
import static org.millrace.testsuite.importer.contract.realm.ImportingExportParts.take;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Permissions for the parts of an export, and the admin events of their changes. */
interface ExportPartPermissionContract extends ImportingExportParts {
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
}
