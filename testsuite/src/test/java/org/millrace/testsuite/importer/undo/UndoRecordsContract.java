package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.Undoing.assertSame;
import static org.millrace.testsuite.importer.undo.Undoing.complete;
import static org.millrace.testsuite.importer.undo.Undoing.job;
import static org.millrace.testsuite.importer.undo.Undoing.record;
import static org.millrace.testsuite.importer.undo.Undoing.undo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.differential.IdOccurrences;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** {@code POST .../jobs/{id}/undo}: records of several types, and several records of one entity. */
interface UndoRecordsContract extends Undoing {
    /** Records of one chunk about the same entity are undone one after the other. */
    @Test
    default void entitiesWithSeveralRecordsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("present"));
        realm.admin().createRealmRole(realm.name(), "auditor");
        JsonNode role = realm.admin().get(realm.base() + "/roles/auditor").ok().json();
        Map<String, Set<String>> before = rows(realm);
        ImportJob job = job(
                realm.into("records"),
                "merge",
                List.of(
                        record("{'type':'role','name':'auditor','description':'first'}"),
                        record("{'type':'role','name':'auditor','description':'second','attributes':{'a':['b']}}"),
                        record("{'type':'user','username':'present','firstName':'First'}"),
                        record("{'type':'user','username':'present','firstName':'Second','realmRoles':['auditor']}"),
                        record("{'type':'user','username':'new','firstName':'First'}"),
                        record("{'type':'user','username':'new','firstName':'Second','realmRoles':['auditor']}")));
        assertThat(job.get().path("counts").path("updated").asInt()).isEqualTo(5);

        ImportJob undo = undo(job);

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        assertSame(before, rows(realm));
        assertThat(realm.admin().get(realm.base() + "/roles/auditor").ok().json())
                .isEqualTo(role);
        assertThat(realm.has("new")).isFalse();
    }

    /** An administrator is written alone, which writes what was restored before. */
    @Test
    default void usersWhoseRecordsStandBetweenThoseOfOthersAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(complete("first"), complete("second"), complete("administrator"));
        String administrator = Objects.requireNonNull(realm.ids().get("administrator"));
        realm.admin().grant(realm.name(), administrator, "realm-management", "realm-admin");
        Map<String, Set<String>> before = rows(realm);
        List<String> records =
                List.of("first", "second", "first", "second", "first", "administrator", "first", "second");
        ImportJob job = job(
                realm,
                "merge",
                IntStream.range(0, records.size())
                        .mapToObj(i -> record("{'username':'" + records.get(i) + "','lastName':'Version " + i + "'}"))
                        .toList());
        assertThat(job.get().path("counts").path("updated").asInt()).isEqualTo(records.size());

        ImportJob undo = undo(job);

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        assertSame(before, rows(realm));
    }

    @Test
    default void mixedRecordsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = ImportRealm.create(server(), Map.of("organizationsEnabled", true))
                .into("records");
        AdminClient admin = realm.admin();
        String base = realm.base();
        admin.createRealmRole(realm.name(), "part");
        admin.createRealmRole(realm.name(), "auditor");
        String group = admin.createGroup(realm.name(), "sales");
        String client = admin.createClient(
                realm.name(),
                Map.of("clientId", "shop", "secret", MARKER, "redirectUris", List.of("https://shop.example.org/*")));
        admin.createUser(realm.name(), "present", "present");
        List<String> paths = List.of(
                base + "/roles/auditor",
                base + "/roles/auditor/composites",
                base + "/groups/" + group,
                base + "/clients/" + client,
                base + "/clients/" + client + "/client-secret",
                base + "/roles?briefRepresentation=false",
                base + "/organizations",
                base + "/groups?subGroupsCount=false");
        Map<String, JsonNode> before = states(admin, paths);
        Map<String, Set<String>> rows = rows(realm);

        ImportJob job = job(
                realm,
                "merge",
                List.of(
                        record("{'type':'client','clientId':'shop','secret':'changed','name':'Shop'}"),
                        record("{'type':'client','clientId':'new-client','serviceAccountsEnabled':true}"),
                        record("{'type':'role','name':'auditor','description':'d','attributes':{'a':['b']},"
                                + "'composites':{'realm':['part']}}"),
                        record("{'type':'role','name':'new-role','composites':{'realm':['part']}}"),
                        record("{'type':'role','name':'of-client','clientId':'new-client'}"),
                        record("{'type':'group','name':'sales','attributes':{'x':['y']},'realmRoles':['auditor']}"),
                        record("{'type':'group','name':'new-group','subGroups':[{'name':'below'}]}"),
                        record("{'type':'user','username':'present','firstName':'P','groups':['/new-group'],"
                                + "'realmRoles':['new-role']}"),
                        record("{'type':'user','username':'new-user','groups':['/new-group/below'],"
                                + "'clientRoles':{'new-client':['of-client']}}"),
                        record("{'type':'organization','name':'Acme','alias':'acme','domains':[{'name':'acme.org'}],"
                                + "'members':[{'username':'new-user'}]}")));
        assertThat(job.get().path("counts").path("created").asInt()).isEqualTo(6);
        ImportJob undo = undo(job);

        assertThat(undo.finished().path("state").asText())
                .as("%s", undo.outcomes())
                .isEqualTo("completed");
        Map<String, JsonNode> after = states(admin, paths);
        before.forEach((path, state) -> assertThat(after.get(path)).as(path).isEqualTo(state));
        Map<String, Set<String>> rowsAfter = rows(realm);
        assertSame(rows, rowsAfter);
        assertThat(IdOccurrences.of(
                        server(),
                        job.outcomes("&status=created", 1000).stream()
                                .map(outcome -> outcome.path("id").asText())
                                .toList()))
                .isEmpty();
        for (String text : List.of(
                job.get().toString(), undo.get().toString(), undo.outcomes().toString())) {
            assertThat(text).doesNotContain(MARKER);
        }
        assertThat(ImportJob.title(admin.get(undo.path("/retry-file")))).isEqualTo("409 undo-job");
    }

    private static Map<String, JsonNode> states(AdminClient admin, List<String> paths) {
        Map<String, JsonNode> states = new TreeMap<>();
        paths.forEach(path -> states.put(path, sorted(admin.get(path).ok().json())));
        return states;
    }

    /** Keycloak shows client scopes and other sets in the order in which the database returns them. */
    private static JsonNode sorted(JsonNode state) {
        for (Map.Entry<String, JsonNode> field : state.properties()) {
            if (field.getValue() instanceof ArrayNode list) {
                List<JsonNode> values = new ArrayList<>();
                list.forEach(values::add);
                values.sort(Comparator.comparing(JsonNode::toString));
                list.removeAll();
                list.addAll(values);
            }
        }
        return state;
    }
}
