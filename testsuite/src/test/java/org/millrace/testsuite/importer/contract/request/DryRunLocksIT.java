package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.StreamedPost;
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

    /** Otherwise each would be rolled back for the other after each record, without an end. */
    @Thorough
    @Test
    void oneOfTwoDryRunsThatWaitForEachOtherEnds() throws Exception {
        ImportRealm realm = ImportRealm.sample(server());
        realm.admin().createUser(realm.name(), "contended", "secret");
        AtomicBoolean ended = new AtomicBoolean();

        List<CompletableFuture<Void>> dryRuns = Stream.of("one", "other")
                .map(name -> CompletableFuture.runAsync(() -> deleteContended(realm, name, ended)))
                .toList();
        for (CompletableFuture<Void> dryRun : dryRuns) {
            dryRun.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        assertThat(ended).as("a dry run has ended").isTrue();
        assertThat(realm.has("contended")).isTrue();
        assertThat(realm.ids("one-")).isEmpty();
        assertThat(realm.ids("other-")).isEmpty();
    }

    /** A dry run that deletes the contended user, and then predicts new users until one of the dry runs has ended. */
    private static void deleteContended(ImportRealm realm, String name, AtomicBoolean ended) {
        String path = realm.with("dryRun=true&onConflict=merge&chunkSize=1").path();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (StreamedPost post =
                StreamedPost.open(realm.admin(), path, Map.of("Content-Type", "application/x-ndjson"), PATIENCE)) {
            post.body().write("{\"$op\":\"delete\",\"username\":\"contended\"}\n".getBytes(StandardCharsets.UTF_8));
            post.body().flush();
            BufferedReader answer = post.lines();
            String outcome = answer.readLine();
            for (int i = 0; !ended.get() && System.nanoTime() < deadline; i++) {
                assertThat(outcome).containsAnyOf("deleted", "created", "\"dry-run-ended\"");
                send(post, name + "-" + i);
                outcome = answer.readLine();
                ended.compareAndSet(false, outcome.contains("\"dry-run-ended\""));
            }
            post.body().close();
            assertThat(answer.readLine()).startsWith("{\"summary\":");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void send(StreamedPost post, String username) throws IOException {
        UserLine user = UserLine.named(username).with("type", "user").with("firstName", "Of a dry run");
        post.body().write((user + "\n").getBytes(StandardCharsets.UTF_8));
        post.body().flush();
    }
}
