package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.client.Problems;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;

/** What an operator allows a body: how many bytes and records it may have. */
class BodyLimitIT extends StrictServer {
    /** For every path that is not ours. */
    private static final int SERVER_LIMIT = 10 * 1024 * 1024;

    private Answer stream(BodyPublisher body) {
        return realm().admin().stream(realm().streamed().POST(body).build());
    }

    @Test
    void bodyOfJustTheLimitIsTakenAndALongerOneIsRefusedByItsLength() {
        String fits = unique("fits");
        String tooLong = unique("too-long");

        Answer taken = realm().post(twoLines(fits, MAX_BYTES));
        Answer refused = stream(BodyPublishers.ofByteArray(twoLines(tooLong, MAX_BYTES + 1)));

        assertThat(ImportAnswer.of(taken).statuses()).containsExactly("created", "created");
        Problems.assertProblem(refused, 413, "body-too-large");
        assertThat(realm().has(tooLong)).isFalse();
    }

    @Test
    void gzipBodyThatBecomesFarLongerIsRefused() throws IOException {
        byte[] compressed = gzip("\n".repeat(2 * MAX_BYTES));

        Answer refused = realm().with("outcomes=none")
                .post(realm().given().header("Content-Encoding", "gzip").body(compressed));

        Problems.assertProblem(refused, 413, "body-too-large");
    }

    @Test
    void moreRecordsThanARequestMayHaveAreRefused() {
        Answer refused = realm().with("outcomes=none").post("x\n".repeat(51).getBytes(StandardCharsets.UTF_8));

        Problems.assertProblem(refused, 413, "too-many-records");
        assertThat(realm().take("x\n".repeat(50)).count("rejected")).isEqualTo(50);
    }

    @Test
    void jobsPartsAndBytesOfOneUserAreLimited() {
        ImportRealm realm = ImportRealm.sample(server());
        ImportRealm other = realm.as(realm.newAdmin("manage-users"));
        List<ImportJob> jobs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            jobs.add(ImportJob.create(realm, Map.of()));
        }

        assertThat(create(realm)).isEqualTo("409 too-many-open-jobs");
        ImportJob fourth = ImportJob.create(other, Map.of());
        assertThat(create(other)).isEqualTo("409 too-many-open-jobs");
        fourth.post("cancel");

        jobs.get(0).with(1, UserLine.several(unique("limit"), 15));
        assertThat(put(jobs.get(0), 2, "x\n".repeat(6))).isEqualTo("413 too-many-records");
        jobs.get(0).with(2, UserLine.several(unique("limit"), 5));
        assertThat(put(jobs.get(1), 1, "x\n")).isEqualTo("409 too-many-parts");
        jobs.get(0).post("cancel");

        assertThat(put(jobs.get(1), 1, incompressible(unique("large"), 1_900_000)))
                .isEqualTo("409 too-many-bytes");
        jobs.get(1).with(1, UserLine.several(unique("small"), 5));
        jobs.forEach(job -> job.post("cancel"));
    }

    /** The records stay for the retry file. */
    @Test
    void bytesOfACancelledJobCountUntilItIsDeleted() {
        ImportRealm realm = realm(Map.of());
        ImportRealm ofUser = realm.as(realm.newAdmin("manage-users"));
        ImportJob cancelled = ImportJob.create(ofUser, Map.of());
        assertThat(put(cancelled, 1, incompressible("first", 900_000))).isEqualTo("201 ");
        cancelled.post("cancel");
        ImportJob next = ImportJob.create(ofUser, Map.of());

        assertThat(put(next, 1, incompressible("second", 900_000))).isEqualTo("409 too-many-bytes");
        cancelled.admin().delete(cancelled.path("")).ok();
        assertThat(put(next, 1, incompressible("second", 900_000))).isEqualTo("201 ");
    }

    @Test
    void jobsThatAreCreatedAtTheSameTimeAreCounted() throws Exception {
        ImportRealm realm = realm(Map.of());
        ExecutorService clients = Executors.newFixedThreadPool(8);
        try {
            List<Future<String>> titles = clients.invokeAll(Collections.nCopies(16, () -> create(realm)));

            for (Future<String> title : titles) {
                assertThat(title.get()).isIn("201 ", "409 too-many-open-jobs");
            }
            assertThat(realm.admin().get(ImportJob.collection(realm)).ok().json())
                    .hasSize(3);
        } finally {
            clients.shutdownNow();
        }
    }

    private static String create(ImportRealm realm) {
        return ImportJob.title(realm.admin().post(ImportJob.collection(realm), Map.of("entity", "users")));
    }

    private static String put(ImportJob job, int part, String body) {
        return ImportJob.title(job.put(part, "application/x-ndjson", body));
    }

    private static String incompressible(String name, int bytes) {
        byte[] random = new byte[bytes / 8 * 3];
        new SplittableRandom(1).nextBytes(random);
        String text = Base64.getEncoder().encodeToString(random);
        return UserLine.named(name).attribute("a", text) + "\n"
                + UserLine.named(name + "-2")
                        .attribute("a", new StringBuilder(text).reverse().toString()) + "\n";
    }

    /** No line may be longer than a record. */
    private static byte[] twoLines(String username, int bytes) {
        byte[] both = new byte[bytes];
        byte[] first = padded(username, bytes / 2);
        byte[] second = padded(username + "-2", bytes - bytes / 2);
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void chunkedBodyThatIsTooLongIsRefusedBeforeTheFirstOutcome() {
        byte[] body = padded(unique("sample"), MAX_BYTES + 1);
        ServerLog log = ServerLog.from(server().node());

        Answer refused = stream(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));

        Problems.assertProblem(refused, 413, "body-too-large");
        log.assertNoError();
    }

    @Test
    void chunkedBodyThatIsTooLongIsRefusedAlsoAfterItsFirstRecordsWereTaken() throws IOException {
        String name = unique("early");
        byte[] tooLong = twoLines(unique("late"), MAX_BYTES);
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = open("outcomes=problems")) {
            post.body().write(padded(name, 1000));
            post.body().flush();
            await(name);
            post.body().write(tooLong);
            post.body().flush();

            assertProblem(post, 413, "body-too-large");
        }
        log.assertNoError();
    }

    @Test
    void chunkedBodyThatGetsTooLongBehindTheFirstOutcomeHasNoSummary() throws IOException {
        String name = unique("early");
        byte[] tooLong = twoLines(unique("late"), MAX_BYTES);
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = open("outcomes=all")) {
            post.body().write(padded(name, 1000));
            post.body().flush();
            BufferedReader answer = post.lines();
            assertThat(answer.readLine()).contains(name, "created");
            post.body().write(tooLong);
            post.body().flush();

            assertNoSummary(answer);
        }
        assertThat(realm().has(name)).isTrue();
        log.assertNoError();
    }

    /** {@code GZIPInputStream.read} calls itself for each member. */
    @Test
    void manyEmptyGzipMembersAreAnEmptyBodyAndTakeNoPermit() throws IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        byte[] empty = gzip("");
        for (int i = 0; i < 10_000; i++) {
            members.write(empty);
        }
        ServerLog log = ServerLog.from(server().node());

        for (int i = 0; i < 20; i++) {
            Answer refused = realm().post(
                            realm().given().header("Content-Encoding", "gzip").body(members.toByteArray()));
            Problems.assertProblem(refused, 400, "empty-body");
        }

        assertThat(realm().take(UserLine.named(unique("after"))).statuses()).containsExactly("created");
        log.assertNoError();
    }

    @Test
    void otherPathsKeepTheServersOwnLimit() throws IOException {
        String path = realm().base() + "/users";
        Map<String, String> announced =
                Map.of("Content-Type", "application/json", "Content-Length", Integer.toString(SERVER_LIMIT + 1));

        try (StreamedPost post = StreamedPost.open(realm().admin(), path, announced, PATIENCE)) {
            assertThat(post.status()).isEqualTo(413);
        }
        try (StreamedPost post =
                StreamedPost.open(realm().admin(), path, Map.of("Content-Type", "application/json"), PATIENCE)) {
            post.body().write(" ".repeat(SERVER_LIMIT + 1).getBytes(StandardCharsets.US_ASCII));
            post.body().flush();
            assertThat(post.status()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bulk-import", "/bulk-import/users/x", "/bulk-imports/users"})
    void pathsOutsideTheImportKeepTheServersOwnLimit(String path) throws IOException {
        Map<String, String> announced =
                Map.of("Content-Type", "application/x-ndjson", "Content-Length", Integer.toString(SERVER_LIMIT + 1));

        try (StreamedPost post = StreamedPost.open(realm().admin(), realm().base() + path, announced, PATIENCE)) {
            assertThat(post.status()).isEqualTo(413);
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return compressed.toByteArray();
    }

    private void await(String username) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!realm().has(username)) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
