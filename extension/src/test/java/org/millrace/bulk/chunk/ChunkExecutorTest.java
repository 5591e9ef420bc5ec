package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.caller.InactiveCallerException;

/** Chunks are split until the failing records are isolated. */
class ChunkExecutorTest extends ChunkExecution {
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
        List<String> failing =
                List.of("user-0", "user-150", "user-151", "user-300", "user-420", "user-700", "user-810", "user-999");
        ChunkWriter broken = new Broken(failing::contains);

        assertThat(run(broken, ids -> ids, Users.chunk(1000)))
                .filteredOn(Outcome.Failed.class::isInstance)
                .extracting(outcome -> outcome.key().orElseThrow())
                .containsExactlyElementsOf(failing);
    }

    /** For example an exception of Keycloak's cached objects right after a role was removed. */
    @Test
    void recordWhoseUnexpectedExceptionPassesIsWritten() {
        AtomicInteger left = new AtomicInteger(6);
        ChunkWriter broken = new Broken(key -> key.equals("user-3") && left.getAndDecrement() > 0);

        assertThat(run(broken, ids -> ids, Users.chunk(8))).allMatch(Outcome.Created.class::isInstance);
        assertThat(pauses).hasSize(3);
    }

    @Test
    void whatFailsUnforeseenAgainAndAgainIsNotTriedForEachRecord() {
        Broken writer = new Broken(key -> !key.equals("user-0"));

        List<Outcome> outcomes = run(writer, ids -> ids, Users.chunk(2000));

        assertThat(writer.attempts).isBetween(100, 110);
        assertThat(pauses).hasSize(4);
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
