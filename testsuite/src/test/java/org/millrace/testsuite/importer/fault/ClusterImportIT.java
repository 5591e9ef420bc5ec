package org.millrace.testsuite.importer.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.contract.group.GroupChangeContract;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * What one node has remembered of users is right after another node has imported them.
 *
 * <p>One long class: both nodes start once for all cases.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ClusterImportIT {
    private ServerUnderTest server;
    private Node second;
    private ImportRealm realm;
    private ImportRealm seenBySecond;

    @BeforeAll
    void startTwoNodes() throws SQLException {
        server = ServerUnderTest.start(ServerOptions.postgres().startingFast());
        storePasswordOfAnotherVersion();
        second = server.startNode();
        realm = ImportRealm.shared(server);
        AdminClient admin = realm.admin();
        admin.put(realm.base(), Map.of("passwordPolicy", "hashAlgorithm(pbkdf2-sha256) and hashIterations(1000)"))
                .ok();
        seenBySecond = new ImportRealm(second, admin.at(second), realm.name(), "users", "");
    }

    private void storePasswordOfAnotherVersion() throws SQLException {
        ImportRealm other = ImportRealm.create(server, Map.of());
        String id = other.admin().createUser(other.name(), Map.of("username", "of-another-version"));
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO credential (id, user_id, type, created_date, priority, version, secret_data, credential_data) VALUES ('"
                            + UUID.randomUUID() + "', '" + id
                            + "', 'password', 0, 10, 0, '{\"value\":\"mArKeR\"}',"
                            + " '{\"hashIterations\":1,\"algorithm\":\"millrace-of-tomorrow\",\"additionalParameters\":{}}')");
        }
    }

    @Test
    void aNodeWarnsOfPasswordsThatItCannotVerify() {
        String warning = "Imported passwords that cannot be verified: 1.";
        Polling.await("the warning", () -> second.log().contains(warning));

        assertThat(second.log().lines().filter(line -> line.contains(warning)))
                .singleElement()
                .asString()
                .contains("millrace-of-tomorrow")
                .doesNotContain("mArKeR");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private int login(Node node, String username, String password) {
        return login(node, realm.name(), username, password);
    }

    private static int login(Node node, String realm, String username, String password) {
        return AccessToken.byPassword(node, realm, username, password).request().status();
    }

    @Test
    void newUsersAreThereOnBothNodesAtOnceThoughTheyWereLookedForBefore() {
        String name = "newcomer";
        assertThat(seenBySecond.has(name)).isFalse();
        assertThat(login(second, name, "secret-of-newcomer")).isNotEqualTo(200);
        long before = seenBySecond.count();

        realm.take(UserLine.named(name)
                .email("newcomer@example.org")
                .with("lastName", "Comer")
                .with("firstName", "New")
                .password("secret-of-newcomer"));

        assertThat(seenBySecond.has(name)).isTrue();
        assertThat(seenBySecond.count()).isEqualTo(before + 1);
        assertThat(login(second, name, "secret-of-newcomer")).isEqualTo(200);
        assertThat(login(realm.node(), name, "secret-of-newcomer")).isEqualTo(200);
    }

    @Test
    void whatTheOtherNodeRememberedOfAUserIsForgottenWithAMerge() {
        List<UserLine> users = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            users.add(UserLine.named("member" + i)
                    .email("member" + i + "@example.org")
                    .with("firstName", "First")
                    .with("lastName", "Last")
                    .password("first-secret"));
        }
        assertThat(realm.take(users).count("created")).isEqualTo(users.size());
        for (UserLine user : users) {
            assertThat(seenBySecond.user(user.username()).path("firstName").asText())
                    .isEqualTo("First");
            assertThat(seenBySecond.realmRoles(user.username())).doesNotContain(SampleRealm.ROLE);
            assertThat(seenBySecond.groups(user.username())).isEmpty();
        }
        assertThat(login(second, "member7", "first-secret")).isEqualTo(200);

        ImportAnswer merged = realm.with("onConflict=merge")
                .take(users.stream()
                        .map(user -> user.with("firstName", "Second")
                                .password("second-secret")
                                .with("realmRoles", List.of(SampleRealm.ROLE))
                                .with("groups", List.of(SampleRealm.GROUP)))
                        .toList());

        assertThat(merged.count("updated")).isEqualTo(users.size());
        for (UserLine user : users) {
            JsonNode seen = seenBySecond.user(user.username());
            assertThat(seen.path("firstName").asText()).isEqualTo("Second");
            assertThat(seenBySecond.realmRoles(user.username())).contains(SampleRealm.ROLE);
            assertThat(seenBySecond.groups(user.username())).containsExactly(SampleRealm.GROUP);
        }
        assertThat(login(second, "member7", "first-secret")).isNotEqualTo(200);
        assertThat(login(second, "member7", "second-secret")).isEqualTo(200);
    }

    @Test
    void whatTheOtherNodeRememberedOfMembersAndConsentsIsForgotten() {
        ImportRealm first = ImportRealm.create(
                server,
                Map.of(
                        "organizationsEnabled",
                        true,
                        "clientScopes",
                        List.of(Map.of("name", "orders", "protocol", "openid-connect")),
                        "clients",
                        List.of(Map.of("clientId", "shop")),
                        "organizations",
                        List.of(Map.of("name", "Acme", "alias", "acme"))));
        ImportRealm other = new ImportRealm(second, first.admin().at(second), first.name(), "users", "");
        String members = first.base() + "/organizations/"
                + first.admin()
                        .get(first.base() + "/organizations")
                        .ok()
                        .json()
                        .path(0)
                        .path("id")
                        .asText()
                + "/members";
        UserLine member = UserLine.named("member").with("organizations", List.of(Map.of("alias", "acme")));
        assertThat(other.admin().get(members + "/count").ok().body()).isEqualTo("0");

        first.take(member);

        assertThat(other.admin().get(members + "/count").ok().body()).isEqualTo("1");
        assertThat(other.of("member", "consents")).isEmpty();
        String organizations = members + "/" + other.user("member").path("id").asText() + "/organizations";
        assertThat(other.admin().get(organizations).ok().json()).hasSize(1);

        ImportAnswer replaced = first.with("onConflict=replace")
                .take(member.with("organizations", List.of())
                        .with(
                                "clientConsents",
                                List.of(Map.of("clientId", "shop", "grantedClientScopes", List.of("orders")))));

        assertThat(replaced.count("updated")).isEqualTo(1);
        assertThat(other.admin().get(members + "/count").ok().body()).isEqualTo("0");
        assertThat(other.admin().get(members).ok().json()).isEmpty();
        assertThat(other.of("member", "consents")).hasSize(1);
    }

    @Test
    void whatTheOtherNodeRememberedOfGroupsIsForgotten() {
        ImportRealm first = ImportRealm.create(server, Map.of()).into("groups");
        ImportRealm other = new ImportRealm(second, first.admin().at(second), first.name(), "groups", "");
        first.take("{\"name\":\"top\"}");
        assertThat(GroupChangeContract.exported(other)).containsExactly("/top");

        first.take("{\"path\":\"/top/child\"}", "{\"name\":\"second\"}", "{\"path\":\"/second/child\"}");

        assertThat(GroupChangeContract.exported(other))
                .containsExactlyInAnyOrder("/top", "/top/child", "/second", "/second/child");

        other.take("{\"path\":\"/second/other\"}");

        assertThat(GroupChangeContract.exported(first)).contains("/second/child", "/second/other");
    }

    @Test
    void whatTheOtherNodeRememberedOfDeletedEntitiesIsForgotten() {
        ImportRealm first = ImportRealm.create(
                server,
                Map.of(
                        "organizationsEnabled",
                        true,
                        "roles",
                        Map.of("realm", List.of(Map.of("name", "gone"))),
                        "clients",
                        List.of(Map.of("clientId", "gone")),
                        "organizations",
                        List.of(Map.of("name", "Gone", "alias", "gone"))));
        ImportRealm other = new ImportRealm(second, first.admin().at(second), first.name(), "users", "");
        first.into("groups").take("{\"name\":\"gone\"}");
        first.take(UserLine.named("gone")
                .email("gone@example.org")
                .with("firstName", "First")
                .with("lastName", "Last")
                .with("realmRoles", List.of("gone"))
                .with("groups", List.of("/gone"))
                .password("secret"));
        String user = first.base() + "/users/" + other.user("gone").path("id").asText();
        assertThat(other.groups("gone")).containsExactly("/gone");
        assertThat(other.realmRoles("gone")).contains("gone");
        assertThat(login(second, first.name(), "gone", "secret")).isEqualTo(200);
        assertThat(other.admin().get(user).status()).isEqualTo(200);
        assertThat(other.admin().get(first.base() + "/roles/gone").status()).isEqualTo(200);
        assertThat(names(other, "clients?clientId=gone", "clientId")).containsExactly("gone");
        String organization = first.base() + "/organizations/"
                + names(other, "organizations", "id").get(0);
        assertThat(other.admin().get(organization).status()).isEqualTo(200);

        assertDeleted(first.into("roles").take("{\"$op\":\"delete\",\"name\":\"gone\"}"));
        assertDeleted(first.into("groups").take("{\"$op\":\"delete\",\"path\":\"/gone\"}"));

        assertThat(other.groups("gone")).isEmpty();
        assertThat(other.realmRoles("gone")).doesNotContain("gone");
        assertThat(other.admin().get(first.base() + "/roles/gone").status()).isEqualTo(404);

        assertDeleted(first.into("users").take("{\"$op\":\"delete\",\"username\":\"gone\"}"));
        assertDeleted(first.into("clients").take("{\"$op\":\"delete\",\"clientId\":\"gone\"}"));
        assertDeleted(first.into("organizations").take("{\"$op\":\"delete\",\"alias\":\"gone\"}"));

        assertThat(other.admin().get(user).status()).isEqualTo(404);
        assertThat(other.has("gone")).isFalse();
        assertThat(login(second, first.name(), "gone", "secret")).isIn(400, 401);
        assertThat(names(other, "clients?clientId=gone", "clientId")).isEmpty();
        assertThat(other.admin().get(organization).status()).isEqualTo(404);
    }

    private static void assertDeleted(ImportAnswer answer) {
        assertThat(answer.count("deleted")).as("%s", answer).isEqualTo(1);
    }

    private static List<String> names(ImportRealm realm, String path, String field) {
        return realm.admin().get(realm.base() + "/" + path).ok().json().findValuesAsText(field);
    }

    @Thorough
    @Test
    void nodesThatWriteTheSameJobShareOneLimit() throws Exception {
        ImportRealm jobs = ImportRealm.create(server, Map.of());
        ImportJob job = ImportJob.create(jobs, Map.of("chunkSize", 100))
                .with(1, UserLine.several("shared", 150_000))
                .started();
        ImportJob other = job.as(jobs.admin().at(second));
        boolean met = false;
        boolean agreed = false;
        boolean bothAtWork = false;

        while (!(met && agreed && bothAtWork)) {
            JsonNode now = job.get();
            assertThat(now.path("state").asText())
                    .as("met %s, agreed %s, both at work %s: %s", met, agreed, bothAtWork, now)
                    .isEqualTo("running");
            JsonNode there = other.get().path("concurrency");
            JsonNode here = now.path("concurrency");
            met |= writers() == 2;
            agreed |= here.path("limit").equals(there.path("limit"))
                    && Stream.of(here, there)
                            .anyMatch(each -> each.path("reason").asText().equals("share of 2 nodes"));
            bothAtWork |= now.path("nodes").size() == 2;
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }

        assertThat(job.post("cancel").status()).isEqualTo(200);
        assertThat(job.finished().path("counts").path("created").asLong()).isEqualTo(jobs.count());
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (writers() > 0) {
            assertThat(System.nanoTime())
                    .as("nodes say that they write no more")
                    .isLessThan(deadline);
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    @Thorough
    @Test
    void aJobWritesAtMostTheConfiguredNumberOfChunksConcurrently() throws Exception {
        ImportRealm jobs = ImportRealm.create(server, Map.of());
        ImportJob job = ImportJob.create(jobs, Map.of("chunkSize", 50, "writers", 1))
                .with(1, UserLine.several("slow", 100_000))
                .started();
        job.await(document -> document.path("counts").path("read").asLong() > 0);

        for (int look = 0; look < 100; look++) {
            assertThat(chunksAtWork(job)).isLessThanOrEqualTo(1);
        }
        assertThat(job.get().path("concurrency").path("limit").asInt()).isEqualTo(1);
        job.adjust("{\"writers\":null}").ok();

        awaitAtWork(job, chunks -> chunks > 1);
        job.adjust("{\"writers\":1}").ok();
        awaitAtWork(job, chunks -> chunks <= 1);
        for (int look = 0; look < 100; look++) {
            assertThat(chunksAtWork(job)).isLessThanOrEqualTo(1);
        }
        assertThat(job.state()).isEqualTo("running");
        assertThat(job.post("cancel").status()).isEqualTo(200);
    }

    private void awaitAtWork(ImportJob job, LongPredicate wanted) throws SQLException {
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!wanted.test(chunksAtWork(job))) {
            assertThat(System.nanoTime()).as("what was asked for is done").isLessThan(deadline);
        }
    }

    private long chunksAtWork(ImportJob job) throws SQLException {
        return number("SELECT COUNT(*) FROM millrace_job_chunk WHERE state = 1 AND job_id = '" + job.id() + "'");
    }

    private long writers() throws SQLException {
        return number("SELECT COUNT(*) FROM millrace_pace");
    }

    private long number(String query) throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void twoNodesThatImportTheSameFileAtOnceCreateEachUserOnce() throws Exception {
        List<UserLine> users = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            users.add(UserLine.named("contested" + i).email("contested" + i + "@example.org"));
        }
        List<ImportAnswer> answers = new ArrayList<>();
        Thread other = new Thread(() -> {
            ImportAnswer answer = seenBySecond.with("chunkSize=500").take(users);
            synchronized (answers) {
                answers.add(answer);
            }
        });
        other.start();
        ImportAnswer own = realm.with("chunkSize=500").take(users);
        other.join();

        assertThat(answers).hasSize(1);
        ImportAnswer theirs = answers.get(0);
        assertThat(own.count("created") + theirs.count("created")).isEqualTo(users.size());
        assertThat(own.count("rejected") + theirs.count("rejected")).isEqualTo(users.size());
        assertThat(own.count("failed") + theirs.count("failed")).isZero();
        for (int line = 1; line <= users.size(); line++) {
            assertThat(List.of(
                            own.line(line).path("status").asText(),
                            theirs.line(line).path("status").asText()))
                    .containsExactlyInAnyOrder("created", "rejected");
        }
    }

    @Test
    void resourcesThatTheOtherNodeDidNotFindAreThereAfterwards() {
        Map<String, Object> client = AuthorizationSample.client("guarded");
        String resources = realm.base() + "/clients/" + realm.admin().createClient(realm.name(), client)
                + "/authz/resource-server/resource/";
        String id = UUID.randomUUID().toString();
        for (Node node : List.of(realm.node(), second)) {
            AdminClient admin = realm.admin().at(node);
            assertThat(admin.get(resources + id).status()).isEqualTo(404);
            assertThat(admin.get(resources + "search?name=late").status()).isEqualTo(204);
        }

        ImportAnswer answer = realm.into("resources")
                .take(ClientRealm.line(Map.of("clientId", "guarded", "_id", id, "name", "late")));

        assertThat(answer.count("created")).as("%s", answer.outcomes()).isEqualTo(1);
        for (Node node : List.of(realm.node(), second)) {
            AdminClient admin = realm.admin().at(node);
            assertThat(admin.get(resources + id).status()).isEqualTo(200);
            assertThat(admin.get(resources + "search?name=late").status()).isEqualTo(200);
        }
    }
}
