package org.millrace.testsuite.importer.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.client.StreamedPost;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.JavaHeap;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.ServerUnderTest;

/** Memory does not grow with the body. The benchmark shows the same with a million records. */
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#areProcesses",
        disabledReason = "jcmd sees processes of this machine")
@Thorough
class HeapIT {
    private static final int HEAP_MEBIBYTES = 512;
    private static final int FEW = 10_000;
    private static final int MANY = 250_000;

    /** Chunks under way, caches that fill, and what a collection leaves by chance; 240,000 records alone are twice as much. */
    private static final double MARGIN_MEBIBYTES = 12;

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(20);

    @Test
    void heapInUseIsTheSameAfterFewRecordsAndAfterMany() throws Exception {
        ServerOptions options = ServerOptions.postgres()
                .withHeapMebibytes(HEAP_MEBIBYTES)
                // The client is silent while the heap is measured.
                .with("spi-admin-realm-restapi-extension--bulk-import--idle-body-seconds", "600");
        try (ServerUnderTest server = ServerUnderTest.start(options)) {
            JavaHeap heap = new JavaHeap(server.node().javaPid().orElseThrow());
            ImportRealm realm = ImportRealm.create(server, Map.of());
            Sent warm = new Sent(server.node(), realm, "warm");
            warm.send(FEW);
            warm.end();
            double before = heap.mebibytesAfterCollection();

            Sent sent = new Sent(server.node(), realm, "user");
            sent.send(FEW);
            double few = heap.mebibytesAfterCollection();
            sent.send(MANY);
            double many = heap.mebibytesAfterCollection();
            sent.end();
            double after = heap.mebibytesAfterCollection();

            String all = "MiB before %.1f, few %.1f, many %.1f, after %.1f".formatted(before, few, many, after);
            assertThat(many).as(all).isCloseTo(few, offset(MARGIN_MEBIBYTES));
            assertThat(after).as(all).isCloseTo(before, offset(MARGIN_MEBIBYTES));
        }
    }

    /** A call whose sender pauses on demand, after all outcomes of the sent records have arrived. */
    private static final class Sent {
        private final StreamedPost post;
        private final String prefix;
        private final AtomicLong outcomes = new AtomicLong();
        private final CompletableFuture<String> summary;
        private int sent;

        private Sent(Node node, ImportRealm realm, String prefix) throws IOException {
            this.prefix = prefix;
            post = StreamedPost.open(
                    realm.admin(), realm.path(), Map.of("Content-Type", "application/x-ndjson"), PATIENCE);
            summary = new CompletableFuture<>();
            new Thread(this::receive, "outcomes of " + node.name()).start();
        }

        private void receive() {
            try (BufferedReader lines = post.lines()) {
                String last = "";
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    last = line;
                    outcomes.incrementAndGet();
                }
                summary.complete(last);
            } catch (IOException e) {
                summary.completeExceptionally(e);
            }
        }

        /** Sends more, up to this number in all, and waits for their outcomes. */
        private void send(int total) throws IOException {
            OutputStream body = post.body();
            while (sent < total) {
                // In no order, as names are.
                String line = "{\"username\":\"" + Integer.toHexString(sent * 0x9E3779B1) + prefix + sent + "\"}\n";
                body.write(line.getBytes(StandardCharsets.US_ASCII));
                sent++;
            }
            body.flush();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (outcomes.get() < total) {
                assertThat(System.nanoTime()).as("%s outcomes", outcomes).isLessThan(deadline);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }

        private void end() throws Exception {
            post.body().close();
            assertThat(summary.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("\"created\":" + sent + ",");
            post.close();
        }
    }
}
