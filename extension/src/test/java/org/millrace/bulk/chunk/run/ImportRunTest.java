package org.millrace.bulk.chunk.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkWriter;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.FixedConcurrencyLimiter;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.ReceivedOutcomes;
import org.millrace.bulk.chunk.Users;
import org.millrace.bulk.chunk.outcome.Counts;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeSink;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

class ImportRunTest {
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<Outcome> received = new ArrayList<>();
    private final Set<String> stored = Collections.synchronizedSet(new HashSet<>());
    private final OutcomeSink sink = new ReceivedOutcomes(received);
    private ConcurrencyLimiter limiter = new FixedConcurrencyLimiter(2);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void outcomesComeInTheOrderOfTheInputWhicheverChunkEndsFirst() throws Exception {
        CountDownLatch secondDone = new CountDownLatch(1);
        ChunkWriter writer = chunk -> {
            boolean first = chunk.entries().get(0).position().line() == 1;
            if (first) {
                await(secondDone);
            }
            List<Outcome> outcomes = store(chunk);
            if (!first) {
                secondDone.countDown();
            }
            return outcomes;
        };

        run(Users.chunk(6).entries(), 2, writer, Long.MAX_VALUE);

        assertThat(received).extracting(outcome -> outcome.position().line()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void firstOfTwoRecordsWithOneKeyWinsAcrossChunks() throws Exception {
        List<Entry> entries =
                List.of(Users.entry(1, "Ann"), Users.entry(2, "ANN"), Users.entry(3, "bob"), Users.entry(4, "ann"));

        run(entries, 1, this::store, Long.MAX_VALUE);

        assertThat(received).extracting(Outcome::isProblem).containsExactly(false, true, false, true);
    }

    @Test
    void afterTooManyErrorsNothingMoreIsWrittenAndTheRestIsUnprocessed() throws Exception {
        assertStopsAfterTwoErrors(1);
    }

    @Test
    void afterTooManyErrorsTheRestOfTheChunkIsUnprocessedToo() throws Exception {
        assertStopsAfterTwoErrors(1_000);
    }

    @Test
    void chunkIsWrittenInPiecesWhileTheGateAsksForThem() throws Exception {
        limiter = inPieces(3);
        List<Integer> sizes = new ArrayList<>();
        ChunkWriter writer = chunk -> {
            sizes.add(chunk.size());
            return store(chunk);
        };

        run(Users.chunk(8).entries(), 8, writer, Long.MAX_VALUE);

        assertThat(sizes).containsExactly(3, 3, 2);
        assertThat(received)
                .extracting(outcome -> outcome.position().line())
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void errorsCountAcrossThePiecesOfAChunk() throws Exception {
        limiter = inPieces(2);

        assertStopsAfterTwoErrors(1_000);
    }

    private void assertStopsAfterTwoErrors(int chunkSize) throws Exception {
        List<Entry> entries = new ArrayList<>(List.of(Users.entry(1, "a"), Users.entry(2, "a"), Users.entry(3, "a")));
        for (int line = 4; line <= 100; line++) {
            entries.add(Users.entry(line, "user-" + line));
        }

        Counts counts = run(entries, chunkSize, this::store, 2);

        assertThat(counts.rejected()).isEqualTo(2);
        assertThat(counts.created()).isEqualTo(stored.size()).isEqualTo(1);
        assertThat(counts.unprocessed()).isEqualTo(97);
        assertThat(received.get(99)).isInstanceOf(Outcome.Unprocessed.class);
    }

    @Test
    void serverThatStopsBeginsNoFurtherChunk() throws Exception {
        AtomicBoolean stopping = new AtomicBoolean();
        ChunkWriter writer = chunk -> {
            stopping.set(true);
            return store(chunk);
        };
        ImportRun run = newRun(Users.chunk(50).entries(), 1, writer, Long.MAX_VALUE, sink, stopping);

        run.run();

        assertThat(run.counts().read()).isEqualTo(50);
        assertThat(run.counts().unprocessed()).isPositive();
        assertThat(run.counts().created() + run.counts().unprocessed()).isEqualTo(50);
    }

    @Test
    void clientThatIsGoneEndsTheImportOnceTheChunksInFlightAreDone() {
        AtomicInteger written = new AtomicInteger();
        ChunkWriter writer = chunk -> {
            List<Outcome> outcomes = store(chunk);
            written.addAndGet(chunk.size());
            return outcomes;
        };
        ImportRun run = newRun(
                Users.chunk(1_000).entries(),
                1,
                writer,
                Long.MAX_VALUE,
                new ReceivedOutcomes(received).goneAfter(3),
                new AtomicBoolean());

        assertThatThrownBy(run::run).isInstanceOf(IOException.class).hasMessage("gone");

        assertThat(run.counts().created()).isEqualTo(written.get()).isLessThan(1_000);
    }

    @Test
    void noMoreChunksAreHeldThanTheGateLetsThroughAndOneAhead() throws Exception {
        AtomicInteger writing = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ChunkWriter writer = chunk -> {
            most.accumulateAndGet(writing.incrementAndGet(), Math::max);
            List<Outcome> outcomes = store(chunk);
            writing.decrementAndGet();
            return outcomes;
        };

        run(Users.chunk(200).entries(), 1, writer, Long.MAX_VALUE);

        assertThat(most.get()).isBetween(1, 2);
    }

    /** Otherwise unreadable lines would wait for permits that other imports hold. */
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    @Test
    void unreadableLinesAloneNeedNeitherPermitNorTransaction() throws Exception {
        limiter = new FixedConcurrencyLimiter(1);
        List<Entry> entries = new ArrayList<>();
        for (int line = 1; line <= 5; line++) {
            entries.add(Entry.Unreadable.tooLarge(new Position(line), 2, 1));
        }
        ChunkWriter writer = chunk -> {
            throw new AssertionError("written");
        };

        Counts counts;
        try (ConcurrencyLimiter.Permit taken = limiter.enter(this, 1)) {
            counts = run(entries, 2, writer, 3);
        }

        assertThat(counts.rejected()).isEqualTo(3);
        assertThat(counts.unprocessed()).isEqualTo(2);
    }

    private Counts run(List<Entry> entries, int chunkSize, ChunkWriter writer, long maxErrors) throws Exception {
        ImportRun run = newRun(entries, chunkSize, writer, maxErrors, sink, new AtomicBoolean());
        run.run();
        sink.flush();
        return run.counts();
    }

    private ImportRun newRun(
            List<Entry> entries,
            int chunkSize,
            ChunkWriter writer,
            long maxErrors,
            OutcomeSink to,
            AtomicBoolean stopping) {
        return new ImportRun(
                new Chunker(Users.reader(entries), chunkSize, System::nanoTime),
                new DirectChunkWriter(writer, ids -> ids, Users.NO_RETRIES, limiter, stopping::get),
                limiter,
                threads,
                to,
                new ImportRun.Rules(maxErrors, false, false),
                stopping::get,
                outcome -> {});
    }

    /** A limiter that admits one sub-batch of this size at a time. */
    private static ConcurrencyLimiter inPieces(int records) {
        ConcurrencyLimiter one = new FixedConcurrencyLimiter(1);
        return new ConcurrencyLimiter() {
            @Override
            public Permit enter(Object work, int asked) throws InterruptedException {
                return one.enter(work, Math.min(records, asked));
            }

            @Override
            public int limit() {
                return one.limit();
            }

            @Override
            public int maximum() {
                return one.maximum();
            }

            @Override
            public String reason() {
                return one.reason();
            }
        };
    }

    /** A database that knows each name once, in lower case. */
    private List<Outcome> store(Chunk chunk) {
        return Outcomes.ofEach(chunk, item -> {
            String name = item.key().orElseThrow().toLowerCase(Locale.ROOT);
            return stored.add(name)
                    ? Outcomes.created(item, name)
                    : Outcomes.rejected(item, List.of(Violation.of("username-exists", "username", "")));
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
