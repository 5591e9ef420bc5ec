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
import org.millrace.testsuite.client.Polling;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** An import whose client sends some more records each time it is asked to; another thread reads the outcomes. */
final class ImportInPortions implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final StreamedPost post;
    private final IntFunction<String> records;
    private final List<String> received = new ArrayList<>();
    private final CompletableFuture<Void> answered;
    private int sent;

    private ImportInPortions(StreamedPost post, IntFunction<String> records) {
        this.post = post;
        this.records = records;
        this.answered = CompletableFuture.runAsync(this::receive, ImportInPortions::start);
    }

    private static void start(Runnable task) {
        new Thread(task, "import in portions").start();
    }

    /** @param records makes the line with this number, the first being 0 */
    static ImportInPortions begin(ImportRealm realm, IntFunction<String> records) throws IOException {
        Map<String, String> headers = Map.of("Content-Type", "application/x-ndjson");
        return new ImportInPortions(StreamedPost.open(realm.admin(), realm.path(), headers, PATIENCE), records);
    }

    private void receive() {
        try {
            BufferedReader lines = post.lines();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the answer broke off", e);
        }
    }

    private synchronized void add(String line) {
        received.add(line);
    }

    private synchronized boolean isAnswering() {
        return !received.isEmpty();
    }

    /** Sends the records up to a number. */
    void sendTo(int end) throws IOException {
        while (sent < end) {
            post.body().write((records.apply(sent++) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        post.body().flush();
    }

    void awaitOutcome() {
        Polling.await("the first outcome", () -> isAnswering() || answered.isDone());
    }

    /** Ends the body, and waits for the end of the answer. */
    ImportAnswer answer() throws Exception {
        post.body().close();
        answered.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        synchronized (this) {
            return ImportAnswer.of(received.iterator());
        }
    }

    @Override
    public void close() throws IOException {
        post.close();
    }
}
