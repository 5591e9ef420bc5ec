package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.restassured.http.Method;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;

/** {@code POST .../jobs/{id}/undo}: roles, groups, clients and organizations that the job created. */
interface UndoCreatedContract extends Importing {

    private static ImportJob job(ImportRealm realm, List<String> first, List<String> second) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", "merge"))
                .with(1, first.stream().map(line -> line.replace('\'', '"')).toList());
        if (!second.isEmpty()) {
            job = job.with(
                    2, second.stream().map(line -> line.replace('\'', '"')).toList());
        }
        job.started();
        assertThat(job.finished().path("state").asText())
                .as("%s", job.outcomes())
                .isEqualTo("completed");
        return job;
    }

    private static ImportJob undo(ImportJob job) {
        Answer answer = job.post("undo");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        ImportJob undo = new ImportJob(job.admin(), job.jobs(), answer.createdId());
        undo.finished();
        return undo;
    }

    /** Status and codes by key; of several outcomes with one key, in the order of the ledger. */
    private static Map<String, String> results(ImportJob undo) {
        Map<String, String> results = new TreeMap<>();
        for (JsonNode outcome : undo.outcomes()) {
            StringBuilder result = new StringBuilder(outcome.path("status").asText());
            outcome.path("problems")
                    .forEach(each -> result.append(' ').append(each.path("code").asText()));
            results.merge(outcome.path("key").asText(), result.toString(), (one, other) -> one + ", " + other);
        }
        return results;
    }

    private static Map<String, String> ids(ImportJob job) {
        Map<String, String> ids = new TreeMap<>();
        job.outcomes()
                .forEach(outcome ->
                        ids.put(outcome.path("key").asText(), outcome.path("id").asText()));
        return ids;
    }

    private ImportRealm records() {
        return ImportRealm.create(server(), Map.of("organizationsEnabled", true))
                .into("records");
    }

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

    /** The record of an identity provider. */
    static String provider(String alias) {
        return "{'type':'identity-provider','alias':'" + alias + "','providerId':'oidc','config':{'clientId':'c',"
                + "'clientSecret':'s','authorizationUrl':'https://i.example.org/a','tokenUrl':'https://i.example.org/t'}}";
    }

    /** The record of a mapper of an identity provider. */
    static String mapper(String alias, String name) {
        return "{'type':'identity-provider-mapper','identityProviderAlias':'" + alias + "','name':'" + name
                + "','identityProviderMapper':'hardcoded-attribute-idp-mapper',"
                + "'config':{'attribute':'a','attribute.value':'b'}}";
    }

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

    /** Keycloak deletes managed members together with their organization. */
    @Test
    default void existingUserWhomTheJobMadeAManagedMemberIsKept() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String user = admin.createUser(realm.name(), "present", "present");
        ImportJob job = job(
                realm,
                List.of("{'type':'user','username':'new','enabled':true}"),
                List.of("{'type':'organization','name':'org','domains':[{'name':'org.example.org'}],'members':["
                        + "{'username':'present','membershipType':'MANAGED'},"
                        + "{'username':'new','membershipType':'MANAGED'}]}"));

        ImportJob undo = undo(job);

        assertThat(results(undo)).isEqualTo(Map.of("org", "deleted", "new", "deleted"));
        assertThat(admin.get(realm.base() + "/users/" + user).status()).isEqualTo(200);
        assertThat(realm.login("present", "present").status()).isEqualTo(200);
        assertThat(realm.has("new")).isFalse();
        assertThat(admin.get(realm.base() + "/organizations").ok().json()).isEmpty();
    }

    /** Keycloak would delete the member whom another import has added since. */
    @Test
    default void organizationWithAManagedMemberAddedSinceIsLeftAsItIs() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        admin.createUser(realm.name(), "by-job", "by-job");
        String later = admin.createUser(realm.name(), "later", "later");
        String organization =
                "{'type':'organization','name':'org','alias':'org','domains':[{'name':'org.example.org'}],"
                        + "'members':[{'username':'by-job','membershipType':'MANAGED'}]}";
        ImportJob job = job(realm, List.of(organization), List.of());
        job(realm, List.of(organization.replace("by-job", "later")), List.of());

        ImportJob undo = undo(job);

        assertThat(results(undo)).isEqualTo(Map.of("org", "rejected changed-since-import"));
        String members = realm.base() + "/organizations/" + ids(job).get("org") + "/members";
        assertThat(admin.get(members).ok().json().findValuesAsText("username"))
                .containsExactlyInAnyOrder("by-job", "later");
        assertThat(admin.get(members + "/" + later)
                        .ok()
                        .json()
                        .path("membershipType")
                        .asText())
                .isEqualTo("MANAGED");
    }

    /** The fingerprint of the organization leaves out the members whom later records of the same transaction add. */
    @Test
    default void organizationToWhichTheJobAddedManagedMembersLaterIsDeletedWithoutThem() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        admin.createUser(realm.name(), "first", "first");
        admin.createUser(realm.name(), "second", "second");
        String organization =
                "{'type':'organization','name':'org','alias':'org','domains':[{'name':'org.example.org'}],"
                        + "'members':[{'username':'first','membershipType':'MANAGED'}]}";

        ImportJob undo = undo(job(realm, List.of(organization, organization.replace("first", "second")), List.of()));

        assertThat(results(undo)).isEqualTo(Map.of("org", "updated, deleted"));
        assertThat(realm.has("first")).isTrue();
        assertThat(realm.has("second")).isTrue();
        assertThat(admin.get(realm.base() + "/organizations").ok().json()).isEmpty();
    }

    /** Keycloak deletes a group with those below it: the outcomes of these would be untrue. */
    @Test
    default void groupStaysWithAGroupBelowItThatStays() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String base = realm.base();
        ImportJob job = job(
                realm,
                List.of(
                        "{'type':'group','path':'/top'}",
                        "{'type':'group','path':'/top/middle'}",
                        "{'type':'group','path':'/top/middle/edited'}",
                        "{'type':'group','path':'/top/other'}"),
                List.of());
        Map<String, String> ids = ids(job);
        admin.put(
                        base + "/groups/" + ids.get("/top/middle/edited"),
                        Map.of("name", "edited", "attributes", Map.of("a", List.of("b"))))
                .ok();

        ImportJob undo = undo(job);

        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "/top", "rejected changed-since-import",
                        "/top/middle", "rejected changed-since-import",
                        "/top/middle/edited", "rejected changed-since-import",
                        "/top/other", "deleted"));
        assertThat(admin.get(base + "/groups/" + ids.get("/top/middle/edited")).status())
                .isEqualTo(200);
    }

    /** Fine-grained permissions of Keycloak for a group do not include those below it. */
    @Test
    default void groupStaysWithAGroupBelowItThatTheCallerMayNotDelete() {
        ImportRealm realm = records();
        AdminClient admin = realm.admin();
        String base = realm.base();
        admin.put(base, Map.of("adminPermissionsEnabled", true)).ok();
        String owner = admin.createUser(realm.name(), "owner", "owner");
        admin.grant(realm.name(), owner, "realm-management", "manage-users");
        ImportJob job = job(
                realm.into("groups").as(AdminClient.login(realm.node(), realm.name(), "owner", "owner")),
                List.of("{'path':'/top'}", "{'path':'/top/hidden'}", "{'path':'/top/managed'}", "{'path':'/other'}"),
                List.of());
        Map<String, String> ids = ids(job);
        admin.revoke(realm.name(), owner, "realm-management", "manage-users");
        admin.grant(realm.name(), owner, "realm-management", "query-groups");
        String server = base + "/clients/"
                + admin.get(base + "/clients?clientId=admin-permissions")
                        .ok()
                        .json()
                        .at("/0/id")
                        .asText()
                + "/authz/resource-server";
        admin.post(server + "/policy/user", Map.of("name", "other", "users", List.of(owner)))
                .ok();
        admin.post(
                        server + "/permission/scope",
                        Map.of(
                                "name",
                                "some-groups",
                                "resourceType",
                                "Groups",
                                "resources",
                                Stream.of("/top", "/top/managed", "/other")
                                        .map(ids::get)
                                        .toList(),
                                "scopes",
                                List.of("manage", "view"),
                                "policies",
                                List.of("other")))
                .ok();

        ImportJob undo = undo(job.as(AdminClient.login(realm.node(), realm.name(), "owner", "owner")));

        assertThat(results(undo))
                .isEqualTo(Map.of(
                        "/top", "rejected changed-since-import",
                        "/top/hidden", "rejected forbidden",
                        "/top/managed", "deleted",
                        "/other", "deleted"));
        assertThat(admin.get(base + "/groups/" + ids.get("/top/hidden")).status())
                .isEqualTo(200);
        assertThat(admin.get(base + "/groups/" + ids.get("/top/managed")).status())
                .isEqualTo(404);
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
                created.stream().map(UndoCreatedContract::clientWithSettings).toList(),
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
