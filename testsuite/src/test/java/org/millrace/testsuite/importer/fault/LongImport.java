package org.millrace.testsuite.importer.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/**
 * An import that takes long enough for something to happen to its server: one thread sends users, another takes the outcomes,
 * also those of an answer that breaks off.
 */
final class LongImport implements AutoCloseable {
    static final GeneratedUsers USERS = GeneratedUsers.plain(31, HashedPassword.of("millrace", 31));

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final StreamedPost post;
    private final List<String> received = new ArrayList<>();
    private final CompletableFuture<Void> sent;
    private final CompletableFuture<Void> answered;

    private LongImport(StreamedPost post, int users) {
        this.post = post;
        this.sent = CompletableFuture.runAsync(() -> send(users), LongImport::start);
        this.answered = CompletableFuture.runAsync(this::receive, LongImport::start);
    }

    private static void start(Runnable task) {
        new Thread(task, "long import").start();
    }

    /** Begins to send users 0 to {@code users - 1}. */
    static LongImport begin(ImportRealm realm, int users) throws IOException {
        return new LongImport(
                StreamedPost.open(
                        realm.admin(), realm.path(), Map.of("Content-Type", "application/x-ndjson"), PATIENCE),
                users);
    }

    private void send(int users) {
        try {
            USERS.write(0, users, post.body());
            post.body().close();
        } catch (SocketException serverIsGone) {
            // Then the answer ends too, without a summary.
        } catch (IOException e) {
            throw new IllegalStateException("cannot send", e);
        }
    }

    private void receive() {
        try {
            BufferedReader lines = post.lines();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                add(line);
            }
        } catch (EOFException | SocketException cutOff) {
            // What came before stays true.
        } catch (IOException e) {
            throw new IllegalStateException("cannot read", e);
        }
    }

    private synchronized void add(String line) {
        received.add(line);
    }

    private synchronized int size() {
        return received.size();
    }

    /** Waits for this number of outcomes. */
    LongImport awaitOutcomes(int count) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (size() < count) {
            if (answered.isDone() || System.nanoTime() > deadline) {
                throw new AssertionError("the answer ends or stands still after " + size() + " lines");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return this;
    }

    /** Waits for the end of the response, with any status. */
    ImportAnswer answer() throws Exception {
        answered.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        sent.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        synchronized (this) {
            return ImportAnswer.of(received.iterator());
        }
    }

    /** Ids of those who were said to be created, by name. */
    static Map<String, String> created(ImportAnswer answer) {
        return answer.outcomes().stream()
                .filter(outcome -> outcome.path("status").asText().equals("created"))
                .collect(Collectors.toMap(
                        outcome -> outcome.path("key").asText(),
                        (JsonNode outcome) -> outcome.path("id").asText()));
    }

    static Set<String> names(int users) {
        return IntStream.range(0, users).mapToObj(USERS::username).collect(Collectors.toSet());
    }

    @Override
    public void close() throws IOException {
        post.close();
    }
}
