package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** A dry run in one transaction releases its locks if calls wait for them. */
class DryRunLocksIT implements Importing {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int CHUNK = 20;

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    /** A call that creates or changes a user whom the dry run has created or changed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallAboutTheSameUserIsAnsweredDuringTheDryRun(boolean exists) throws IOException {
        ImportRealm realm = ImportRealm.sample(server());
        String users = realm.base() + "/users";
        Map<String, Object> user = Map.of("username", "contended", "firstName", "Of a call");
        String id = exists ? realm.admin().createUser(realm.name(), user) : "";
        String path = realm.into("records")
                .with("dryRun=true&onConflict=merge&chunkSize=" + CHUNK)
                .path();
        try (StreamedPost post =
                StreamedPost.open(realm.admin(), path, Map.of("Content-Type", "application/x-ndjson"), PATIENCE)) {
            send(post, "contended");
            BufferedReader answer = post.lines();
            assertThat(answer.readLine()).contains("contended", exists ? "updated" : "created");

            CompletableFuture<Answer> call = CompletableFuture.supplyAsync(() -> exists
                    ? realm.admin().put(users + "/" + id, user)
                    : realm.admin().post(users, user));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            // The next records follow immediately: the transaction is not rolled back for waiting for them.
            for (int i = 0; !call.isDone(); i++) {
                assertThat(System.nanoTime()).as("the call is answered").isLessThan(deadline);
                for (int j = 0; j < CHUNK; j++) {
                    send(post, "more-" + i + "-" + j);
                }
                for (int j = 0; j < CHUNK; j++) {
                    assertThat(answer.readLine()).contains("more-", "created");
                }
            }
            send(post, "last");
            assertThat(answer.readLine()).contains("last", "created");
            post.body().close();

            assertThat(call.join().status()).isEqualTo(exists ? 204 : 201);
            assertThat(answer.readLine()).startsWith("{\"summary\":").contains("\"failed\":0,");
        }
        assertThat(realm.ids("more-")).isEmpty();
    }

    /** Else, each would make way for the other after each record. */
    @Thorough
    @Test
    void dryRunsThatWaitForEachOtherEnd() throws Exception {
        ImportRealm realm = ImportRealm.sample(server());
        realm.admin().createUser(realm.name(), "contended", "secret");
        List<String> records = new ArrayList<>(List.of("{\"$op\":\"delete\",\"username\":\"contended\"}"));
        UserLine.several("more-", 60).forEach(user -> records.add(user.toString()));
        ImportRealm dryRun = realm.with("dryRun=true&onConflict=merge&chunkSize=1");

        List<CompletableFuture<ImportAnswer>> answers = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> dryRun.take(records)))
                .limit(2)
                .toList();

        for (CompletableFuture<ImportAnswer> answer : answers) {
            assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).outcomes())
                    .hasSize(records.size())
                    .allSatisfy(outcome -> assertThat(outcome.path("status").asText() + ImportAnswer.problems(outcome))
                            .isIn("deleted[]", "created[]", "failed[dry-run-ended]"));
        }
        assertThat(realm.has("contended")).isTrue();
        assertThat(realm.ids("more-")).isEmpty();
    }

    private static void send(StreamedPost post, String username) throws IOException {
        UserLine user = UserLine.named(username).with("type", "user").with("firstName", "Of a dry run");
        post.body().write((user + "\n").getBytes(StandardCharsets.UTF_8));
        post.body().flush();
    }
}
