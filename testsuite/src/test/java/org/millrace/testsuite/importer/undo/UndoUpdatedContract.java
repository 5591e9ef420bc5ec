package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;

/** {@code POST .../jobs/{id}/undo}: records that changed several entities, or associations of entities. */
interface UndoUpdatedContract extends Importing {

    private static ImportJob job(ImportRealm realm, String onConflict, String... lines) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict))
                .with(1, Stream.of(lines).map(line -> line.replace('\'', '"')).toList())
                .started();
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

    /** A realm with an organization, groups, a client with a resource, a client scope and roles. */
    private ImportRealm furnished() {
        ImportRealm realm = ImportRealm.create(server(), Map.of("organizationsEnabled", true))
                .into("records");
        AdminClient admin = realm.admin();
        admin.createRealmRole(realm.name(), "auditor");
        admin.createClient(
                realm.name(),
                Map.of(
                        "clientId",
                        "shop",
                        "publicClient",
                        false,
                        "fullScopeAllowed",
                        false,
                        "serviceAccountsEnabled",
                        true,
                        "authorizationServicesEnabled",
                        true));
        for (String user : List.of("stays", "leaves", "joins", "managed", "later")) {
            admin.createUser(realm.name(), user, user);
        }
        job(
                realm,
                "fail",
                "{'type':'client-scope','name':'custom','protocol':'openid-connect','protocolMappers':["
                        + "{'name':'kept','protocol':'openid-connect','protocolMapper':'oidc-hardcoded-claim-mapper',"
                        + "'config':{'claim.name':'a','claim.value':'b'}}]}",
                UndoCreatedContract.provider("broker"),
                UndoCreatedContract.mapper("broker", "country"),
                settings(policy("auditors", "POSITIVE") + "," + policy("gone", "POSITIVE")),
                "{'type':'organization','name':'acme','alias':'acme','domains':[{'name':'acme.example.org'}],"
                        + "'groups':[{'name':'sales','attributes':{'a':['b']}}],"
                        + "'members':[{'username':'stays'},{'username':'leaves','groups':['/sales']}]}",
                "{'type':'group','name':'top','attributes':{'a':['b']},"
                        + "'subGroups':[{'name':'one','attributes':{'a':['b']}},{'name':'two'}]}",
                "{'type':'resource','clientId':'shop','name':'photo','uris':['/old'],'scopes':[{'name':'view'}]}");
        return realm;
    }

    private static String group(ImportRealm realm, String path) {
        return realm.admin()
                .get(realm.base() + "/group-by-path/" + path)
                .ok()
                .json()
                .path("id")
                .asText();
    }

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

    private static String settings(String policies) {
        return "{'type':'authorization','clientId':'shop','authorizationServicesEnabled':true,"
                + "'authorizationSettings':{'scopes':[{'name':'extra'}],'policies':[" + policies + "]}}";
    }

    private static String policy(String name, String logic) {
        return "{'name':'" + name + "','type':'role','logic':'" + logic + "','decisionStrategy':'UNANIMOUS',"
                + "'config':{'roles':'[{\\\"id\\\":\\\"auditor\\\"}]'}}";
    }

    private static ImportJob changedParts(ImportRealm realm, String onConflict) {
        return job(
                realm,
                onConflict,
                "{'type':'client-scope','name':'custom','protocol':'openid-connect','description':'d','protocolMappers':["
                        + "{'name':'other','protocol':'openid-connect','protocolMapper':'oidc-hardcoded-claim-mapper',"
                        + "'config':{'claim.name':'a','claim.value':'b'}}]}",
                UndoCreatedContract.provider("broker").replace("i.example.org", "changed.example.org"),
                UndoCreatedContract.mapper("broker", "country").replace("'b'", "'changed'"),
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

    private static List<String> scopes(AdminClient admin, String server) {
        return admin.get(server + "/scope").ok().json().findValuesAsText("name");
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

    /** The members whom a record removed, and their departments, are not part of the organization any more when they are deleted. */
    @Test
    default void membershipOfADeletedUserOrDepartmentIsNotRestored() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        String replaced = "{'type':'organization','name':'acme','alias':'acme','domains':[{'name':'acme.example.org'}],"
                + "'members':[{'username':'stays'}]}";
        ImportJob withUser = job(realm, "replace", replaced);
        admin.delete(realm.base() + "/users/" + realm.ids().get("leaves")).ok();

        assertThat(results(undo(withUser))).containsEntry("acme", "rejected changed-since-import");

        job(realm, "merge", "{'type':'department','organization':'acme','path':'/sales','members':['stays']}");
        ImportJob withDepartment = job(realm, "replace", replaced.replace("'username':'stays'", "'username':'joins'"));
        String organization = realm.base() + "/organizations/"
                + admin.get(realm.base() + "/organizations")
                        .ok()
                        .json()
                        .at("/0/id")
                        .asText();
        String sales =
                admin.get(organization + "/groups").ok().json().at("/0/id").asText();
        admin.delete(organization + "/groups/" + sales).ok();

        assertThat(results(undo(withDepartment))).containsEntry("acme", "rejected changed-since-import");
    }

    /** The organization alone could be restored. Then nothing of the record is. */
    @Test
    default void membershipIsRestoredWithThePermissionForTheUserOnly() throws SQLException {
        ImportRealm realm = furnished();
        ImportJob job = job(
                realm.into("organizations"),
                "merge",
                "{'name':'acme','alias':'acme','description':'d','members':[{'username':'joins'}]}");
        AdminClient other = realm.newAdmin("manage-organizations", "view-users");
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(job.as(other));

        assertThat(results(undo)).containsEntry("acme", "rejected forbidden-user");
        assertThat(undo.get().at("/counts/updated").asInt())
                .as("%s", undo.outcomes())
                .isZero();
        before.assertSame(AllTables.of(server()));
    }

    /** Fine-grained permissions separate the groups of users from the users. */
    @Test
    default void groupsOfAMemberAreRestoredWithThePermissionForGroupMembershipsOnly() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        admin.put(realm.base(), Map.of("adminPermissionsEnabled", true)).ok();
        ImportJob job =
                job(realm.into("departments"), "merge", "{'organization':'acme','path':'/sales','members':['stays']}");
        AdminClient other = realm.newAdmin("manage-organizations");
        String server = realm.base() + "/clients/"
                + admin.get(realm.base() + "/clients?clientId=admin-permissions")
                        .ok()
                        .json()
                        .at("/0/id")
                        .asText()
                + "/authz/resource-server";
        List<String> users = List.copyOf(realm.ids("admin-").values());
        admin.post(server + "/policy/user", Map.of("name", "other", "users", users))
                .ok();

        grant(admin, server, "manage");

        assertThat(results(undo(job.as(other))).values()).containsExactly("rejected forbidden-user");

        grant(admin, server, "manage-group-membership");

        assertThat(results(undo(job.as(other))).values()).containsExactly("updated");
    }

    /** Grants the policy {@code other} a permission for all users. */
    private static void grant(AdminClient admin, String server, String scope) {
        admin.post(
                        server + "/permission/scope",
                        Map.of(
                                "name",
                                scope,
                                "resourceType",
                                "Users",
                                "resources",
                                List.of(),
                                "scopes",
                                List.of(scope),
                                "policies",
                                List.of("other")))
                .ok();
    }

    /** The fingerprint of a group leaves out the groups that later records of the same transaction create below it. */
    @Test
    default void createdGroupsWithRecordsOfTheirOwnAreDeleted() throws SQLException {
        ImportRealm realm = furnished();
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(job(
                realm,
                "fail",
                "{'type':'group','path':'/p','subGroups':[{'name':'x'}]}",
                "{'type':'group','path':'/p/q'}",
                "{'type':'group','path':'/p/q/r'}",
                "{'type':'group','path':'/top/q'}"));

        assertThat(undo.get().at("/counts/deleted").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(4);
        before.assertSame(AllTables.of(server()));
    }

    @Test
    default void groupThatGivesTheLastAdministratorTheRoleKeepsIt() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        String user = admin.createUser(realm.name(), "only", "only");
        String group = admin.createGroup(realm.name(), "operators");
        admin.put(realm.base() + "/users/" + user + "/groups/" + group, Map.of())
                .ok();
        ImportJob job = job(
                realm,
                "merge",
                "{'type':'group','path':'/operators','clientRoles':{'realm-management':['realm-admin']}}");

        ImportJob undo = undo(job);

        assertThat(results(undo).values()).containsExactly("rejected last-administrator");
        assertThat(admin.get(realm.base() + "/groups/" + group)
                        .ok()
                        .json()
                        .path("clientRoles")
                        .toString())
                .contains("realm-admin");
    }

    /** Later records of the same transaction create and change groups below a new one, and not the new one. */
    @Test
    default void createdGroupsBelowWhichTheJobChangedGroupsLaterAreDeleted() throws SQLException {
        ImportRealm realm = furnished();
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(job(
                realm,
                "merge",
                "{'type':'group','path':'/p'}",
                "{'type':'group','path':'/p','subGroups':[{'name':'x'}]}",
                "{'type':'group','path':'/q','subGroups':[{'name':'y'}]}",
                "{'type':'group','path':'/p','subGroups':[{'name':'x','description':'d'}]}",
                "{'type':'group','path':'/q','subGroups':[{'name':'y','description':'d'}]}"));

        assertThat(undo.get().at("/counts/deleted").asInt())
                .as("%s", undo.outcomes())
                .isEqualTo(2);
        assertThat(undo.get().at("/counts/updated").asInt()).isEqualTo(3);
        before.assertSame(AllTables.of(server()));
    }

    /** Keycloak would delete the existing group together with the new one. */
    @Test
    default void createdGroupIntoWhichTheJobMovedAnExistingOneIsLeftAsItIs() throws SQLException {
        ImportRealm realm = furnished();
        ImportJob job = job(
                realm,
                "merge",
                "{'type':'group','path':'/p','subGroups':[{'name':'two','id':'" + group(realm, "top/two") + "'}]}");
        AllTables before = AllTables.of(server());

        ImportJob undo = undo(job);

        assertThat(results(undo).values()).containsExactly("rejected undo-not-supported");
        before.assertSame(AllTables.of(server()));
    }

    private static String organization(ImportRealm realm) {
        return realm.base() + "/organizations/"
                + realm.admin()
                        .get(realm.base() + "/organizations")
                        .ok()
                        .json()
                        .at("/0/id")
                        .asText();
    }

    /** More than one block of ids in a query. */
    @Thorough
    @Test
    default void manyMembersOfAnOrganizationAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = furnished();
        int members = 501;
        realm.into("users").take(UserLine.several("member", members));
        AllTables before = AllTables.of(server());
        String named = IntStream.range(0, members)
                .mapToObj(i -> "{'username':'member-" + i + "'"
                        + (i % 3 == 0 ? ",'membershipType':'MANAGED'" : "")
                        + (i % 2 == 0 ? ",'groups':['/sales']" : "") + "}")
                .collect(Collectors.joining(","));
        String joined = "{'type':'organization','name':'acme','alias':'acme','members':[" + named + "]}";

        ImportJob undo = undo(job(realm, "merge", joined));

        assertThat(results(undo)).as("%s", undo.outcomes()).containsEntry("acme", "updated");
        before.assertSame(AllTables.of(server()));

        job(realm, "merge", joined.replace(",'membershipType':'MANAGED'", ""));
        AllTables joinedBefore = AllTables.of(server());
        ImportJob left = undo(job(
                realm,
                "replace",
                "{'type':'organization','name':'acme','alias':'acme','domains':[{'name':'acme.example.org'}],'members':["
                        + "{'username':'stays'}]}"));

        assertThat(results(left)).as("%s", left.outcomes()).containsEntry("acme", "updated");
        joinedBefore.assertSame(AllTables.of(server()));
    }

    /** Keycloak caches who is a member of an organization, and who is not. */
    @Test
    default void restoredMembershipsAreVisibleImmediately() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        Map<String, String> ids = realm.ids();
        ImportJob job = job(
                realm,
                "replace",
                "{'type':'organization','name':'acme','alias':'acme','domains':[{'name':'acme.example.org'}],"
                        + "'members':[{'username':'stays'},{'username':'joins'}]}");
        String members = organization(realm) + "/members/";
        String organizationsOf = realm.base() + "/organizations/members/";
        assertThat(admin.get(members + ids.get("joins")).status()).isEqualTo(200);
        assertThat(admin.get(members + ids.get("leaves")).status()).isEqualTo(404);
        assertThat(admin.get(organizationsOf + ids.get("joins") + "/organizations")
                        .ok()
                        .json())
                .hasSize(1);
        assertThat(admin.get(organizationsOf + ids.get("leaves") + "/organizations")
                        .ok()
                        .json())
                .isEmpty();

        undo(job);

        assertThat(admin.get(members + ids.get("joins")).status()).isEqualTo(404);
        assertThat(admin.get(members + ids.get("leaves")).status()).isEqualTo(200);
        assertThat(admin.get(organizationsOf + ids.get("joins") + "/organizations")
                        .ok()
                        .json())
                .isEmpty();
        assertThat(admin.get(organizationsOf + ids.get("leaves") + "/organizations")
                        .ok()
                        .json())
                .hasSize(1);
    }

    @Thorough
    @Test
    default void manyNewSubgroupsAreAsBeforeTheJob() throws SQLException {
        ImportRealm realm = furnished();
        AllTables before = AllTables.of(server());
        String many = IntStream.range(0, 260)
                .mapToObj(i -> "{'name':'sub-" + i + "'}")
                .collect(Collectors.joining(","));

        ImportJob undo = undo(job(
                realm,
                "merge",
                "{'type':'group','name':'top','subGroups':[{'name':'one','subGroups':[" + many + "]},{'name':'two',"
                        + "'subGroups':[{'name':'sub-1','subGroups':[{'name':'deep'}]}]}," + many + "]}"));

        assertThat(results(undo)).as("%s", undo.outcomes()).containsEntry("top", "updated");
        before.assertSame(AllTables.of(server()));
    }

    /** What an event says, without the ids of events. */
    private static List<String> events(ImportRealm realm) {
        List<String> events = realm.admin()
                .get(realm.base() + "/admin-events?max=100")
                .ok()
                .json()
                .valueStream()
                .map(event -> Stream.of("operationType", "resourceType", "resourcePath", "representation")
                        .map(field -> event.path(field).asText())
                        .collect(Collectors.joining(" ")))
                .sorted()
                .toList();
        realm.admin().delete(realm.base() + "/admin-events").ok();
        return events;
    }

    @Test
    default void restoredMembershipsFireTheEventsOfKeycloaksOwnCalls() {
        ImportRealm realm = furnished();
        AdminClient admin = realm.admin();
        String organization = organization(realm);
        Map<String, String> ids = realm.ids();
        String sales = organization + "/groups/"
                + admin.get(organization + "/groups").ok().json().at("/0/id").asText();
        admin.put(realm.base(), Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true))
                .ok();
        String joins = "{'type':'organization','name':'acme','alias':'acme','members':[{'username':'joins'}]}";
        String enters = "{'type':'department','organization':'acme','path':'/sales','members':['stays']}";
        String leaves = "{'type':'organization','name':'acme','alias':'acme','domains':[{'name':'acme.example.org'}],"
                + "'members':[{'username':'stays'}]}";
        job(realm, "merge", joins, enters);
        events(realm);
        admin.delete(sales + "/members/" + ids.get("stays")).ok();
        admin.delete(organization + "/members/" + ids.get("joins")).ok();
        List<String> left = events(realm);
        job(realm, "replace", leaves);
        events(realm);
        admin.post(organization + "/members", Objects.requireNonNull(ids.get("leaves")))
                .ok();
        admin.put(sales + "/members/" + ids.get("leaves"), Map.of()).ok();
        List<String> joined = events(realm);

        ImportJob joining = eachJob(realm, "merge", joins, enters);
        events(realm);
        assertThat(undo(joining).get().at("/counts/updated").asInt()).isEqualTo(2);
        List<String> leftByUndo = events(realm);
        ImportJob leaving = eachJob(realm, "replace", leaves);
        events(realm);
        assertThat(undo(leaving).get().at("/counts/updated").asInt()).isEqualTo(1);
        List<String> joinedByUndo = events(realm);

        assertThat(leftByUndo).isEqualTo(left).hasSize(2);
        assertThat(joinedByUndo).isEqualTo(joined).hasSize(2);
    }

    /** A job that fires an event for each change, as its undo then does. */
    private static ImportJob eachJob(ImportRealm realm, String onConflict, String... lines) {
        ImportJob job = ImportJob.create(realm, Map.of("onConflict", onConflict, "events", "each"))
                .with(1, Stream.of(lines).map(line -> line.replace('\'', '"')).toList())
                .started();
        assertThat(job.finished().path("state").asText())
                .as("%s", job.outcomes())
                .isEqualTo("completed");
        return job;
    }
}
