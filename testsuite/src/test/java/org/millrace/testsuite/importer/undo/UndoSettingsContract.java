package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.UndoingRecords.job;
import static org.millrace.testsuite.importer.undo.UndoingRecords.mapper;
import static org.millrace.testsuite.importer.undo.UndoingRecords.policy;
import static org.millrace.testsuite.importer.undo.UndoingRecords.provider;
import static org.millrace.testsuite.importer.undo.UndoingRecords.results;
import static org.millrace.testsuite.importer.undo.UndoingRecords.settings;
import static org.millrace.testsuite.importer.undo.UndoingRecords.undo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** {@code POST .../jobs/{id}/undo}: parts of a realm and authorization settings of clients that the job changed. */
interface UndoSettingsContract extends UndoingRecords {
    private static ImportJob changedParts(ImportRealm realm, String onConflict) {
        return job(
                realm,
                onConflict,
                "{'type':'client-scope','name':'custom','protocol':'openid-connect','description':'d','protocolMappers':["
                        + "{'name':'other','protocol':'openid-connect','protocolMapper':'oidc-hardcoded-claim-mapper',"
                        + "'config':{'claim.name':'a','claim.value':'b'}}]}",
                provider("broker").replace("i.example.org", "changed.example.org"),
                mapper("broker", "country").replace("'b'", "'changed'"),
                "{'type':'default-client-scope','name':'custom','optional':true}",
                "{'type':'default-group','path':'/top'}",
                settings(policy("auditors", "NEGATIVE") + "," + policy("everybody", "POSITIVE")));
    }

    @Test
    default void partsOfARealmAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = furnished();
        AllTables before = AllTables.of(server());
        for (String onConflict : List.of("merge", "replace")) {
            ImportJob undo = undo(changedParts(realm, onConflict));

            assertThat(undo.get().at("/counts/updated").asInt())
                    .as("%s", undo.outcomes())
                    .isEqualTo(6);
            before.assertSame(AllTables.of(server()));
        }
    }

    /** Authorization settings, and then resources, whose scopes the first one creates in part. */
    private static ImportJob settingsAndResources(ImportRealm realm) {
        return job(
                realm,
                "merge",
                settings(policy("auditors", "NEGATIVE")),
                "{'type':'resource','clientId':'shop','name':'photo','scopes':[{'name':'view'},{'name':'d'}]}",
                "{'type':'resource','clientId':'shop','name':'r1','scopes':[{'name':'extra'},{'name':'a'},"
                        + "{'name':'b','displayName':'B'},{'name':'e','displayName':''}]}",
                "{'type':'resource','clientId':'shop','name':'r2','scopes':[{'name':'a'},{'name':'c'},{'name':'d'}]}");
    }

    /** The undo of the record about the settings requires that no scope of the later records is left. */
    @Test
    default void authorizationScopesAreDeletedWithTheResourcesThatCreatedThem() throws SQLException {
        ImportRealm realm = furnished();
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(settingsAndResources(realm));

        assertThat(results(undo))
                .isEqualTo(Map.of("shop", "updated", "photo", "updated", "r1", "deleted", "r2", "deleted"));
        before.assertSame(AllTables.of(server()));
    }

    @Test
    default void authorizationScopesStayWhileTheyAreUsedOrIfTheyWereChangedSince() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        ImportJob job = settingsAndResources(realm);
        String server = realm.base() + "/clients/"
                + admin.get(realm.base() + "/clients?clientId=shop")
                        .ok()
                        .json()
                        .at("/0/id")
                        .asText() + "/authz/resource-server";
        ObjectNode changed =
                (ObjectNode) admin.get(server + "/scope?name=b").ok().json().get(0);
        admin.put(server + "/scope/" + changed.path("id").asText(), changed.put("displayName", "edited"))
                .ok();
        admin.post(server + "/resource", Map.of("name", "later", "scopes", List.of(Map.of("name", "a"))))
                .ok();
        admin.post(
                        server + "/permission/scope",
                        Map.of("name", "later", "scopes", List.of("c"), "policies", List.of("auditors")))
                .ok();

        ImportJob undo = undo(job);

        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "shop", "rejected changed-since-import", "photo", "updated", "r1", "deleted", "r2", "deleted"));
        assertThat(scopes(admin, server)).containsExactlyInAnyOrder("extra", "view", "a", "b", "c");

        String later = admin.get(server + "/resource?name=later")
                .ok()
                .json()
                .at("/0/_id")
                .asText();
        admin.delete(server + "/resource/" + later).ok();

        assertThat(results(undo(job)))
                .isEqualTo(Map.of(
                        "shop", "rejected changed-since-import",
                        "photo", "unchanged",
                        "r1", "unchanged",
                        "r2", "unchanged"));
        assertThat(scopes(admin, server)).containsExactlyInAnyOrder("extra", "view", "b", "c");
    }

    /** Keycloak's import of settings changes resources that it looks up by name without invalidating them. */
    @Test
    default void cachedResourcesOfSettingsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = furnished();
        String resources = "/clients/"
                + job(realm, "skip", settings("")).outcomes().get(0).path("id").asText()
                + "/authz/resource-server/resource";
        AllTables before = AllTables.of(server());
        assertThat(realm.admin().get(realm.base() + resources).ok().body()).contains("/old");

        ImportJob job = job(
                realm,
                "merge",
                settings("")
                        .replace("'policies'", "'resources':[{'name':'photo','uris':['/new'],'type':'t'}],'policies'"));
        realm.admin().get(realm.base() + resources).ok();

        assertThat(results(undo(job))).isEqualTo(Map.of("shop", "updated"));
        assertThat(realm.admin().get(realm.base() + resources).ok().body()).contains("/old");
        before.assertSame(AllTables.of(server()));
    }

    /** Permission tickets belong to users and are not part of authorization settings. */
    @Test
    default void lossOfPermissionsThatUsersGrantedIsAWarning() {
        ImportRealm realm = furnished();
        String shared = settings("")
                .replace(
                        "'policies'",
                        "'resources':[{'name':'album','owner':{'name':'stays'},'ownerManagedAccess':true,"
                                + "'scopes':[{'name':'extra'}]}],'policies'");
        job(realm, "merge", shared);

        ImportJob withoutScope = job(realm, "merge", shared.replace("'scopes':[{'name':'extra'}]}]", "'scopes':[]}]"));
        ImportJob undoOfScope = undo(withoutScope);
        ImportJob changed =
                job(realm, "merge", shared.replace("'ownerManagedAccess'", "'uris':['/a'],'ownerManagedAccess'"));
        ImportJob undoOfChange = undo(changed);
        ImportJob without = job(
                realm,
                "replace",
                "{'type':'resource','clientId':'shop','name':'album','owner':{'name':'stays'},'ownerManagedAccess':true}");
        ImportJob undoOfResource = undo(without);
        String photo = "'resources':[{'name':'photo','scopes':[";
        job(
                realm,
                "merge",
                settings("").replace("'policies'", photo + "{'name':'view'},{'name':'extra'}]}],'policies'"));
        ImportJob withoutScopeOfAnother =
                job(realm, "merge", settings("").replace("'policies'", photo + "{'name':'view'}]}],'policies'"));
        ImportJob undoOfAnother = undo(withoutScopeOfAnother);
        ImportJob none = job(realm, "replace", settings(""));
        ImportJob undoOfNone = undo(none);

        assertThat(warnings(undoOfScope)).containsExactly("permission-tickets-not-restored");
        assertThat(warnings(undoOfChange)).isEmpty();
        assertThat(warnings(undoOfResource)).containsExactly("permission-tickets-not-restored");
        assertThat(warnings(undoOfAnother)).containsExactly("permission-tickets-not-restored");
        assertThat(undoOfAnother.outcomes().toString()).contains("album").doesNotContain("photo");
        assertThat(warnings(undoOfNone)).containsExactly("permission-tickets-not-restored");
    }

    private static List<String> warnings(ImportJob undo) {
        assertThat(undo.outcomes())
                .extracting(each -> each.path("status").asText())
                .containsExactly("updated");
        return undo.outcomes().get(0).path("warnings").findValuesAsText("code");
    }

    private static List<String> scopes(AdminClient admin, String server) {
        return admin.get(server + "/scope").ok().json().findValuesAsText("name");
    }

    /** With Keycloak's own call, the policy sets its attribute again. */
    @Test
    default void clientIsNotRestoredAgainstAPolicyOfTheRealm() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        ImportJob job = job(realm, "merge", "{'type':'client','clientId':'shop','name':'Shop'}");
        admin.put(
                        realm.base() + "/client-policies/profiles",
                        Map.of("profiles", List.of(Map.of("name", "pkce", "executors", List.of(pkce())))))
                .ok();
        Map<String, ?> anyClient = Map.of("condition", "any-client", "configuration", Map.of());
        Map<String, ?> policy =
                Map.of("name", "pkce", "enabled", true, "conditions", List.of(anyClient), "profiles", List.of("pkce"));
        admin.put(realm.base() + "/client-policies/policies", Map.of("policies", List.of(policy)))
                .ok();

        assertThat(results(undo(job))).isEqualTo(Map.of("shop", "rejected undo-not-supported"));
    }

    private static Map<String, ?> pkce() {
        return Map.of("executor", "pkce-enforcer", "configuration", Map.of("auto-configure", true));
    }
}
