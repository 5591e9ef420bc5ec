package org.millrace.testsuite.importer.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** An import whose client sends each record when it has the outcome of the one before, until it is asked for the answer. */
final class OneAfterTheOther implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final StreamedPost post;
    private final IntFunction<String> records;
    private final CompletableFuture<List<String>> received;
    private volatile boolean enough;

    private OneAfterTheOther(StreamedPost post, IntFunction<String> records) {
        this.post = post;
        this.records = records;
        this.received = CompletableFuture.supplyAsync(this::run, OneAfterTheOther::start);
    }

    private static void start(Runnable task) {
        new Thread(task, "one after the other").start();
    }

    /** @param records makes the line with this number, the first being 0 */
    static OneAfterTheOther begin(ImportRealm realm, IntFunction<String> records) throws IOException {
        Map<String, String> headers = Map.of("Content-Type", "application/x-ndjson");
        return new OneAfterTheOther(StreamedPost.open(realm.admin(), realm.path(), headers, PATIENCE), records);
    }

    private List<String> run() {
        List<String> lines = new ArrayList<>();
        try {
            send(0);
            BufferedReader answer = post.lines();
            for (int next = 1; !enough; next++) {
                lines.add(answer.readLine());
                send(next);
            }
            post.body().close();
            answer.lines().forEach(lines::add);
        } catch (IOException e) {
            throw new IllegalStateException("the import broke off after " + lines, e);
        }
        return lines;
    }

    private void send(int number) throws IOException {
        post.body().write((records.apply(number) + "\n").getBytes(StandardCharsets.UTF_8));
        post.body().flush();
    }

    /** Sends no more, and waits for the end of the answer. */
    ImportAnswer answer() throws Exception {
        enough = true;
        return ImportAnswer.of(
                received.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).iterator());
    }

    @Override
    public void close() throws IOException {
        post.close();
    }
}
