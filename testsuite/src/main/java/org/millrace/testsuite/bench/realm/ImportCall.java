package org.millrace.testsuite.bench.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.StreamedPost;

/** One call of Millrace's import: records go out while outcomes come in. */
public final class ImportCall {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USERS = BenchmarkRealm.PATH + "/bulk-import/users";

    /** Asked for problems only, the server has nothing to say before the end. */
    private static final Duration READ_TIMEOUT = Duration.ofMinutes(30);

    private ImportCall() {}

    /** Where the records come from: writes them as NDJSON, on a thread of its own. */
    @FunctionalInterface
    public interface Records {
        void writeTo(OutputStream body) throws IOException;
    }

    /**
     * Imports this number of new users.
     *
     * @param query with its question mark, or empty
     * @return how many outcomes came before the summary
     * @throws IllegalStateException if any user was not created
     */
    public static long create(AdminClient admin, String query, long users, Records records) throws IOException {
        return run(admin, USERS + query, users, "created", records);
    }

    /**
     * Imports users into the benchmark's realm and expects the same status for all of them.
     *
     * @param query with its question mark, or empty
     * @return how many outcomes came before the summary
     * @throws IllegalStateException if any user has another status
     */
    public static long users(AdminClient admin, String query, long users, String expected, Records records)
            throws IOException {
        return run(admin, USERS + query, users, expected, records);
    }

    /**
     * Imports records and expects the same status for all of them.
     *
     * @param path with its query
     * @return how many outcomes came before the summary
     * @throws IllegalStateException if any record has another status
     */
    public static long run(AdminClient admin, String path, long count, String expected, Records records)
            throws IOException {
        ExecutorService sender = Executors.newSingleThreadExecutor();
        try (StreamedPost post =
                StreamedPost.open(admin, path, Map.of("Content-Type", "application/x-ndjson"), READ_TIMEOUT)) {
            Future<Boolean> sent = sender.submit(() -> {
                try (OutputStream body = post.body()) {
                    records.writeTo(body);
                }
                return true;
            });
            long outcomes = readOutcomes(post, count, expected);
            sent.get();
            return outcomes;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the records could not be sent", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during an import", e);
        } finally {
            sender.shutdownNow();
        }
    }

    private static long readOutcomes(StreamedPost post, long count, String expected) throws IOException {
        int status = post.status();
        BufferedReader answer = post.lines();
        long lines = 0;
        @Nullable String last = null;
        for (String line = answer.readLine(); line != null; line = answer.readLine()) {
            last = line;
            lines++;
        }
        JsonNode summary = JSON.readTree(last == null ? "{}" : last).path("summary");
        if (status != 200 || summary.path(expected).asLong() != count) {
            throw new IllegalStateException(
                    "of " + count + " records, not all were " + expected + ": " + status + ", " + last);
        }
        return lines - 1;
    }
}
