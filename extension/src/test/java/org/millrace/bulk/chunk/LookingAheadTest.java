package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.outcome.Counts;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeSink;
import org.millrace.bulk.chunk.run.Chunker;
import org.millrace.bulk.chunk.run.DirectChunkWriter;
import org.millrace.bulk.chunk.run.ImportRun;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.record.field.Violation;

/** Records that name what stands behind them: here, a name of the form {@code child>parent} needs the parent. */
class LookingAheadTest {
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final List<Outcome> received = new ArrayList<>();
    private final Set<String> stored = Collections.synchronizedSet(new HashSet<>());
    private final AtomicInteger attempts = new AtomicInteger();
    private final OutcomeSink sink = new ReceivedOutcomes(received);
    private Function<List<Entry>, RecordReader> reader = Users::reader;

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void aRecordWaitsForWhatItNamesAndItsOutcomeForItsTurn() throws Exception {
        Counts counts = run(1, Long.MAX_VALUE, "a>b", "x", "b>c", "c");

        assertThat(received).extracting(outcome -> outcome.position().line()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(received).allMatch(Outcome.Created.class::isInstance);
        assertThat(counts.created()).isEqualTo(4);
    }

    @Test
    void clientThatPausesGetsTheOutcomesOfWhatNeedsToWaitNoLonger() throws Exception {
        reader = entries -> Users.awaiting(entries, () -> received.size() == 3);

        run(1, Long.MAX_VALUE, "a>b", "x", "b");

        assertThat(received).hasSize(3).allMatch(Outcome.Created.class::isInstance);
    }

    @Test
    void whatNeverComesIsMissedAtTheEnd() throws Exception {
        Counts counts = run(2, Long.MAX_VALUE, "a>missing", "b>a", "c");

        assertThat(received).extracting(Outcome::isProblem).containsExactly(true, true, false);
        assertThat(counts.rejected()).isEqualTo(2);
        assertThat(stored).containsExactly("c");
    }

    /** Each retry writes one more record of the chain: without a limit, the time grows with the square of its length. */
    @Test
    void numberOfRetriesIsLimited() throws Exception {
        String[] names = IntStream.range(0, 1_000)
                .mapToObj(i -> i < 999 ? "n" + i + ">n" + (i + 1) : "n" + i)
                .toArray(String[]::new);

        Counts counts = run(100, Long.MAX_VALUE, names);

        assertThat(counts.created()).isBetween(50L, 60L);
        assertThat(counts.rejected()).isEqualTo(1_000 - counts.created());
        assertThat(attempts).hasValueLessThan(52 * 1_000);
    }

    @Test
    void withALimitOfErrorsNothingWaits() throws Exception {
        Counts counts = run(1, 1, "a>b", "b");

        assertThat(received.get(0).isProblem()).isTrue();
        assertThat(received.get(1)).isInstanceOf(Outcome.Unprocessed.class);
        assertThat(counts.problems()).isEqualTo(1);
    }

    private Counts run(int chunkSize, long maxErrors, String... names) throws Exception {
        List<Entry> entries = new ArrayList<>();
        for (String name : names) {
            entries.add(Users.entry(entries.size() + 1, name));
        }
        ConcurrencyLimiter limiter = new FixedConcurrencyLimiter(1);
        ImportRun run = new ImportRun(
                new Chunker(reader.apply(entries), chunkSize, System::nanoTime),
                new DirectChunkWriter(this::store, ids -> ids, Users.NO_RETRIES, limiter, () -> false),
                limiter,
                threads,
                sink,
                new ImportRun.Rules(maxErrors, true, false),
                () -> false,
                outcome -> {});
        run.run();
        sink.flush();
        return run.counts();
    }

    private List<Outcome> store(Chunk chunk) {
        attempts.addAndGet(chunk.size());
        return Outcomes.ofEach(chunk, item -> {
            String[] names = item.key().orElseThrow().split(">", 2);
            if (names.length > 1 && !stored.contains(names[1])) {
                return Outcomes.rejected(item, List.of(Violation.of("unknown-parent", null, "There is none")));
            }
            stored.add(names[0]);
            return Outcomes.created(item, names[0]);
        });
    }
}
