package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.UndoingRecords.ids;
import static org.millrace.testsuite.importer.undo.UndoingRecords.job;
import static org.millrace.testsuite.importer.undo.UndoingRecords.mapper;
import static org.millrace.testsuite.importer.undo.UndoingRecords.provider;
import static org.millrace.testsuite.importer.undo.UndoingRecords.results;
import static org.millrace.testsuite.importer.undo.UndoingRecords.undo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** {@code POST .../jobs/{id}/undo}: parts of a realm that the job created, and what Keycloak deletes along with an entity. */
interface UndoCreatedPartsContract extends UndoingRecords {
    @Test
    default void createdPartsOfARealmThatWereChangedSinceAreLeftAsTheyAre() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String base = realm.base();
        admin.createRealmRole(realm.name(), "present");
        ImportJob job = job(
                realm,
                List.of(
                        "{'type':'client-scope','name':'plain-scope','protocol':'openid-connect'}",
                        "{'type':'client-scope','name':'edited-scope','protocol':'openid-connect'}",
                        "{'type':'client-scope','name':'scope-with-mapper','protocol':'openid-connect'}",
                        "{'type':'client-scope','name':'scope-with-role','protocol':'openid-connect'}",
                        provider("plain-provider"),
                        provider("edited-provider"),
                        provider("provider-with-mapper"),
                        provider("provider-with-edited-mapper")),
                List.of(
                        mapper("plain-provider", "plain-mapper"),
                        mapper("provider-with-edited-mapper", "edited-mapper")));
        Map<String, String> ids = ids(job);
        String scopes = base + "/client-scopes/";
        String providers = base + "/identity-provider/instances/";
        Map<String, Object> scope = Map.of("name", "edited-scope", "protocol", "openid-connect", "description", "d");
        admin.put(scopes + ids.get("edited-scope"), scope).ok();
        admin.post(
                        scopes + ids.get("scope-with-mapper") + "/protocol-mappers/models",
                        Map.of(
                                "name",
                                "m",
                                "protocol",
                                "openid-connect",
                                "protocolMapper",
                                "oidc-hardcoded-claim-mapper",
                                "config",
                                Map.of("claim.name", "c", "claim.value", "v")))
                .ok();
        admin.post(
                        scopes + ids.get("scope-with-role") + "/scope-mappings/realm",
                        List.of(admin.get(base + "/roles/present").ok().json()))
                .ok();
        ObjectNode edited =
                (ObjectNode) admin.get(providers + "edited-provider").ok().json();
        admin.put(providers + "edited-provider", edited.put("displayName", "edited"))
                .ok();
        ObjectNode added = (ObjectNode)
                admin.get(providers + "plain-provider/mappers").ok().json().get(0);
        added.remove("id");
        admin.post(
                        providers + "provider-with-mapper/mappers",
                        added.put("identityProviderAlias", "provider-with-mapper"))
                .ok();
        ObjectNode changed = (ObjectNode) admin.get(providers + "provider-with-edited-mapper/mappers")
                .ok()
                .json()
                .get(0);
        changed.putObject("config").put("attribute", "a").put("attribute.value", "edited");
        admin.put(
                        providers + "provider-with-edited-mapper/mappers/"
                                + changed.path("id").asText(),
                        changed)
                .ok();

        ImportJob undo = undo(job);

        Map<String, String> expected = new TreeMap<>();
        ids.keySet()
                .forEach(key ->
                        expected.put(key, key.startsWith("plain-") ? "deleted" : "rejected changed-since-import"));
        assertThat(results(undo)).isEqualTo(expected);
        assertThat(admin.get(scopes + ids.get("edited-scope"))
                        .ok()
                        .json()
                        .path("description")
                        .asText())
                .isEqualTo("d");
        assertThat(admin.get(scopes + ids.get("scope-with-role") + "/scope-mappings/realm")
                        .ok()
                        .json())
                .hasSize(1);
        assertThat(admin.get(providers + "edited-provider")
                        .ok()
                        .json()
                        .path("displayName")
                        .asText())
                .isEqualTo("edited");
        assertThat(admin.get(providers + "provider-with-edited-mapper/mappers")
                        .ok()
                        .json()
                        .at("/0/config/attribute.value")
                        .asText())
                .isEqualTo("edited");
        assertThat(admin.get(providers + "plain-provider").status()).isEqualTo(404);
        assertThat(admin.get(scopes + ids.get("plain-scope")).status()).isEqualTo(404);
    }

    private static String clientWithSettings(String clientId) {
        return "{'type':'client','clientId':'" + clientId + "','publicClient':false,'serviceAccountsEnabled':true,"
                + "'authorizationServicesEnabled':true}";
    }

    /** Keycloak deletes a client with its resources and service account, and a resource with its permissions. */
    @Test
    default void entityStaysWithWhatKeycloakWouldDeleteAlongWithIt() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String base = realm.base();
        List<String> created = List.of("plain", "edited-resource", "edited-account", "with-permission");
        ImportJob job = job(
                realm,
                created.stream()
                        .map(UndoCreatedPartsContract::clientWithSettings)
                        .toList(),
                List.of(
                        "{'type':'resource','clientId':'plain','name':'r1'}",
                        "{'type':'resource','clientId':'edited-resource','name':'r2'}",
                        "{'type':'resource','clientId':'with-permission','name':'r3'}",
                        "{'type':'user','username':'service-account-plain','attributes':{'a':['b']}}",
                        "{'type':'user','username':'service-account-edited-account','attributes':{'a':['b']}}",
                        "{'type':'user','username':'owner','enabled':true}",
                        "{'type':'user','username':'passer-by','enabled':true}",
                        "{'type':'resource','clientId':'plain','name':'owned','owner':{'name':'owner'}}"));
        Map<String, String> ids = ids(job);
        edit(admin, base + "/clients/" + ids.get("edited-resource") + "/authz/resource-server/resource", "r2");
        edit(admin, base + "/clients/" + ids.get("plain") + "/authz/resource-server/resource", "owned");
        admin.post(
                        base + "/clients/" + ids.get("with-permission") + "/authz/resource-server/permission/resource",
                        Map.of("name", "for r3", "resources", List.of("r3"), "policies", List.of()))
                .ok();
        String account = realm.user("service-account-edited-account").path("id").asText();
        ObjectNode edited =
                (ObjectNode) admin.get(base + "/users/" + account).ok().json();
        edited.putObject("attributes").putArray("a").add("edited");
        admin.put(base + "/users/" + account, edited).ok();

        ImportJob undo = undo(job);

        String changed = "rejected changed-since-import";
        Map<String, String> results = results(undo);
        assertThat(results)
                .containsEntry("r1", "deleted")
                .containsEntry("r2", changed)
                .containsEntry("edited-resource", changed)
                .containsEntry("r3", changed)
                .containsEntry("with-permission", changed)
                .containsEntry("service-account-plain", "updated")
                .containsEntry("service-account-edited-account", changed)
                .containsEntry("edited-account", changed)
                .containsEntry("owned", changed)
                .containsEntry("owner", changed)
                .containsEntry("plain", changed)
                .containsEntry("passer-by", "deleted");
        assertThat(realm.has("owner")).isTrue();
        assertThat(realm.has("service-account-edited-account")).isTrue();
        for (String client : created) {
            assertThat(admin.get(base + "/clients/" + ids.get(client)).status())
                    .as(client)
                    .isEqualTo(200);
        }
    }

    private static void edit(AdminClient admin, String resources, String name) {
        ObjectNode resource =
                (ObjectNode) admin.get(resources + "?name=" + name).ok().json().get(0);
        admin.put(resources + "/" + resource.path("_id").asText(), resource.put("displayName", "edited"))
                .ok();
    }

    /** With all that the job changed in them later. */
    @Test
    default void clientsWithResourcesAndServiceAccountsAreDeleted() throws SQLException {
        ImportRealm realm = records();
        realm.admin().createRealmRole(realm.name(), "auditor");
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(job(
                realm,
                List.of(clientWithSettings("shop")),
                List.of(
                        "{'type':'resource','clientId':'shop','name':'r1','uris':['/a'],'attributes':{'a':['b']}}",
                        "{'type':'user','username':'service-account-shop','attributes':{'a':['b']},"
                                + "'realmRoles':['auditor']}",
                        "{'type':'user','username':'owner','enabled':true}",
                        "{'type':'resource','clientId':'shop','name':'owned','owner':{'name':'owner'}}",
                        "{'type':'authorization','clientId':'shop','authorizationServicesEnabled':true,"
                                + "'authorizationSettings':{'policies':[{'name':'auditors','type':'role',"
                                + "'config':{'roles':'[{\\\"id\\\":\\\"auditor\\\"}]'}},"
                                + "{'name':'for r1','type':'resource','config':{'resources':'[\\\"r1\\\"]',"
                                + "'applyPolicies':'[\\\"auditors\\\"]'}}]}}")));

        assertThat(results(undo).values())
                .as("%s", undo.outcomes())
                .allMatch(result -> result.matches("(updated|deleted)(, (updated|deleted))*"));
        before.assertSame(AllTables.of(server()));
    }
}
