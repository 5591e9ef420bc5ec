package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.importer.fault.WholeUsers;
import org.millrace.testsuite.importer.fixture.Admission;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportJob;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;

/** Clients that break off: what had arrived is imported, nothing is half-written, and the server takes it as a matter of course. */
public interface BrokenConnectionContract extends Importing {
    GeneratedUsers USERS = GeneratedUsers.plain(21, HashedPassword.of("millrace", 21));

    Duration PATIENCE = Duration.ofMinutes(3);

    /** How the end of a body is marked. */
    enum Framing {
        CHUNKED,
        LENGTH;

        Map<String, String> headers() {
            Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "application/x-ndjson"));
            if (this == LENGTH) {
                headers.put("Content-Length", "1000000");
            }
            return headers;
        }
    }

    private StreamedPost open(ImportRealm realm, Map<String, String> headers) throws IOException {
        return StreamedPost.open(realm.admin(), realm.path(), headers, PATIENCE);
    }

    /** An import that has answered its first line, so that it runs. */
    private StreamedPost begin(ImportRealm realm, Map<String, String> headers) throws IOException {
        StreamedPost post = open(realm, headers);
        byte[] line = USERS.line(0);
        post.body().write(headers.containsKey("Content-Encoding") ? gzip(line) : line);
        post.body().flush();
        assertThat(post.lines().readLine()).contains(USERS.username(0), "created");
        return post;
    }

    private static byte[] lines(int from, int to) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        IntStream.range(from, to).forEach(number -> lines.writeBytes(USERS.line(number)));
        return lines.toByteArray();
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(USERS::username).toList();
    }

    /** Waits for the end of a realm's import; returns how many records were read. */
    private static int awaitEnd(ServerLog log, ImportRealm realm) {
        return Integer.parseInt(
                log.await("Import of users into realm " + realm.name() + " by user \\S+ of realm \\S+: (\\d+) read")
                        .group(1));
    }

    @ParameterizedTest
    @EnumSource
    default void wholeLinesBeforeACutAreImportedAndTheCutOneIsNot(Framing framing) throws IOException {
        ImportRealm realm = ImportRealm.sample(server());
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = begin(realm, framing.headers())) {
            post.body().write(lines(1, 3));
            post.body().write(Arrays.copyOf(USERS.line(3), 40));
            post.body().flush();
            post.endAfterReading();
        }

        assertThat(awaitEnd(log, realm)).isEqualTo(3);
        assertThat(WholeUsers.in(server(), realm)).containsExactlyInAnyOrderElementsOf(names(3));
        log.assertNoError();
    }

    @ParameterizedTest
    @EnumSource
    default void aCutBetweenLinesIsACutToo(Framing framing) throws IOException {
        ImportRealm realm = ImportRealm.sample(server());
        ServerLog log = ServerLog.from(server().node());

        try (StreamedPost post = begin(realm, framing.headers())) {
            post.body().write(lines(1, 500));
            post.body().flush();
            post.endAfterReading();
        }

        assertThat(awaitEnd(log, realm)).isEqualTo(500);
        log.await("Import into realm " + realm.name() + " by user \\S+ of realm \\S+: truncated body");
        assertThat(WholeUsers.in(server(), realm)).containsExactlyInAnyOrderElementsOf(names(500));
        log.assertNoError();
    }

    @Test
    default void aClientThatIsGoneBeforeItsRequestIsLookedAtDoesNoHarm() throws IOException {
        ImportRealm realm = ImportRealm.sample(server());
        ServerLog log = ServerLog.from(server().node());
        byte[] cut = Arrays.copyOf(lines(0, 3), lines(0, 2).length + 40);

        for (int i = 0; i < 10; i++) {
            Map<String, String> headers = Framing.values()[i % 2].headers();
            try (StreamedPost post = open(realm.with("onConflict=skip"), headers)) {
                post.body().write(cut);
                post.body().flush();
            }
            try (StreamedPost post = open(realm.with("onConflict=skip"), headers)) {
                post.body().write(cut);
                post.body().flush();
                post.abort();
            }
            open(realm, headers).close();
            open(realm, headers).abort();
        }

        assertThatImportsGoOn(realm);
        assertThat(WholeUsers.in(server(), realm)).contains(USERS.username(100)).isSubsetOf(names(101));
        log.assertNoError();
    }

    /** As many imports at once as the server allows must be possible: each broken one has given its place back. */
    private void assertThatImportsGoOn(ImportRealm realm) throws IOException {
        List<StreamedPost> posts = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                posts.add(awaitAdmission(realm.with("onConflict=skip"), USERS.line(100)));
            }
            // One user never has all places.
            ImportRealm elsewhere = ImportRealm.sample(server());
            try (StreamedPost fifth = open(realm.with("onConflict=skip"), Framing.CHUNKED.headers());
                    StreamedPost other =
                            awaitAdmission(elsewhere.as(elsewhere.newAdmin("manage-users")), USERS.line(100))) {
                assertThat(fifth.status()).isEqualTo(429);
                assertPasswordCallsAreRefused(realm);
                other.body().close();
                assertThat(ImportAnswer.of(other.lines().lines().iterator()).summary())
                        .isPresent();
            }
            for (StreamedPost post : posts) {
                post.body().close();
                assertThat(ImportAnswer.of(post.lines().lines().iterator()).summary())
                        .isPresent();
            }
        } finally {
            for (StreamedPost post : posts) {
                post.close();
            }
        }
    }

    /** Hashes are expensive to verify, and the count reads a large table: both count as an import. */
    private static void assertPasswordCallsAreRefused(ImportRealm realm) {
        AdminClient admin = realm.admin();
        String base = realm.base() + "/bulk-import/";
        List<Map<String, String>> pair =
                List.of(Map.of("hash", "*0E8F21E4240F5AD5A07D088F9C93890D13D78A4E", "password", "x"));

        assertThat(ImportJob.title(admin.post(base + "password-formats/check", pair)))
                .isEqualTo("429 too-many-imports");
        assertThat(ImportJob.title(admin.get(base + "password-upgrade"))).isEqualTo("429 too-many-imports");
    }

    /** An import that has answered its first line; imports of clients that are gone may take a moment to notice. */
    private StreamedPost awaitAdmission(ImportRealm realm, byte[] line) throws IOException {
        return Admission.await(() -> {
            StreamedPost post = open(realm, Framing.CHUNKED.headers());
            post.body().write(line);
            post.body().flush();
            return post;
        });
    }

    @Test
    default void aTruncatedGzipBodyIsImportedUpToTheDamage() throws IOException {
        ImportRealm realm = ImportRealm.sample(server());
        ServerLog log = ServerLog.from(server().node());
        Map<String, String> headers = Framing.CHUNKED.headers();
        headers.put("Content-Encoding", "gzip");
        byte[] packed = gzip(lines(1, 1000));

        try (StreamedPost post = begin(realm, headers)) {
            post.body().write(packed, 0, packed.length / 2);
            post.body().flush();
        }

        int read = awaitEnd(log, realm);
        assertThat(read).isBetween(250, 750);
        assertThat(WholeUsers.in(server(), realm)).containsExactlyInAnyOrderElementsOf(names(read));
        log.assertNoError();
    }

    @Test
    default void aTruncatedGzipBodyHasOutcomesAndNoSummary() throws IOException {
        ImportRealm realm = ImportRealm.sample(server());
        ServerLog log = ServerLog.from(server().node());
        Map<String, String> headers = Framing.CHUNKED.headers();
        headers.put("Content-Encoding", "gzip");
        byte[] packed = gzip(lines(0, 1000));

        List<String> answer = new ArrayList<>();
        try (StreamedPost post = open(realm.with("chunkSize=100"), headers)) {
            post.body().write(packed, 0, packed.length / 2);
            post.body().close();
            assertThatThrownBy(() -> readAll(post.lines(), answer))
                    .isInstanceOfAny(EOFException.class, SocketException.class);
        }

        ImportAnswer outcomes = ImportAnswer.of(answer.iterator());
        assertThat(outcomes.summary()).isEmpty();
        assertThat(outcomes.outcomes()).hasSizeGreaterThan(250);
        assertThat(outcomes.statuses()).containsOnly("created");
        assertThat(WholeUsers.in(server(), realm))
                .containsExactlyInAnyOrderElementsOf(names(outcomes.outcomes().size()));
        log.assertNoError();
    }

    /** Reads to the end, or to the place where it breaks off. */
    private static void readAll(BufferedReader lines, List<String> into) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            into.add(line);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void aClientThatHangsUpInTheMiddleOfALongImportLeavesWholeUsers(boolean reset) throws IOException {
        ImportRealm realm = ImportRealm.sample(server());
        ServerLog log = ServerLog.from(server().node());
        List<String> received = new ArrayList<>();

        StreamedPost post = open(realm.with("chunkSize=50"), Framing.CHUNKED.headers());
        try {
            post.body().write(lines(0, 600));
            post.body().flush();
            BufferedReader answer = post.lines();
            while (received.size() < 200) {
                received.add(answer.readLine());
            }
        } finally {
            if (reset) {
                post.abort();
            } else {
                post.close();
            }
        }

        int read = awaitEnd(log, realm);
        Set<String> present = WholeUsers.in(server(), realm);
        assertThat(read).isBetween(200, 600);
        assertThat(present).containsExactlyInAnyOrderElementsOf(names(read));
        assertThat(ImportAnswer.of(received.iterator()).outcomes())
                .allSatisfy(outcome ->
                        assertThat(present).contains(outcome.path("key").asText()));
        log.assertNoError();
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return packed.toByteArray();
    }
}
