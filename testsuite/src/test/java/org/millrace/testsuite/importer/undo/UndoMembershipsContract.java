package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.UndoingRecords.job;
import static org.millrace.testsuite.importer.undo.UndoingRecords.results;
import static org.millrace.testsuite.importer.undo.UndoingRecords.undo;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;

/** {@code POST .../jobs/{id}/undo}: memberships of organizations and groups that the job changed. */
interface UndoMembershipsContract extends UndoingRecords {
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
