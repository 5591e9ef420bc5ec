package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ChunkFailedException.Fault;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;

/** Chunks whose connection ends during COMMIT: stored ids decide whether they are written again. */
class UnknownCommitTest extends ChunkExecution {
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
    void chunkWithUnknownCommitIsDeferredAndNotRepeated() throws Exception {
        Deferring job = new Deferring();
        writer.unseenCommits = 1;

        assertThat(job.run(Users.chunk(3))).isEmpty();
        assertThat(job.deferred).containsExactly(Fault.UNREACHABLE);
        assertThat(writer.sizes).containsExactly(3);
    }
}
