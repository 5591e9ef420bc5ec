package org.millrace.testsuite.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.StreamedPost;

/** A file of users sent to the endpoint, and its outcomes read while it is being sent. */
final class DemoImport {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int PROBLEMS_SHOWN = 5;

    /** @param problems the first outcomes that are not {@code created}, as they came */
    record Result(JsonNode summary, List<String> problems) {}

    private DemoImport() {}

    /**
     * Imports a file of NDJSON into a realm.
     *
     * @param progress gets the number of outcomes so far
     * @throws IOException if the server refuses the request, or the answer breaks off
     */
    static Result run(AdminClient admin, String realm, Path file, LongConsumer progress) throws IOException {
        String path = "/admin/realms/" + realm + "/bulk-import/users";
        Map<String, String> headers = Map.of("Content-Type", "application/x-ndjson");
        try (StreamedPost post = StreamedPost.open(admin, path, headers, PATIENCE)) {
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(file, post));
            if (post.status() != 200) {
                throw new IOException("POST " + path + " answered " + post.status() + ": "
                        + new String(post.answer().readAllBytes(), StandardCharsets.UTF_8));
            }
            Result result = read(post.lines(), progress);
            sending.get();
            return result;
        } catch (ExecutionException e) {
            throw new IOException("could not send " + file, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while sending " + file, e);
        }
    }

    private static void send(Path file, StreamedPost post) {
        try (OutputStream body = post.body()) {
            Files.copy(file, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Result read(BufferedReader lines, LongConsumer progress) throws IOException {
        List<String> problems = new ArrayList<>();
        long done = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode outcome = JSON.readTree(line);
            if (outcome.has("summary")) {
                return new Result(outcome.path("summary"), problems);
            }
            if (!outcome.path("status").asText().equals("created") && problems.size() < PROBLEMS_SHOWN) {
                problems.add(line);
            }
            done++;
            progress.accept(done);
        }
        throw new IOException("the answer ended without a summary after " + done + " outcomes");
    }
}
