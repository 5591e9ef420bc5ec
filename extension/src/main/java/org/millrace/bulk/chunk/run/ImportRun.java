package org.millrace.bulk.chunk.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Counts;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeSink;
import org.millrace.bulk.format.Entry;

/**
 * One import from its first record to its last: divides the body into chunks, which the import's threads write while reading
 * continues, and passes on the outcomes in the order of the input. Runs on the thread that calls {@link #run()}.
 *
 * <p>Chunks that share a key, such as a user name, are written one after the other, so that the first of two records with the
 * same key wins, at any distance.
 */
public final class ImportRun {
    private static final Logger LOG = Logger.getLogger(ImportRun.class);
    private static final Duration IDLE_POLL = Duration.ofMillis(1);
    private static final int MAX_RETRIES = 50;

    /** At the limit one chunk waits outside of the writer threads. */
    private static final int CHUNKS_AHEAD = 1;

    private final Chunker chunker;
    private final DirectChunkWriter writer;
    private final ConcurrencyLimiter limiter;
    private final ExecutorService threads;
    private final OutcomeSink sink;
    private final Rules rules;
    private final BooleanSupplier stopping;
    private final Consumer<Outcome> counted;
    private final OutcomeOrder order = new OutcomeOrder(this::emit);
    /** Identity of this import for the limiter. */
    private final Object work = new Object();

    private final Counts counts = new Counts();
    private final Deque<InFlight> inFlight = new ArrayDeque<>();
    /** The failure after which outcomes can no longer be sent. */
    private @Nullable IOException lost;

    /**
     * Prepares an import.
     *
     * @param stopping whether the server is about to stop, so that no further chunk is begun
     * @param counted gets each outcome once it is final
     */
    public ImportRun(
            Chunker chunker,
            DirectChunkWriter writer,
            ConcurrencyLimiter limiter,
            ExecutorService threads,
            OutcomeSink sink,
            Rules rules,
            BooleanSupplier stopping,
            Consumer<Outcome> counted) {
        this.counted = counted;
        this.chunker = chunker;
        this.writer = writer;
        this.limiter = limiter;
        this.threads = threads;
        this.sink = sink;
        this.rules = rules;
        this.stopping = stopping;
    }

    /**
     * In what order an import writes, and when it ends.
     *
     * @param maxErrors number of rejected or failed records that ends the import; {@link Long#MAX_VALUE} for no limit. Chunks
     * that could together exceed it are written one after the other
     * @param looksAhead whether records wait, until the body ends, for missing records that they name; false with a limit of
     * errors, because their number is unknown meanwhile
     * @param inOrder whether the order of records is kept wherever it may matter: existing entities are changed, or only one
     * chunk can be written at a time
     */
    public record Rules(long maxErrors, boolean looksAhead, boolean inOrder) {
        private boolean arePatient() {
            return looksAhead && maxErrors == Long.MAX_VALUE;
        }
    }

    private record InFlight(Chunk chunk, KeyHashes keys, Future<List<Outcome>> outcomes) {}

    /**
     * Runs the import to its end. Committed chunks stay, also after an exception.
     *
     * @throws IOException if the body ends prematurely, or outcomes cannot be sent
     * @throws InterruptedException if the server stops
     */
    public void run() throws IOException, InterruptedException {
        try {
            for (Optional<Chunk> next = next(); next.isPresent() && lost == null; next = next()) {
                begin(next.get());
            }
        } finally {
            finishAll();
            tryAgain();
            if (stopping.getAsBoolean()) {
                order.leave();
            } else {
                order.giveUp();
            }
        }
        if (lost != null) {
            throw lost;
        }
    }

    /** While the client sends nothing, it may be waiting for the outcomes of the records it has sent. */
    private Optional<Chunk> next() throws IOException, InterruptedException {
        while (!inFlight.isEmpty() && chunker.wouldWait()) {
            if (inFlight.element().outcomes().isDone()) {
                finishOldest();
            } else {
                LockSupport.parkNanos(IDLE_POLL.toNanos());
            }
        }
        if (order.isFull() || order.isHopeful() && chunker.wouldWait()) {
            finishAll();
            tryAgain();
            if (order.isFull()) {
                order.giveUp();
            }
            tell(sink::flush);
        }
        return lost == null ? chunker.next() : Optional.empty();
    }

    /** Counts of the outcomes so far. */
    public Counts counts() {
        return counts;
    }

    private void begin(Chunk chunk) throws InterruptedException {
        KeyHashes keys = KeyHashes.of(chunk);
        if (inFlight.stream().anyMatch(other -> !goTogether(chunk, other.chunk()))) {
            finishAll();
        }
        while (!inFlight.isEmpty()
                && (inFlight.size() >= limiter.limit() + CHUNKS_AHEAD
                        || inFlight.element().outcomes().isDone()
                        || inFlight.stream().anyMatch(other -> other.keys().sharesWith(keys)))) {
            finishOldest();
        }
        if (order.isAbout(chunk)) {
            finishAll();
            tryAgain();
            order.giveUp();
        }
        if (chunk.size() > errorsLeft() - recordsInFlight()) {
            finishAll();
        }
        if (errorsLeft() <= 0 || stopping.getAsBoolean()) {
            giveUp(chunk);
        } else {
            submit(chunk.allowing(errorsLeft()), keys);
        }
    }

    /** Records of one kind may name those of another, and a user that is deleted by id alone may have the name of a new one. */
    private boolean goTogether(Chunk one, Chunk other) {
        return one.isIndependent(rules.inOrder())
                && other.isIndependent(rules.inOrder())
                && one.kind().equals(other.kind())
                && one.isDeletion() == other.isDeletion();
    }

    private void submit(Chunk chunk, KeyHashes keys) throws InterruptedException {
        try {
            inFlight.add(new InFlight(chunk, keys, threads.submit(() -> write(chunk))));
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is about to stop", e);
            giveUp(chunk);
        }
    }

    private long errorsLeft() {
        return rules.maxErrors() - counts.problems();
    }

    private long recordsInFlight() {
        return inFlight.stream().mapToLong(each -> each.chunk().size()).sum();
    }

    private List<Outcome> write(Chunk chunk) throws InterruptedException {
        return writer.run(work, chunk);
    }

    private void giveUp(Chunk chunk) throws InterruptedException {
        finishAll();
        for (Entry entry : chunk.entries()) {
            order.add(Outcomes.unprocessed(entry));
        }
    }

    private void finishAll() throws InterruptedException {
        while (!inFlight.isEmpty()) {
            finishOldest();
        }
    }

    private void finishOldest() throws InterruptedException {
        InFlight oldest = inFlight.remove();
        try {
            List<Outcome> outcomes = oldest.outcomes().get();
            boolean[] repeated = rules.arePatient() ? repeated(oldest.chunk()) : new boolean[outcomes.size()];
            for (int i = 0; i < outcomes.size(); i++) {
                if (rules.arePatient() && !repeated[i] && OutcomeOrder.mayCome(outcomes.get(i))) {
                    order.await(oldest.chunk().entries().get(i), outcomes.get(i));
                } else {
                    order.add(outcomes.get(i));
                }
            }
            tell(sink::flush);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a chunk ended without outcomes", e);
        }
    }

    /** Which records are about something that a later record of their chunk is about too: that one was written already. */
    private static boolean[] repeated(Chunk chunk) {
        boolean[] repeated = new boolean[chunk.size()];
        Set<String> later = new HashSet<>();
        for (int i = chunk.size() - 1; i >= 0; i--) {
            List<String> keys = OutcomeOrder.keys(chunk.entries().get(i));
            repeated[i] = keys.stream().anyMatch(later::contains);
            later.addAll(keys);
        }
        return repeated;
    }

    /** Retries deferred records until a retry makes no progress, at most {@link #MAX_RETRIES} times. */
    private void tryAgain() throws InterruptedException {
        boolean better = true;
        for (int retry = 0; better && retry < MAX_RETRIES && lost == null && !stopping.getAsBoolean(); retry++) {
            better = false;
            for (List<OutcomeOrder.Waiting> some : order.waiting()) {
                Chunk chunk =
                        new Chunk(some.stream().map(OutcomeOrder.Waiting::entry).toList());
                better |= order.decide(some, writeNow(chunk));
            }
        }
    }

    private List<Outcome> writeNow(Chunk chunk) throws InterruptedException {
        try {
            return threads.submit(() -> write(chunk)).get();
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is about to stop", e);
            return chunk.entries().stream().map(Outcomes::unprocessed).toList();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a chunk ended without outcomes", e);
        }
    }

    private void emit(Outcome outcome) {
        counts.add(outcome);
        counted.accept(outcome);
        tell(() -> sink.accept(outcome));
    }

    /** A disconnected client does not stop the writing: remaining outcomes are counted, but not sent. */
    private void tell(Message message) {
        if (lost != null) {
            return;
        }
        try {
            message.send();
        } catch (IOException e) {
            lost = e;
        }
    }

    @FunctionalInterface
    private interface Message {
        void send() throws IOException;
    }
}
