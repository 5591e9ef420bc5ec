package org.millrace.testsuite.importer.contract.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.IdentityProviderSample;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** Records with {@code "$op":"delete"} of the types that only exports and {@code records} contain. */
interface ExportPartDeletionContract extends Importing {
    ObjectMapper JSON = new ObjectMapper();

    /** Two realms with the same content: Keycloak's calls delete in one, records in the other. */
    record Parts(ImportRealm realm, Map<String, String> ids) {
        String id(String name) {
            return Objects.requireNonNull(ids.get(name), name);
        }

        static Parts create(ImportRealm realm) {
            AdminClient admin = realm.admin();
            String base = realm.base();
            Map<String, String> ids = new LinkedHashMap<>();
            admin.createRealmRole(realm.name(), "auditor");
            admin.createRealmRole(realm.name(), "kept");
            ids.put("group", admin.createGroup(realm.name(), "gone"));
            admin.put(base + "/default-groups/" + ids.get("group"), Map.of()).ok();
            for (String name : List.of("gone", "kept", "default")) {
                ids.put(
                        name,
                        admin.post(base + "/client-scopes", Map.of("name", name, "protocol", "openid-connect"))
                                .createdId());
                admin.put(base + "/default-optional-client-scopes/" + ids.get(name), Map.of())
                        .ok();
            }
            admin.post(mappings(realm, ids), List.of(role(realm, "auditor"), role(realm, "kept")))
                    .ok();
            String instances = base + "/identity-provider/instances";
            for (String alias : List.of("gone", "kept")) {
                admin.post(instances, IdentityProviderSample.provider(alias)).ok();
                ids.put(
                        "mapper of " + alias,
                        admin.post(
                                        instances + "/" + alias + "/mappers",
                                        IdentityProviderSample.mapper("country", alias))
                                .createdId());
            }
            String user = admin.createUser(realm.name(), "linked", "linked");
            ids.put("user", user);
            admin.post(base + "/users/" + user + "/federated-identity/gone", Map.of("userId", "1", "userName", "x"))
                    .ok();
            return new Parts(realm, ids);
        }

        private static String mappings(ImportRealm realm, Map<String, String> ids) {
            return realm.base() + "/client-scopes/" + ids.get("kept") + "/scope-mappings/realm";
        }

        private static JsonNode role(ImportRealm realm, String name) {
            return realm.admin().get(realm.base() + "/roles/" + name).ok().json();
        }

        /** Deletes by Keycloak's calls what {@link #records} names. */
        void deleteByCalls() {
            AdminClient admin = realm.admin();
            String base = realm.base();
            admin.delete(base + "/default-groups/" + ids.get("group")).ok();
            admin.delete(base + "/default-optional-client-scopes/" + ids.get("default"))
                    .ok();
            admin.delete(mappings(realm, ids), List.of(role(realm, "auditor"))).ok();
            admin.delete(base + "/client-scopes/" + ids.get("gone")).ok();
            String instances = base + "/identity-provider/instances";
            admin.delete(instances + "/kept/mappers/" + ids.get("mapper of kept"))
                    .ok();
            admin.delete(instances + "/gone").ok();
        }

        List<String> records() {
            return List.of(
                    deletion("default-group", "path", "/gone"),
                    deletion("default-client-scope", "name", "default"),
                    deletion("scope-mapping", "clientScope", "kept", "roles", List.of("auditor")),
                    deletion("client-scope", "name", "gone"),
                    deletion("identity-provider-mapper", "name", "country", "identityProviderAlias", "kept"),
                    deletion("identity-provider", "alias", "gone"));
        }

        /** What the realm has left, by names. */
        Map<String, Set<String>> left() {
            Map<String, Set<String>> left = new LinkedHashMap<>();
            for (String path : List.of(
                    "/default-groups",
                    "/groups",
                    "/client-scopes",
                    "/default-default-client-scopes",
                    "/default-optional-client-scopes",
                    "/client-scopes/" + ids.get("kept") + "/scope-mappings/realm",
                    "/identity-provider/instances/kept/mappers")) {
                left.put(path.replace(String.valueOf(ids.get("kept")), "kept"), names(path, "name"));
            }
            left.put("providers", names("/identity-provider/instances", "alias"));
            left.put("links", names("/users/" + ids.get("user") + "/federated-identity", "identityProvider"));
            return left;
        }

        private Set<String> names(String path, String field) {
            JsonNode all = realm.admin().get(realm.base() + path).ok().json();
            return StreamSupport.stream(all.spliterator(), false)
                    .map(each -> each.path(field).asText())
                    .collect(Collectors.toSet());
        }

        /** The paths of the admin events of deletions, with names instead of ids. */
        List<String> events() {
            JsonNode events = realm.admin()
                    .get(realm.base() + "/admin-events?operationTypes=DELETE")
                    .ok()
                    .json();
            return StreamSupport.stream(events.spliterator(), false)
                    .map(event -> {
                        String[] path = {
                            event.path("resourceType").asText() + " "
                                    + event.path("resourcePath").asText()
                        };
                        ids.forEach((name, id) -> path[0] = path[0].replace(id, name));
                        return path[0];
                    })
                    .sorted()
                    .toList();
        }
    }

    private static String deletion(String type, Object... fields) {
        Map<String, Object> record = new LinkedHashMap<>(Map.of("type", type, "$op", "delete"));
        for (int i = 0; i < fields.length; i += 2) {
            record.put((String) fields[i], fields[i + 1]);
        }
        return JSON.valueToTree(record).toString();
    }

    private static List<String> problems(ImportAnswer answer) {
        return answer.outcomes().stream()
                .flatMap(outcome -> ImportAnswer.problems(outcome).stream())
                .toList();
    }

    @Test
    default void deletionsOfExportPartsLeaveWhatKeycloaksCallsLeave() {
        Map<String, Object> settings = Map.of("adminEventsEnabled", true);
        Parts theirs = Parts.create(realm(settings));
        Parts ours = Parts.create(realm(settings));
        Map<String, Set<String>> before = ours.left();
        ImportRealm records = ours.realm().into("records");

        ImportAnswer dry = records.with("dryRun=true").take(ours.records());
        Map<String, Set<String>> afterDryRun = ours.left();
        theirs.deleteByCalls();
        ImportAnswer answer = records.with("events=each").take(ours.records());
        ImportAnswer again = records.take(ours.records());

        assertThat(dry.statuses()).as("%s", dry.outcomes()).containsOnly("deleted");
        assertThat(afterDryRun).isEqualTo(before);
        assertThat(answer.statuses()).as("%s", answer.outcomes()).containsOnly("deleted");
        assertThat(ours.left()).isEqualTo(theirs.left()).isNotEqualTo(before);
        assertThat(ours.events()).isEqualTo(theirs.events());
        assertThat(again.statuses()).as("%s", again.outcomes()).containsOnly("unchanged");
    }

    @Test
    default void exportPartsAreDeletedById() {
        Parts parts = Parts.create(realm(Map.of()));
        String provider = parts.realm()
                .admin()
                .get(parts.realm().base() + "/identity-provider/instances/gone")
                .ok()
                .json()
                .path("internalId")
                .asText();

        ImportAnswer answer = parts.realm()
                .into("records")
                .take(
                        deletion("client-scope", "id", parts.id("gone"), "name", "kept"),
                        deletion("client-scope", "id", parts.id("gone")),
                        deletion("identity-provider-mapper", "id", parts.id("mapper of kept")),
                        deletion("identity-provider", "internalId", provider),
                        deletion("identity-provider-mapper", "name", "country"),
                        deletion("client-scope"),
                        deletion("scope-mapping", "clientScope", "kept"));

        assertThat(answer.statuses())
                .as("%s", answer.outcomes())
                .containsExactly("rejected", "deleted", "deleted", "deleted", "rejected", "rejected", "deleted");
        assertThat(problems(answer)).containsExactly("key-mismatch", "missing-key", "missing-key");
        assertThat(parts.left())
                .containsEntry("/client-scopes/kept/scope-mappings/realm", Set.of())
                .containsEntry("/identity-provider/instances/kept/mappers", Set.of())
                .containsEntry("providers", Set.of("kept"));
    }

    /** A caller without the permission does not learn what exists. */
    @Test
    default void exportPartsAreNotDeletedWithoutThePermission() {
        Parts parts = Parts.create(realm(Map.of()));
        Map<String, Set<String>> before = parts.left();
        ImportRealm realm = parts.realm();

        List<String> ofUsers = problems(
                realm.as(realm.newAdmin("manage-users")).into("records").take(parts.records()));
        List<String> ofRealm = problems(
                realm.as(realm.newAdmin("manage-realm")).into("records").take(parts.records()));

        assertThat(ofUsers).hasSize(6).containsOnly("forbidden");
        assertThat(ofRealm).hasSize(6).containsOnly("forbidden");
        assertThat(parts.left()).isEqualTo(before);
    }
}
