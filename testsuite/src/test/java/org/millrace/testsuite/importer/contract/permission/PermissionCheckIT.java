package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.contract.permission.FineGrainedPermissions.Permission;
import org.millrace.testsuite.importer.fixture.Admission;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** When permissions are checked in a realm with fine-grained permissions (version 2), and what a check that fails itself ends. */
class PermissionCheckIT implements Importing {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Map<String, String> NDJSON = Map.of("Content-Type", "application/x-ndjson");

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** All import slots of the node are taken, which a request that needs one answers with 429. */
    @Test
    void callerWithoutRolesIsForbiddenBeforeTheBodyArrivesAndTakesNoImportSlot() throws IOException {
        ImportRealm realm = realm(Map.of("adminPermissionsEnabled", true));
        ImportJob job = ImportJob.create(realm, Map.of()).with(1, UserLine.several("of-another", 1));
        AdminClient caller = realm.newAdmin();
        ImportRealm another = realm.as(realm.newAdmin("manage-users"));
        List<StreamedPost> imports = new ArrayList<>();
        try {
            // One user has all slots but one at most.
            for (ImportRealm importing : List.of(realm, realm, realm, realm, another)) {
                imports.add(begin(importing, "user-" + imports.size()));
            }

            for (String entity : List.of("users", "clients", "records", "records?dryRun=true", "jobs")) {
                assertForbidden("POST", caller, realm.base() + "/bulk-import/" + entity);
            }
            assertForbidden("PUT", caller, job.path("/parts/1"));
            assertForbidden("PUT", caller, job.path("/parts/2"));
            try (StreamedPost permitted = StreamedPost.open(another.admin(), another.path(), NDJSON, PATIENCE)) {
                assertThat(permitted.status()).isEqualTo(429);
            }
        } finally {
            for (StreamedPost each : imports) {
                end(each);
            }
        }
    }

    /** Until the answer has ended, the import has its slot. */
    private static void end(StreamedPost post) throws IOException {
        try (post) {
            post.body().close();
            post.answer().readAllBytes();
        }
    }

    /** Sends the head of a request only. */
    private static void assertForbidden(String method, AdminClient caller, String path) throws IOException {
        try (StreamedPost post = StreamedPost.open(method, caller, path, NDJSON, PATIENCE)) {
            assertThat(post.status()).as(path).isEqualTo(403);
            assertThat(new String(post.answer().readAllBytes(), StandardCharsets.UTF_8))
                    .as(path)
                    .contains("\"code\":\"forbidden\"");
        }
    }

    /** An import that runs and whose body does not end. */
    private static StreamedPost begin(ImportRealm realm, String username) throws IOException {
        return Admission.await(() -> {
            StreamedPost post = StreamedPost.open(realm.admin(), realm.path(), NDJSON, PATIENCE);
            post.body().write((UserLine.named(username) + "\n").getBytes(StandardCharsets.UTF_8));
            post.body().flush();
            return post;
        });
    }

    @Test
    void jobFailsIfThePermissionsOfItsOwnerCannotBeEvaluated() {
        ImportRealm realm = realm(Map.of("adminPermissionsEnabled", true));
        FineGrainedPermissions permissions = FineGrainedPermissions.of(realm);
        String owner = realm.admin().createUser(realm.name(), "owner", "owner");
        permissions.grant(owner, new Permission("Users", List.of(), List.of("view", "manage")));
        int users = 6_000;
        ImportJob job = ImportJob.create(
                        realm.as(AdminClient.login(realm.node(), realm.name(), "owner", "owner")),
                        Map.of("chunkSize", 1, "writers", 1))
                .with(1, UserLine.several("of-job", users))
                .started();
        ServerLog log = ServerLog.from(realm.node());
        job.await(document -> document.path("counts").path("created").asInt() > 0);
        permissions.spoil(owner);

        JsonNode failed = job.as(realm.admin()).finished();

        assertThat(failed.path("state").asText()).as("%s", failed).isEqualTo("failed");
        assertThat(failed.at("/problem/code").asText()).as("%s", failed).isEqualTo("permission-check-failed");
        assertThat(failed.at("/counts/created").asInt()).as("%s", failed).isLessThan(users);
        log.await("The permissions of the owner of job " + job.id() + " cannot be evaluated");
    }

    /** Keycloak deletes the permissions for single users together with the users. */
    @Test
    void serviceAccountThatAPermissionIsAboutKeepsItsId() {
        ImportRealm realm = realm(Map.of("adminPermissionsEnabled", true));
        realm.admin()
                .createClient(
                        realm.name(), Map.of("clientId", "backend", "secret", "s", "serviceAccountsEnabled", true));
        String username = "service-account-backend";
        String id = realm.user(username).path("id").asText();
        FineGrainedPermissions.of(realm).deny(new Permission("Users", List.of(id), List.of("manage")));

        JsonNode outcome = realm.take(UserLine.named(username)
                        .with("id", UUID.randomUUID().toString())
                        .with("serviceAccountClientId", "backend"))
                .single();

        assertThat(outcome.path("status").asText()).as("%s", outcome).isIn("updated", "unchanged");
        assertThat(realm.user(username).path("id").asText()).isEqualTo(id);
    }

    /** Keycloak resolves the roles of such a token with each call. */
    @Test
    void jobFailsOnceTheRoleIsOutsideTheScopeOfItsClient() throws SQLException {
        ImportRealm realm = realm(Map.of());
        AdminClient admin = realm.admin();
        String owner = admin.createUser(realm.name(), "owner", "owner");
        admin.grant(realm.name(), owner, "realm-management", "manage-users");
        String client = admin.createClient(
                realm.name(),
                Map.of(
                        "clientId", "light",
                        "publicClient", true,
                        "directAccessGrantsEnabled", true,
                        "fullScopeAllowed", false,
                        "attributes", Map.of("client.use.lightweight.access.token.enabled", "true")));
        ClientRealm clients = new ClientRealm(realm);
        JsonNode role = clients.of("realm-management", "roles/manage-users");
        String mappings =
                realm.base() + "/clients/" + client + "/scope-mappings/clients/" + clients.id("realm-management");
        admin.post(mappings, List.of(role)).ok();
        Map<String, String> form =
                Map.of("grant_type", "password", "client_id", "light", "username", "owner", "password", "owner");
        AdminClient caller = AdminClient.with(realm.node(), AccessToken.by(form, realm.node(), realm.name()));
        JsonNode failed;
        try (Connection lock = server().database().connect()) {
            lock.setAutoCommit(false);
            ImportJob job = ImportJob.create(realm.as(caller), Map.of()).with(1, UserLine.several("of-job", 10));
            // No chunk is committed until the role is removed.
            try (PreparedStatement statement =
                    lock.prepareStatement("SELECT id FROM realm WHERE name = ? FOR UPDATE")) {
                statement.setString(1, realm.name());
                statement.executeQuery().close();
            }
            job.started();
            admin.delete(mappings, List.of(role)).ok();
            failed = job.as(admin)
                    .await(document -> document.path("state").asText().equals("failed"));
            lock.rollback();
        }

        assertThat(failed.at("/problem/code").asText()).as("%s", failed).isEqualTo("forbidden");
        assertThat(failed.at("/counts/created").asInt()).as("%s", failed).isZero();
    }
}
