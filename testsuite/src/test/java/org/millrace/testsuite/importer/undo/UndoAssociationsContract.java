package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.UndoingRecords.group;
import static org.millrace.testsuite.importer.undo.UndoingRecords.job;
import static org.millrace.testsuite.importer.undo.UndoingRecords.results;
import static org.millrace.testsuite.importer.undo.UndoingRecords.undo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** {@code POST .../jobs/{id}/undo}: entities that the job merged or replaced, with their associations. */
interface UndoAssociationsContract extends UndoingRecords {
    private static ImportJob merged(ImportRealm realm) {
        return job(
                realm,
                "merge",
                "{'type':'organization','name':'acme','alias':'acme','description':'d',"
                        + "'groups':[{'name':'sales','attributes':{'x':['y']},'realmRoles':['auditor'],"
                        + "'subGroups':[{'name':'berlin'}]},{'name':'new'}],"
                        + "'members':[{'username':'stays','groups':['/sales/berlin']},"
                        + "{'username':'joins','groups':['/sales','/new']},"
                        + "{'username':'managed','membershipType':'MANAGED'}]}",
                "{'type':'department','organization':'acme','path':'/sales','description':'d','members':['stays']}",
                "{'type':'group','name':'top','description':'d','subGroups':[{'name':'one','attributes':{'x':['y']},"
                        + "'realmRoles':['auditor'],'subGroups':[{'name':'deep'},{'name':'two','id':'"
                        + group(realm, "top/two") + "'}]},{'name':'new','subGroups':[{'name':'leaf'}]}]}",
                "{'type':'default-roles','defaultRoles':['auditor','made']}",
                "{'type':'default-roles','clientId':'shop','defaultRoles':['of-shop']}",
                "{'type':'scope-mapping','clientScope':'custom','roles':['auditor']}",
                "{'type':'scope-mapping','client':'shop','roles':['auditor']}",
                "{'type':'resource','clientId':'shop','name':'photo','displayName':'d','uris':['/new'],"
                        + "'scopes':[{'name':'edit'}],'attributes':{'x':['y']}}");
    }

    @Test
    default void mergedEntitiesAndAssociationsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = furnished();
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(merged(realm));

        assertThat(results(undo).values())
                .as("%s", undo.outcomes())
                .allMatch(result -> result.matches("updated(, updated)*"));
        assertThat(undo.get().at("/counts/updated").asInt()).isEqualTo(8);
        before.assertSame(AllTables.of(server()));
    }

    @Test
    default void replacedEntitiesAndAssociationsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = furnished();
        merged(realm);
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(job(
                realm,
                "replace",
                "{'type':'department','organization':'acme','path':'/sales','members':['joins']}",
                "{'type':'organization','name':'acme','alias':'acme','domains':[{'name':'acme.example.org'}],"
                        + "'members':[{'username':'joins'},{'username':'managed'},{'username':'later'}]}",
                "{'type':'group','name':'top','subGroups':[{'name':'one','subGroups':[{'name':'deep','description':'d'}]}]}",
                "{'type':'scope-mapping','client':'shop','roles':[]}",
                "{'type':'resource','clientId':'shop','name':'photo','scopes':[{'name':'view'}]}"));

        assertThat(undo.get().at("/counts/updated").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(5);
        before.assertSame(AllTables.of(server()));
    }

    @Test
    default void entitiesAndAssociationsThatWereChangedSinceAreLeftAsTheyAre() throws SQLException {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        String base = realm.base();
        ImportJob job = merged(realm);
        String organization = base + "/organizations/"
                + admin.get(base + "/organizations").ok().json().at("/0/id").asText();
        admin.delete(organization + "/members/" + realm.ids().get("joins")).ok();
        String deep = group(realm, "top/one/deep");
        admin.put(base + "/groups/" + deep, Map.of("name", "deep", "description", "edited"))
                .ok();
        admin.put(base + "/roles/made", Map.of("name", "made", "description", "edited"))
                .ok();
        JsonNode auditor = admin.get(base + "/roles/auditor").ok().json();
        String scope = Objects.requireNonNull(clientScope(realm, "custom"));
        admin.delete(base + "/client-scopes/" + scope + "/scope-mappings/realm", List.of(auditor))
                .ok();
        String shop = admin.get(base + "/clients?clientId=shop")
                .ok()
                .json()
                .at("/0/id")
                .asText();
        admin.delete(base + "/clients/" + shop + "/scope-mappings/realm", List.of(auditor))
                .ok();
        String resources = base + "/clients/" + shop + "/authz/resource-server/resource";
        ObjectNode photo =
                (ObjectNode) admin.get(resources + "?name=photo").ok().json().get(0);
        admin.put(resources + "/" + photo.path("_id").asText(), photo.put("displayName", "edited"))
                .ok();
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(job);

        String changed = "rejected changed-since-import";
        Map<String, String> results = results(undo);
        assertThat(results)
                .containsEntry("acme", changed)
                .containsEntry("top", changed)
                .containsEntry("photo", changed);
        assertThat(undo.get().at("/counts/rejected").asInt()).as("%s", results).isEqualTo(6);
        assertThat(undo.get().at("/counts/updated").asInt()).as("%s", results).isEqualTo(2);
        // What was not changed since: a description and a member of the department, and a default role of the client.
        assertThat(admin.get(base + "/clients/" + shop + "/roles/of-shop").status())
                .isEqualTo(404);
        assertThat(before.rows().get("keycloak_group"))
                .isNotEqualTo(AllTables.of(server()).rows().get("keycloak_group"));
        assertThat(admin.get(base + "/groups/" + deep)
                        .ok()
                        .json()
                        .path("description")
                        .asText())
                .isEqualTo("edited");
    }

    private static String clientScope(ImportRealm realm, String name) {
        for (JsonNode scope :
                realm.admin().get(realm.base() + "/client-scopes").ok().json()) {
            if (scope.path("name").asText().equals(name)) {
                return scope.path("id").asText();
            }
        }
        throw new AssertionError(name);
    }

    /** An undo restores what the record changed, and nothing else of the same group and organization. */
    @Test
    default void whatWasAddedSinceStays() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        String base = realm.base();
        ImportJob job = merged(realm);
        String organization = base + "/organizations/"
                + admin.get(base + "/organizations").ok().json().at("/0/id").asText();
        admin.post(organization + "/members", Objects.requireNonNull(realm.ids().get("later")))
                .ok();
        admin.post(base + "/groups/" + group(realm, "top") + "/children", Map.of("name", "added"))
                .ok();

        ImportJob undo = undo(job);

        assertThat(results(undo))
                .as("%s", undo.outcomes())
                .containsEntry("acme", "updated")
                .containsEntry("top", "updated");
        assertThat(admin.get(organization + "/members").ok().json().findValuesAsText("username"))
                .containsExactlyInAnyOrder("stays", "leaves", "later");
        assertThat(admin.get(base + "/groups/" + group(realm, "top") + "/children")
                        .ok()
                        .json()
                        .findValuesAsText("name"))
                .containsExactlyInAnyOrder("one", "two", "added");
        assertThat(realm.has("managed")).isTrue();
    }
}
