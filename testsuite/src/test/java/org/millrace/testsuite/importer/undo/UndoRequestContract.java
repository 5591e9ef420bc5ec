package org.millrace.testsuite.importer.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.millrace.testsuite.importer.undo.Undoing.job;
import static org.millrace.testsuite.importer.undo.Undoing.record;
import static org.millrace.testsuite.importer.undo.Undoing.results;
import static org.millrace.testsuite.importer.undo.Undoing.undo;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** {@code POST .../jobs/{id}/undo}: dry runs, permissions of the caller, and jobs that cannot be undone. */
interface UndoRequestContract extends Undoing {
    @Test
    default void dryRunShowsWhatAnUndoWouldDo() throws SQLException {
        ImportRealm realm = realm(Map.of());
        realm.take(UserLine.of(Map.of("username", "present", "firstName", "Before")));
        ImportJob job = job(
                realm,
                "merge",
                List.of(UserLine.of(Map.of("username", "present", "firstName", "After")), UserLine.named("new")));
        Map<String, Set<String>> before = rows(realm);

        ImportJob undo = undo(new ImportJob(job.admin(), job.jobs(), job.id()), "?dryRun=true");

        JsonNode counts = undo.finished().path("counts");
        assertThat(counts.path("deleted").asInt()).as("%s", undo.outcomes()).isEqualTo(1);
        assertThat(counts.path("updated").asInt()).isEqualTo(1);
        assertThat(rows(realm)).isEqualTo(before);
    }

    @Test
    default void importWithUndoRunsAsAJob() {
        ImportRealm realm = realm(Map.of());
        Answer answer =
                realm.with("undo=true").post((UserLine.named("mistake") + "\n").getBytes(StandardCharsets.UTF_8));
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        ImportJob job = new ImportJob(realm.admin(), ImportJob.collection(realm), answer.createdId());
        job.finished();

        undo(job).finished();

        assertThat(realm.has("mistake")).isFalse();
    }

    @Test
    default void jobsThatCannotBeUndoneAreRefused() {
        ImportRealm realm = realm(Map.of());
        ImportJob open = ImportJob.create(realm, Map.of()).with(1, UserLine.several("open", 1));
        ImportJob done = job(realm, "fail", UserLine.several("user", 2));
        ImportJob dryRun = ImportJob.create(realm, Map.of("dryRun", true))
                .with(1, UserLine.several("dry", 1))
                .started();
        dryRun.finished();
        ImportJob undo = undo(done);
        undo.finished();
        ImportJob deletion = job(realm, "fail", List.of(record("{'username':'absent','$op':'delete'}")));
        realm.take(UserLine.named("present"));
        ImportJob deleted = job(realm, "fail", List.of(record("{'username':'present','$op':'delete'}")));

        assertThat(ImportJob.title(open.post("undo"))).isEqualTo("409 job-open");
        assertThat(ImportJob.title(dryRun.post("undo"))).isEqualTo("409 job-is-dry-run");
        assertThat(ImportJob.title(undo.post("undo"))).isEqualTo("409 undo-of-undo");
        assertThat(ImportJob.title(deleted.post("undo"))).isEqualTo("409 job-has-deletions");
        assertThat(ImportJob.title(
                        new ImportJob(done.admin(), done.jobs(), deletion.id().replaceFirst("^.", "z")).post("undo")))
                .isEqualTo("404 unknown-job");
        assertThat(ImportJob.title(done.post("undo"))).isEqualTo("409 job-undone");
        assertThat(ImportJob.title(done.post("undo?dryRun=perhaps"))).isEqualTo("400 invalid-parameter");
    }

    /** A caller who may not change an entity does not learn whether it was changed. */
    @Test
    default void entityThatTheCallerMayNotChangeIsForbidden() {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        admin.createRealmRole(realm.name(), "auditor");
        admin.createRealmRole(realm.name(), "edited");
        String client = admin.createClient(realm.name(), Map.of("clientId", "shop"));
        admin.createClientRole(realm.name(), client, "seller");
        String owner = admin.createUser(realm.name(), "owner", "owner");
        admin.grant(realm.name(), owner, "realm-management", "manage-clients");
        admin.grant(realm.name(), owner, "realm-management", "manage-realm");
        ImportJob job = job(
                realm.into("roles").as(AdminClient.login(realm.node(), realm.name(), "owner", "owner")),
                "merge",
                List.of(
                        record("{'name':'auditor','description':'d'}"),
                        record("{'name':'edited','description':'d'}"),
                        record("{'name':'seller','clientId':'shop','description':'d'}")));
        admin.put(realm.base() + "/roles/edited", Map.of("name", "edited", "description", "by an administrator"))
                .ok();
        admin.revoke(realm.name(), owner, "realm-management", "manage-realm");

        ImportJob undo = undo(job.as(AdminClient.login(realm.node(), realm.name(), "owner", "owner")));
        undo.finished();

        assertThat(results(undo))
                .isEqualTo(
                        Map.of("auditor", "rejected forbidden", "edited", "rejected forbidden", "seller", "updated"));
    }

    /** Each record needs the permission that the caller of the undo has now. */
    @Test
    default void callerWithoutPermissionUndoesNothing() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        realm.take(UserLine.of(Map.of("username", "manager", "firstName", "Before")));
        admin.grant(
                realm.name(), Objects.requireNonNull(realm.ids().get("manager")), "realm-management", "realm-admin");
        ImportRealm replacing = realm.into("users");
        ImportJob job = job(
                replacing,
                "replace",
                List.of(UserLine.of(Map.of("username", "manager", "firstName", "After")), UserLine.named("created")));
        assertThat(realm.clientRoles("manager", "realm-management")).isEmpty();

        for (String role : List.of("", "view-users", "manage-clients")) {
            AdminClient other = role.isEmpty() ? realm.newAdmin() : realm.newAdmin(role);
            assertThat(ImportJob.title(job.as(other).post("undo"))).as(role).isEqualTo("403 forbidden");
        }
        ImportJob undo = undo(job.as(realm.newAdmin("manage-users")));
        undo.finished();

        Map<String, JsonNode> outcomes = new TreeMap<>();
        undo.outcomes().forEach(outcome -> outcomes.put(outcome.path("key").asText(), outcome));
        assertThat(Objects.requireNonNull(outcomes.get("manager"))
                        .at("/problems/0/code")
                        .asText())
                .isEqualTo("forbidden-role");
        assertThat(Objects.requireNonNull(outcomes.get("created"))
                        .path("status")
                        .asText())
                .isEqualTo("deleted");
        assertThat(realm.clientRoles("manager", "realm-management")).isEmpty();
        assertThat(realm.user("manager").path("firstName").asText()).isEqualTo("After");
    }
}
