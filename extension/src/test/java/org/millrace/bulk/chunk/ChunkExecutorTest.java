package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ChunkFailedException.Fault;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.run.DirectChunkWriter;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.caller.InactiveCallerException;

class ChunkExecutorTest {
    private static final Violation CONFLICT = Violation.of("conflict", null, "taken");
    private static final Violation GONE = new Violation("database-error", null, "away", true);

    /** A database with some records it will never take, and some faults that pass. */
    private static final class Writer implements ChunkWriter, StoredIds {
        private final Set<String> refused = new HashSet<>();
        private final List<Integer> sizes = new ArrayList<>();
        private final Set<String> stored = new HashSet<>();
        private int transientFaults;
        private int unreachableFor;
        private int unseenCommits;

        @Override
        public List<Outcome> write(Chunk chunk) throws ChunkFailedException {
            sizes.add(chunk.size());
            if (unreachableFor > 0) {
                unreachableFor--;
                throw new ChunkFailedException(
                        Fault.UNREACHABLE, GONE, new IllegalStateException("connection refused"));
            }
            if (transientFaults > 0) {
                transientFaults--;
                throw new ChunkFailedException(Fault.TRANSIENT, CONFLICT, new IllegalStateException("deadlock"));
            }
            List<Outcome> outcomes = Outcomes.ofEach(chunk, this::created);
            if (outcomes.stream()
                    .filter(Outcome.Created.class::isInstance)
                    .anyMatch(outcome -> refused.contains(outcome.key().orElseThrow()))) {
                throw new ChunkFailedException(Fault.RECORD, CONFLICT, new IllegalStateException("duplicate key"));
            }
            outcomes.stream()
                    .filter(Outcome.Created.class::isInstance)
                    .forEach(outcome -> stored.add(outcome.key().orElseThrow()));
            if (unseenCommits > 0) {
                unseenCommits--;
                throw new ChunkFailedException(Fault.UNREACHABLE, GONE, outcomes, new IllegalStateException("reset"));
            }
            return outcomes;
        }

        private Outcome created(ImportRecord item) {
            String key = item.key().orElseThrow();
            return stored.contains(key)
                    ? Outcomes.rejected(item, List.of(CONFLICT))
                    : Outcomes.created(item, "id of " + key);
        }

        @Override
        public Set<String> among(Set<String> ids) {
            Set<String> present = stored.stream().map(key -> "id of " + key).collect(Collectors.toSet());
            present.retainAll(ids);
            return present;
        }
    }

    private final AtomicLong clock = new AtomicLong();
    private final List<Long> pauses = new ArrayList<>();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final Outage outage = new Outage(Duration.ofSeconds(60), stopping::get, clock::get, this::pause);
    private final Writer writer = new Writer();
    private final RetryPolicy retries = new RetryPolicy(outage, this::pause);

    private List<Outcome> run(ChunkWriter to, StoredIds stored, Chunk chunk) {
        try {
            return new DirectChunkWriter(to, stored, retries, new FixedConcurrencyLimiter(1), () -> false)
                    .run(this, chunk);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void pause(long nanos) {
        pauses.add(nanos);
        clock.addAndGet(nanos);
    }

    @Test
    void databaseThatComesBackIsWaitedFor() {
        writer.unreachableFor = 20;

        assertThat(run(writer, writer, Users.chunk(3))).allMatch(Outcome.Created.class::isInstance);
        assertThat(pauses).hasSize(20).isSorted();
    }

    @Test
    void chunkOfACallerWhoIsNotActiveIsNotDivided() {
        List<Integer> sizes = new ArrayList<>();
        ChunkWriter refusing = chunk -> {
            sizes.add(chunk.size());
            throw new InactiveCallerException("the caller was disabled");
        };

        assertThat(run(refusing, writer, Users.chunk(3))).allMatch(Outcome.Failed.class::isInstance);
        assertThat(sizes).containsExactly(3);
    }

    @Test
    void databaseThatStaysAwayIsGivenUpAndNotWaitedForAgain() {
        writer.unreachableFor = Integer.MAX_VALUE;

        assertThat(run(writer, writer, Users.chunk(3))).allMatch(Outcome.Failed.class::isInstance);
        int waited = pauses.size();
        assertThat(clock.get())
                .isBetween(
                        Duration.ofSeconds(60).toNanos(), Duration.ofSeconds(63).toNanos());
        assertThat(run(writer, writer, Users.chunk(3))).allMatch(Outcome.Failed.class::isInstance);
        assertThat(pauses).hasSize(waited);
    }

    @Test
    void anOutageThatIsOverDoesNotShortenTheNext() {
        writer.unreachableFor = 20;
        run(writer, writer, Users.chunk(1));
        clock.addAndGet(Duration.ofHours(1).toNanos());
        writer.unreachableFor = 20;

        assertThat(run(writer, writer, Users.chunk(3))).noneMatch(Outcome.Failed.class::isInstance);
    }

    @Test
    void serverThatStopsWaitsForNoDatabase() {
        writer.unreachableFor = 1;
        stopping.set(true);

        assertThat(run(writer, writer, Users.chunk(3))).allMatch(Outcome.Failed.class::isInstance);
        assertThat(pauses).isEmpty();
    }

    @Test
    void commitThatSucceededUnseenIsNoConflict() {
        writer.unseenCommits = 1;

        assertThat(run(writer, writer, Users.chunk(3)))
                .extracting(outcome -> ((Outcome.Created) outcome).id())
                .containsExactly("id of user-0", "id of user-1", "id of user-2");
        assertThat(writer.sizes).containsExactly(3, 3);
    }

    @Test
    void commitThatSucceededUnseenIsFoundThoughNoAttemptFollows() {
        writer.unseenCommits = 1;
        stopping.set(true);

        assertThat(run(writer, writer, Users.chunk(3))).allMatch(Outcome.Created.class::isInstance);
    }

    @Test
    void commitThatFailedUnseenIsWrittenAgain() {
        ChunkWriter lost = new LostCommit();

        assertThat(run(lost, ids -> Set.of(), Users.chunk(2)))
                .extracting(outcome -> ((Outcome.Created) outcome).id())
                .containsExactly("second", "second");
    }

    /** What the first transaction changed is why the second one refuses the record. */
    @Test
    void recordThatWasUpdatedUnseenIsNotRejected() {
        AtomicLong attempts = new AtomicLong();
        ChunkWriter updating = chunk -> {
            if (attempts.getAndIncrement() > 0) {
                return Outcomes.ofEach(chunk, item -> Outcomes.rejected(item, List.of(CONFLICT)));
            }
            List<Outcome> updated = Outcomes.ofEach(
                    chunk, item -> new Outcome.Updated(item.position(), item.key(), "id", item.warnings()));
            throw new ChunkFailedException(Fault.UNREACHABLE, GONE, updated, new IllegalStateException("reset"));
        };

        assertThat(run(updating, ids -> Set.of(), Users.chunk(2)))
                .allSatisfy(outcome -> assertThat(((Outcome.Failed) outcome).problems())
                        .extracting(Violation::code)
                        .containsExactly("commit-unknown"));
    }

    /** Loses what it wrote first. */
    private static final class LostCommit implements ChunkWriter {
        private boolean lost;

        @Override
        public List<Outcome> write(Chunk chunk) throws ChunkFailedException {
            List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> Outcomes.created(item, lost ? "second" : "first"));
            if (!lost) {
                lost = true;
                throw new ChunkFailedException(Fault.UNREACHABLE, GONE, outcomes, new IllegalStateException("reset"));
            }
            return outcomes;
        }
    }

    @Test
    void lookUpAfterUnknownCommitIsRetriedAsLongAsWrites() {
        writer.unseenCommits = 1;
        AtomicLong unanswered = new AtomicLong(10);
        StoredIds slow = ids -> {
            if (unanswered.getAndDecrement() > 0) {
                throw new IllegalStateException("connection refused");
            }
            return writer.among(ids);
        };

        assertThat(run(writer, slow, Users.chunk(3))).allMatch(Outcome.Created.class::isInstance);
    }

    @Test
    void recordWhoseCommitStaysUnknownFailsAndIsNotRejected() {
        writer.unseenCommits = 1;
        StoredIds silent = ids -> {
            throw new IllegalStateException("connection refused");
        };

        assertThat(run(writer, silent, Users.chunk(3))).allSatisfy(outcome -> {
            assertThat(((Outcome.Failed) outcome).problems()).allMatch(Violation::retryable);
            assertThat(((Outcome.Failed) outcome).problems())
                    .extracting(Violation::code)
                    .containsExactly("commit-unknown");
        });
    }

    @Test
    void chunkIsHalvedUntilTheFailingRecordIsIsolated() {
        writer.refused.add("user-37");

        List<Outcome> outcomes = run(writer, writer, Users.chunk(100));

        assertThat(outcomes).hasSize(100);
        assertThat(outcomes).filteredOn(Outcome::isProblem).singleElement().satisfies(failing -> {
            assertThat(failing.key()).contains("user-37");
            assertThat(((Outcome.Rejected) failing).problems()).containsExactly(CONFLICT);
        });
        assertThat(outcomes)
                .extracting(outcome -> outcome.position().line())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void everyFailingRecordIsFound() {
        writer.refused.addAll(Set.of("user-0", "user-1", "user-50", "user-99"));

        assertThat(run(writer, writer, Users.chunk(100)))
                .filteredOn(Outcome::isProblem)
                .extracting(outcome -> outcome.key().orElseThrow())
                .containsExactly("user-0", "user-1", "user-50", "user-99");
    }

    @Test
    void lostRaceIsTriedAgainWholeBeforeItIsHalved() {
        writer.refused.add("user-0");

        run(writer, writer, Users.chunk(4));

        assertThat(writer.sizes).startsWith(4, 4, 2);
    }

    @Test
    void transientFaultIsTriedAgain() {
        writer.transientFaults = 2;

        assertThat(run(writer, writer, Users.chunk(3))).noneMatch(Outcome::isProblem);
        assertThat(writer.sizes).containsExactly(3, 3, 3);
    }

    @Test
    void deadlocksAreRetriedAfterGrowingPauses() {
        writer.transientFaults = RetryPolicy.MAX_RETRIES;

        assertThat(run(writer, writer, Users.chunk(3))).noneMatch(Outcome::isProblem);
        assertThat(pauses).hasSize(RetryPolicy.MAX_RETRIES).isSorted();
    }

    @Test
    void transientFaultThatStaysIsAFailureOfOurs() {
        writer.transientFaults = 100;

        assertThat(run(writer, writer, Users.chunk(3))).allMatch(Outcome.Failed.class::isInstance);
    }

    @Test
    void unforeseenExceptionIsAFailureThatMayBeSentAgain() {
        ChunkWriter broken = chunk -> {
            throw new IllegalStateException("a bug");
        };

        assertThat(run(broken, ids -> ids, Users.chunk(2))).allSatisfy(outcome -> {
            assertThat(((Outcome.Failed) outcome).problems()).allMatch(Violation::retryable);
            assertThat(((Outcome.Failed) outcome).problems().toString()).doesNotContain("a bug");
        });
    }

    /** Fails for some records with an unexpected exception. */
    private static final class Broken implements ChunkWriter {
        private final Predicate<String> failing;
        private int attempts;

        private Broken(Predicate<String> failing) {
            this.failing = failing;
        }

        @Override
        public List<Outcome> write(Chunk chunk) {
            attempts++;
            return Outcomes.ofEach(chunk, item -> {
                if (failing.test(item.key().orElseThrow())) {
                    throw new IllegalStateException("a bug");
                }
                return Outcomes.created(item, "id");
            });
        }
    }

    @Test
    void fewRecordsWithAnUnexpectedExceptionFailAlone() {
        Set<String> failing = Set.of("user-0", "user-700", "user-1999");
        ChunkWriter broken = new Broken(failing::contains);

        assertThat(run(broken, ids -> ids, Users.chunk(2000)))
                .filteredOn(Outcome.Failed.class::isInstance)
                .extracting(outcome -> outcome.key().orElseThrow())
                .containsExactly("user-0", "user-700", "user-1999");
    }

    @Test
    void whatFailsUnforeseenAgainAndAgainIsNotTriedForEachRecord() {
        Broken writer = new Broken(key -> !key.equals("user-0"));

        List<Outcome> outcomes = run(writer, ids -> ids, Users.chunk(2000));

        assertThat(writer.attempts).isBetween(100, 110);
        assertThat(outcomes).hasSize(2000);
        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Created.class);
        assertThat(outcomes.subList(1, 2000))
                .allSatisfy(outcome -> assertThat(((Outcome.Failed) outcome).problems())
                        .extracting(Violation::code)
                        .containsExactly("internal-error"));
    }

    @Test
    void chunkThatWasGivenUpDoesNotCountAgainstTheNext() {
        AtomicBoolean over = new AtomicBoolean();
        ChunkWriter broken = new Broken(key -> !over.get());
        run(broken, ids -> ids, Users.chunk(2000));
        over.set(true);

        assertThat(run(broken, ids -> ids, Users.chunk(2000))).allMatch(Outcome.Created.class::isInstance);
    }

    /** Keeps outcomes as a job does, and takes a chunk up again later. */
    private final class Deferring implements ChunkExecutor.Target<RuntimeException> {
        private final List<Outcome> kept = new ArrayList<>();
        private final List<Fault> deferred = new ArrayList<>();

        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public List<Outcome> write(int first, Chunk entries) throws ChunkFailedException {
            assertThat(first).isEqualTo(kept.size());
            List<Outcome> outcomes = writer.write(entries);
            kept.addAll(outcomes);
            return outcomes;
        }

        @Override
        public void reject(int index, Outcome outcome) {
            assertThat(index).isEqualTo(kept.size());
            kept.add(outcome);
        }

        @Override
        public long fail(int first, Chunk entries, Violation violation) {
            assertThat(first).isEqualTo(kept.size());
            List<Outcome> failed = Outcomes.ofEach(entries, item -> Outcomes.failed(item, violation));
            kept.addAll(failed);
            return Outcomes.problems(failed);
        }

        @Override
        public boolean defer(ChunkFailedException failure) {
            deferred.add(failure.fault());
            return true;
        }

        private List<Outcome> run(Chunk chunk) throws InterruptedException {
            int done = new ChunkExecutor(new FixedConcurrencyLimiter(1), retries).run(this, chunk, this);
            assertThat(done).isEqualTo(kept.size());
            return kept;
        }
    }

    @Test
    void deadlocksOfJobsAreRetriedAsThoseOfDirectImports() throws Exception {
        Deferring job = new Deferring();
        writer.transientFaults = RetryPolicy.MAX_RETRIES + 1;
        List<Outcome> direct = run(writer, writer, Users.chunk(3));
        List<Integer> sizes = List.copyOf(writer.sizes);
        List<Long> paused = List.copyOf(pauses);
        writer.sizes.clear();
        pauses.clear();
        writer.transientFaults = RetryPolicy.MAX_RETRIES + 1;

        assertThat(job.run(Users.chunk(3))).isEqualTo(direct);
        assertThat(writer.sizes).isEqualTo(sizes);
        assertThat(pauses).isEqualTo(paused);
        assertThat(job.deferred).isEmpty();
    }

    @Test
    void chunkWithUnknownCommitIsDeferredAndNotRepeated() throws Exception {
        Deferring job = new Deferring();
        writer.unseenCommits = 1;

        assertThat(job.run(Users.chunk(3))).isEmpty();
        assertThat(job.deferred).containsExactly(Fault.UNREACHABLE);
        assertThat(writer.sizes).containsExactly(3);
    }

    @Test
    void outcomesAreKeptInOrderWhenAChunkIsHalved() throws Exception {
        Deferring job = new Deferring();
        writer.refused.addAll(Set.of("user-3", "user-4", "user-90"));

        List<Outcome> outcomes = job.run(Users.chunk(100));

        assertThat(outcomes).hasSize(100);
        assertThat(outcomes).filteredOn(Outcome::isProblem).hasSize(3);
    }

    @Test
    void failuresOfBothHalvesCountTowardsTheMaximum() {
        writer.refused.addAll(Set.of("user-0", "user-1", "user-3"));

        List<Outcome> outcomes = run(writer, writer, Users.chunk(8).allowing(2));

        assertThat(outcomes.subList(0, 2)).allMatch(Outcome::isProblem);
        assertThat(outcomes.subList(2, 8)).allMatch(Outcome.Unprocessed.class::isInstance);
    }
}
