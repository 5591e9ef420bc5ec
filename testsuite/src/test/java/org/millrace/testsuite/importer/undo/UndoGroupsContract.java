package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.UndoingRecords.group;
import static org.millrace.testsuite.importer.undo.UndoingRecords.ids;
import static org.millrace.testsuite.importer.undo.UndoingRecords.job;
import static org.millrace.testsuite.importer.undo.UndoingRecords.results;
import static org.millrace.testsuite.importer.undo.UndoingRecords.undo;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;

/** {@code POST .../jobs/{id}/undo}: groups, and organizations with their members. */
interface UndoGroupsContract extends UndoingRecords {
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
}
