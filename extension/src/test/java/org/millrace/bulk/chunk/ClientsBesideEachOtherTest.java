package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeSink;
import org.millrace.bulk.chunk.run.Chunker;
import org.millrace.bulk.chunk.run.DirectChunkWriter;
import org.millrace.bulk.chunk.run.ImportRun;
import org.millrace.bulk.entity.client.ClientRecord;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Position;

class ClientsBesideEachOtherTest {
    /** Over at once where it comes. */
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Nothing but a thread's start stands between the two. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<Outcome> received = new ArrayList<>();
    private final OutcomeSink sink = new ReceivedOutcomes(received);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void newClientsAreWrittenConcurrently() throws Exception {
        List<Entry> entries = List.of(client(1, null, "one", false), client(2, null, "two", false));

        assertThat(meet(entries, false, LONG)).isTrue();
    }

    @Test
    void clientsWithTheSameNameAreWrittenOneAfterTheOther() throws Exception {
        List<Entry> entries = List.of(client(1, null, "one", false), client(2, null, "one", false));

        assertThat(meet(entries, false, SHORT)).isFalse();
    }

    @Test
    void clientWithoutNameGoesByItsId() throws Exception {
        List<Entry> entries = List.of(client(1, "one", null, false), client(2, null, "one", false));

        assertThat(meet(entries, false, SHORT)).isFalse();
    }

    @Test
    void clientWhoseSettingsMayNameOthersWaitsForThem() throws Exception {
        List<Entry> entries = List.of(client(1, null, "one", false), client(2, null, "two", true));

        assertThat(meet(entries, false, SHORT)).isFalse();
    }

    @Test
    void clientsThatMayExistAreChangedOneAfterTheOther() throws Exception {
        List<Entry> entries = List.of(client(1, "id", null, false), client(2, null, "two", false));

        assertThat(meet(entries, true, SHORT)).isFalse();
    }

    @Test
    void recordsOfAnotherKindWait() throws Exception {
        List<Entry> entries = List.of(client(1, null, "one", false), Users.entry(2, "ann"));

        assertThat(meet(entries, false, SHORT)).isFalse();
    }

    /**
     * Whether the second of two records is being written while the first one is.
     *
     * @param patience how long the first one waits for that
     */
    private boolean meet(List<Entry> entries, boolean inOrder, Duration patience) throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        AtomicBoolean met = new AtomicBoolean();
        ChunkWriter writer = chunk -> {
            if (chunk.entries().get(0).position().line() == 1) {
                met.set(comes(second, patience));
            } else {
                second.countDown();
            }
            return Outcomes.ofEach(chunk, item -> Outcomes.created(item, "id"));
        };

        ConcurrencyLimiter limiter = new FixedConcurrencyLimiter(2);

        new ImportRun(
                        new Chunker(Users.reader(entries), 1, System::nanoTime),
                        new DirectChunkWriter(writer, ids -> ids, Users.NO_RETRIES, limiter, () -> false),
                        limiter,
                        threads,
                        sink,
                        new ImportRun.Rules(Long.MAX_VALUE, false, inOrder),
                        () -> false,
                        outcome -> {})
                .run();

        assertThat(received).hasSize(entries.size());
        return met.get();
    }

    private static boolean comes(CountDownLatch latch, Duration patience) {
        try {
            return latch.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Entry client(long line, @Nullable String id, @Nullable String clientId, boolean withSettings) {
        ClientRepresentation client = new ClientRepresentation();
        client.setId(id);
        client.setClientId(clientId);
        client.setAuthorizationSettings(withSettings ? new ResourceServerRepresentation() : null);
        return new Entry.Readable(new ClientRecord(new Position(line), client, Set.of(), List.of()), 100);
    }
}
