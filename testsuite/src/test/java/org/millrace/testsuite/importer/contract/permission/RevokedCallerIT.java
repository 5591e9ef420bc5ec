package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.contract.permission.FineGrainedPermissions.Permission;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** An import stops writing once its caller is disabled, loses the role or has no valid token any more. */
class RevokedCallerIT implements Importing {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** An import of which one record was created. */
    private record Running(
            AdminClient caller, StreamedPost post, BufferedReader answer, UnaryOperator<String> record, String name)
            implements AutoCloseable {
        static Running begin(ImportRealm realm, AdminClient caller, String name, UnaryOperator<String> record)
                throws IOException {
            StreamedPost post =
                    StreamedPost.open(caller, realm.path(), Map.of("Content-Type", "application/x-ndjson"), PATIENCE);
            post.body().write((record.apply(name + "-0") + "\n").getBytes(StandardCharsets.UTF_8));
            post.body().flush();
            Running running = new Running(caller, post, post.lines(), record, name);
            assertThat(running.outcome().path("status").asText()).isEqualTo("created");
            return running;
        }

        JsonNode send(int number) throws IOException {
            post.body().write((record.apply(name + "-" + number) + "\n").getBytes(StandardCharsets.UTF_8));
            post.body().flush();
            return outcome();
        }

        private JsonNode outcome() throws IOException {
            return JSON.readTree(answer.readLine());
        }

        /** Sends records until one is rejected, and ends the body. */
        JsonNode firstRejected() throws IOException {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            for (int number = 1; ; number++) {
                JsonNode outcome = send(number);
                if (outcome.path("status").asText().equals("rejected")) {
                    return outcome;
                }
                assertThat(System.nanoTime()).as("%s", outcome).isLessThan(deadline);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }

        JsonNode summary() throws IOException {
            post.body().close();
            return outcome().path("summary");
        }

        @Override
        public void close() throws IOException {
            post.close();
        }
    }

    private static void disable(ImportRealm realm, String username) {
        realm.admin()
                .put(realm.base() + "/users/" + realm.ids().get(username), Map.of("enabled", false))
                .ok();
    }

    private static void revoke(ImportRealm realm, String username, String role) {
        String id = Objects.requireNonNull(realm.ids().get(username));
        realm.admin().revoke(realm.name(), id, "realm-management", role);
    }

    private static AdminClient manager(ImportRealm realm, String username, String role) {
        String id = realm.admin().createUser(realm.name(), username, username);
        realm.admin().grant(realm.name(), id, "realm-management", role);
        return AdminClient.login(realm.node(), realm.name(), username, username);
    }

    /** The token of a service account without roles, which no session belongs to. Fine-grained permissions do not need roles. */
    @Test
    void jobOfAServiceAccountWithoutRolesIsWritten() {
        ImportRealm realm = realm(Map.of("adminPermissionsEnabled", true));
        AdminClient admin = realm.admin();
        Map<String, Object> settings = Map.of(
                "clientId", "importer", "secret", "secret", "serviceAccountsEnabled", true, "fullScopeAllowed", false);
        String client = admin.createClient(realm.name(), settings);
        String account = admin.get(realm.base() + "/clients/" + client + "/service-account-user")
                .json()
                .path("id")
                .asText();
        FineGrainedPermissions.of(realm).grant(account, new Permission("Users", List.of(), List.of("view", "manage")));
        Map<String, String> form =
                Map.of("grant_type", "client_credentials", "client_id", "importer", "client_secret", "secret");
        AdminClient caller = AdminClient.with(realm.node(), AccessToken.by(form, realm.node(), realm.name()));

        JsonNode document = ImportJob.create(realm.as(caller), Map.of())
                .with(1, List.of(UserLine.named("by-service-account")))
                .started()
                .finished();

        assertThat(document.at("/counts/created").asInt()).as("%s", document).isEqualTo(1);
    }

    @Test
    void importOfACallerWhoIsDisabledOrLosesTheRoleStops() throws IOException {
        ImportRealm realm = realm(Map.of());
        List<Running> imports = new ArrayList<>();
        try {
            imports.add(Running.begin(
                    realm,
                    manager(realm, "disabled", "manage-users"),
                    "by-disabled",
                    name -> UserLine.named(name).toString()));
            imports.add(Running.begin(
                    realm.into("clients"),
                    manager(realm, "revoked", "manage-clients"),
                    "by-revoked",
                    name -> "{\"clientId\":\"" + name + "\"}"));
            imports.add(Running.begin(
                    realm.into("records"),
                    manager(realm, "deleted", "manage-realm"),
                    "by-deleted",
                    name -> "{\"type\":\"role\",\"name\":\"" + name + "\"}"));
            String deleted = realm.base() + "/users/" + realm.ids().get("deleted");

            disable(realm, "disabled");
            revoke(realm, "revoked", "manage-clients");
            realm.admin().delete(deleted).ok();

            for (Running running : imports) {
                JsonNode rejected = running.firstRejected();
                JsonNode next = running.send(1_000_000);
                // Clients are checked one by one too, and need not wait for the next check of the caller.
                assertThat(List.of(rejected, next))
                        .allSatisfy(outcome -> assertThat(ImportAnswer.problems(outcome))
                                .singleElement()
                                .asString()
                                .startsWith("forbidden"));
                assertThat(running.summary().path("rejected").asInt()).isEqualTo(2);
                assertThat(exists(realm, running.name() + "-1000000")).isFalse();
            }
        } finally {
            for (Running running : imports) {
                running.close();
            }
        }
    }

    /** As Keycloak's own calls, which answer 401 from then on. */
    @Test
    void nothingIsWrittenAfterTheCallerWasDisabledOrTheTokenWasRevoked() throws IOException {
        ImportRealm realm = realm(Map.of());
        UnaryOperator<String> user = name -> UserLine.named(name).toString();
        try (Running byDisabled =
                Running.begin(realm, manager(realm, "disabled", "manage-users"), "by-disabled", user)) {
            disable(realm, "disabled");

            assertThat(ImportAnswer.problems(byDisabled.send(1)))
                    .singleElement()
                    .asString()
                    .startsWith("forbidden");
        }
        try (Running byRevoked = Running.begin(realm, manager(realm, "revoked", "manage-users"), "by-revoked", user)) {
            long afterTheToken = Instant.now().getEpochSecond() + 1;
            realm.admin().put(realm.base(), Map.of("notBefore", afterTheToken)).ok();

            assertThat(ImportAnswer.problems(byRevoked.send(1)))
                    .singleElement()
                    .asString()
                    .startsWith("forbidden");
        }
        assertThat(realm.ids().keySet())
                .contains("by-disabled-0", "by-revoked-0")
                .doesNotContain("by-disabled-1", "by-revoked-1");
    }

    @Test
    void jobFailsOnceTheTokensOfItsOwnerAreRevoked() {
        ImportRealm realm = realm(Map.of());
        AdminClient owner = manager(realm, "owner", "manage-users");
        int users = 6_000;
        ImportJob job = ImportJob.create(realm.as(owner), Map.of("chunkSize", 1, "writers", 1))
                .with(1, UserLine.several("of-job", users))
                .started();
        job.await(document -> document.path("counts").path("created").asInt() > 0);
        long afterTheToken = Instant.now().getEpochSecond() + 1;
        realm.admin().put(realm.base(), Map.of("notBefore", afterTheToken)).ok();

        JsonNode failed = job.as(realm.admin()).finished();

        assertThat(failed.path("state").asText()).as("%s", failed).isEqualTo("failed");
        assertThat(failed.at("/problem/code").asText()).as("%s", failed).isEqualTo("forbidden");
        assertThat(failed.at("/problem/detail").asText()).contains("tokens were revoked");
        assertThat(failed.path("counts").path("created").asInt())
                .as("%s", failed)
                .isLessThan(users);
    }

    /** Real import and dry run give the same outcomes. */
    @Test
    void recordsAfterTheOneThatDisablesTheClientOfTheCallerAreForbidden() {
        ImportRealm realm = realm(Map.of());
        ImportRealm own = realm.as(manager(realm, "manager", "realm-admin")).into("records");
        List<String> records = List.of(
                "{\"type\":\"role\",\"name\":\"before\"}",
                "{\"type\":\"client\",\"clientId\":\"admin-cli\",\"enabled\":false}",
                "{\"type\":\"role\",\"name\":\"after\"}",
                "{\"type\":\"role\",\"name\":\"last\"}");

        ImportAnswer predicted =
                own.with("onConflict=merge&chunkSize=1&dryRun=true").take(records);
        ImportAnswer imported = own.with("onConflict=merge&chunkSize=1").take(records);

        for (ImportAnswer answer : List.of(imported, predicted)) {
            assertThat(answer.statuses()).containsExactly("created", "updated", "rejected", "rejected");
            assertThat(ImportAnswer.problems(answer.line(3))).containsExactly("forbidden");
            assertThat(ImportAnswer.problems(answer.line(4))).containsExactly("forbidden");
        }
    }

    /** Events end for callers whose next call would be forbidden, and go on for others. */
    @Test
    void eventsOfAJobEndOnceTheCallerIsDisabledOrLosesTheRole() throws IOException {
        ImportRealm realm = realm(Map.of());
        AdminClient disabled = manager(realm, "disabled", "manage-users");
        AdminClient revoked = manager(realm, "revoked", "manage-users");
        ImportJob job = ImportJob.create(realm.as(disabled), Map.of());
        try (StreamedPost byDisabled = job.as(disabled).events(PATIENCE);
                StreamedPost byRevoked = job.as(revoked).events(PATIENCE);
                StreamedPost byPermitted = job.as(realm.admin()).events(PATIENCE)) {
            BufferedReader own = byDisabled.lines();
            BufferedReader others = byRevoked.lines();
            BufferedReader permitted = byPermitted.lines();
            for (BufferedReader events : List.of(own, others, permitted)) {
                assertThat(events.readLine()).startsWith("data: {").contains("\"open\"");
            }
            disable(realm, "disabled");
            revoke(realm, "revoked", "manage-users");
            long start = System.nanoTime();

            assertThat(own.lines()).allMatch(line -> !line.startsWith("data: "));
            assertThat(others.lines()).allMatch(line -> !line.startsWith("data: "));

            // With the permission, a stream ends after five minutes.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
            job.as(realm.admin()).post("cancel").ok();
            assertThat(permitted.lines())
                    .anyMatch(line -> line.startsWith("data: {") && line.contains("\"cancelled\""));
        }
    }

    private static boolean exists(ImportRealm realm, String name) {
        AdminClient admin = realm.admin();
        return realm.has(name)
                || !admin.get(realm.base() + "/clients?clientId=" + name)
                        .ok()
                        .json()
                        .isEmpty()
                || admin.get(realm.base() + "/roles/" + name).status() == 200;
    }
}
