package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.UndoingRecords.ids;
import static org.millrace.testsuite.importer.undo.UndoingRecords.job;
import static org.millrace.testsuite.importer.undo.UndoingRecords.provider;
import static org.millrace.testsuite.importer.undo.UndoingRecords.results;
import static org.millrace.testsuite.importer.undo.UndoingRecords.undo;

import io.restassured.http.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** {@code POST .../jobs/{id}/undo}: roles, groups and clients that the job created. */
interface UndoCreatedContract extends UndoingRecords {
    @Test
    default void createdEntitiesThatWereChangedSinceAreLeftAsTheyAre() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String base = realm.base();
        ImportJob job = job(
                realm,
                List.of(
                        "{'type':'role','name':'whole','composites':{'realm':['part']}}",
                        "{'type':'role','name':'part'}",
                        "{'type':'role','name':'edited-role'}",
                        "{'type':'role','name':'composed-role'}",
                        "{'type':'group','name':'plain-group','realmRoles':['part'],'subGroups':[{'name':'below'}]}",
                        "{'type':'group','name':'edited-group'}",
                        "{'type':'group','name':'parent-group'}",
                        "{'type':'client','clientId':'plain-client','redirectUris':['https://a.example.org/*']}",
                        "{'type':'client','clientId':'edited-client'}",
                        "{'type':'client','clientId':'client-with-role'}",
                        "{'type':'organization','name':'plain-org','domains':[{'name':'plain.example.org'}]}",
                        "{'type':'organization','name':'edited-org','domains':[{'name':'edited.example.org'}]}"),
                List.of("{'type':'user','username':'joins','enabled':true,'groups':['/plain-group']}"));
        Map<String, String> ids = ids(job);
        String visitor = admin.createUser(realm.name(), "visitor", "visitor");
        admin.put(base + "/users/" + visitor + "/groups/" + ids.get("plain-group"), Map.of())
                .ok();
        admin.put(base + "/roles/edited-role", Map.of("name", "edited-role", "description", "edited"))
                .ok();
        admin.post(base + "/roles/composed-role/composites", List.of(Map.of("id", ids.get("part"), "name", "part")))
                .ok();
        admin.put(
                        base + "/groups/" + ids.get("edited-group"),
                        Map.of("name", "edited-group", "attributes", Map.of("a", List.of("b"))))
                .ok();
        admin.post(base + "/groups/" + ids.get("parent-group") + "/children", Map.of("name", "added"))
                .ok();
        admin.put(
                        base + "/clients/" + ids.get("edited-client"),
                        Map.of("clientId", "edited-client", "redirectUris", List.of("https://b.example.org/*")))
                .ok();
        admin.createClientRole(realm.name(), Objects.requireNonNull(ids.get("client-with-role")), "added");
        admin.put(
                        base + "/organizations/" + ids.get("edited-org"),
                        Map.of(
                                "name",
                                "edited-org",
                                "description",
                                "edited",
                                "domains",
                                List.of(Map.of("name", "edited.example.org"))))
                .ok();

        ImportJob undo = undo(job);

        String changed = "rejected changed-since-import";
        Map<String, String> expected = new TreeMap<>();
        ids.keySet().forEach(key -> expected.put(key, "deleted"));
        for (String key : List.of(
                "edited-role",
                "composed-role",
                "edited-group",
                "parent-group",
                "edited-client",
                "client-with-role",
                "edited-org")) {
            expected.put(key, changed);
        }
        assertThat(results(undo)).isEqualTo(expected);
        assertThat(admin.get(base + "/roles/edited-role")
                        .ok()
                        .json()
                        .path("description")
                        .asText())
                .isEqualTo("edited");
        assertThat(admin.get(base + "/groups/" + ids.get("parent-group") + "/children")
                        .ok()
                        .json())
                .hasSize(1);
        assertThat(admin.get(base + "/organizations/" + ids.get("edited-org")).status())
                .isEqualTo(200);
        assertThat(admin.get(base + "/groups/" + ids.get("plain-group")).status())
                .isEqualTo(404);
    }

    /** The fingerprint of a created entity is compared once later changes of the same job are undone. */
    @Test
    default void createdEntitiesThatTheJobChangedLaterAreDeleted() {
        ImportRealm realm = records();
        List<String> created = List.of(
                "{'type':'role','name':'role','attributes':{'a':['1']}}",
                "{'type':'role','name':'part'}",
                "{'type':'role','name':'role','description':'second','composites':{'realm':['part']}}",
                "{'type':'group','name':'group'}",
                "{'type':'group','name':'group','attributes':{'a':['2']}}",
                "{'type':'client','clientId':'client','secret':'first-secret','attributes':{'a':'1'}}",
                "{'type':'organization','name':'org','domains':[{'name':'org.example.org'}]}");
        List<String> changed = List.of(
                "{'type':'role','name':'role','description':'third','attributes':{'b':['2']}}",
                "{'type':'group','name':'group','attributes':{'a':['3']},'realmRoles':['role']}",
                "{'type':'client','clientId':'client','name':'Client','redirectUris':['https://b.example.org/*'],"
                        + "'attributes':{'b':'2'},'secret':'second-secret'}",
                "{'type':'role','clientId':'client','name':'of-client'}",
                "{'type':'organization','name':'org','description':'d','attributes':{'x':['y']}}");

        ImportJob undo = undo(job(realm, created, changed));

        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "role", "updated, updated, deleted",
                        "part", "deleted",
                        "group", "updated, updated, deleted",
                        "client", "updated, deleted",
                        "of-client", "deleted",
                        "org", "updated, deleted"));
    }

    /** The undo of the later record restores the entity itself, without what others added to it. */
    @Test
    default void createdEntitiesThatTheJobChangedLaterAreLeftWithWhatWasAddedSince() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String base = realm.base();
        admin.createRealmRole(realm.name(), "present");
        ImportJob job = job(
                realm,
                List.of(
                        "{'type':'group','name':'group'}",
                        "{'type':'group','name':'group','attributes':{'a':['1']}}",
                        "{'type':'client','clientId':'client'}",
                        "{'type':'client','clientId':'client','name':'changed'}",
                        "{'type':'client-scope','name':'scope','protocol':'openid-connect'}",
                        "{'type':'client-scope','name':'scope','protocol':'openid-connect','description':'d'}",
                        provider("provider"),
                        provider("provider").replace("i.example.org", "changed.example.org"),
                        "{'type':'organization','name':'org','domains':[{'name':'org.example.org'}]}",
                        "{'type':'organization','name':'org','description':'d','groups':[{'name':'by-job'}]}"),
                List.of());
        Map<String, String> ids = ids(job);
        admin.post(base + "/groups/" + ids.get("group") + "/children", Map.of("name", "added"))
                .ok();
        admin.createClientRole(realm.name(), Objects.requireNonNull(ids.get("client")), "added");
        admin.post(
                        base + "/client-scopes/" + ids.get("scope") + "/scope-mappings/realm",
                        List.of(admin.get(base + "/roles/present").ok().json()))
                .ok();
        admin.post(
                        base + "/identity-provider/instances/provider/mappers",
                        Map.of(
                                "name",
                                "added",
                                "identityProviderAlias",
                                "provider",
                                "identityProviderMapper",
                                "hardcoded-attribute-idp-mapper",
                                "config",
                                Map.of("attribute", "a", "attribute.value", "b")))
                .ok();
        admin.post(base + "/organizations/" + ids.get("org") + "/groups", Map.of("name", "added"))
                .ok();

        ImportJob undo = undo(job);

        Map<String, String> expected = new TreeMap<>();
        ids.keySet().forEach(key -> expected.put(key, "updated, rejected changed-since-import"));
        assertThat(results(undo)).isEqualTo(expected);
        assertThat(admin.get(base + "/groups/" + ids.get("group") + "/children")
                        .ok()
                        .json()
                        .findValuesAsText("name"))
                .containsExactly("added");
        assertThat(admin.get(base + "/organizations/" + ids.get("org") + "/groups")
                        .ok()
                        .json()
                        .findValuesAsText("name"))
                .containsExactly("added");
    }

    /** The first undo has deleted or found nothing: what exists now with the same id and values is another entity. */
    @Test
    default void entityThatWasCreatedAgainAfterAnUndoIsLeftAsItIs() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String base = realm.base();
        String id = UUID.randomUUID().toString();
        String gone = UUID.randomUUID().toString();
        admin.createRealmRole(realm.name(), "updated");
        String role = "{'type':'role','name':'again','id':'" + id + "'}";
        String other = "{'type':'role','name':'gone','id':'" + gone + "'}";
        String update = "{'type':'role','name':'updated','description':'d'}";
        ImportJob job = job(realm, List.of(role, other, update, "{'type':'role','name':'edited'}"), List.of());
        admin.put(base + "/roles/edited", Map.of("name", "edited", "description", "edited"))
                .ok();
        admin.delete(base + "/roles/gone").ok();
        assertThat(results(undo(job)))
                .isEqualTo(Map.of(
                        "again", "deleted",
                        "gone", "unchanged",
                        "updated", "updated",
                        "edited", "rejected changed-since-import"));
        job(realm, List.of(role, other, update), List.of());

        ImportJob undo = undo(job);

        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "again", "unchanged",
                        "gone", "unchanged",
                        "updated", "unchanged",
                        "edited", "rejected changed-since-import"));
        assertThat(admin.get(base + "/roles-by-id/" + id).status()).isEqualTo(200);
        assertThat(admin.get(base + "/roles-by-id/" + gone).status()).isEqualTo(200);
        assertThat(admin.get(base + "/roles/updated")
                        .ok()
                        .json()
                        .path("description")
                        .asText())
                .isEqualTo("d");
    }

    @Test
    default void repeatedRequestWithTheSameKeyBeginsOneUndo() {
        ImportRealm realm = records();
        ImportJob job = job(realm, List.of("{'type':'role','name':'a'}"), List.of("{'type':'role','name':'b'}"));
        Answer first = keyed(job, "undo", "key-1");
        ImportJob undo = new ImportJob(job.admin(), job.jobs(), first.createdId());
        undo.finished();

        Answer second = keyed(job, "undo", "key-1");

        assertThat(second.status()).as(second.body()).isEqualTo(201);
        assertThat(second.createdId()).isEqualTo(undo.id());
        assertThat(ImportJob.title(keyed(job, "undo?dryRun=true", "key-1"))).isEqualTo("422 idempotency-key-reused");
        assertThat(ImportJob.title(keyed(job, "undo", "key-2"))).isEqualTo("409 job-undone");
        assertThat(ImportJob.title(keyed(job, "undo", "x".repeat(256)))).isEqualTo("400 invalid-idempotency-key");
    }

    private static Answer keyed(ImportJob job, String call, String key) {
        return Answer.of(
                job.admin().given().header("Idempotency-Key", key).noContentType(), Method.POST, job.path("/" + call));
    }
}
