package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ChunkFailure.Fault;
import org.millrace.bulk.record.Violation;

class ChunkRunnerTest {
    private static final Violation CONFLICT = Violation.of("conflict", null, "taken");

    /** A database with some records it will never take, and some faults that pass. */
    private static final class Writer implements ChunkWriter {
        private final Set<String> refused = new HashSet<>();
        private final List<Integer> sizes = new ArrayList<>();
        private int transientFaults;

        @Override
        public List<Outcome> write(Chunk chunk) throws ChunkFailure {
            sizes.add(chunk.size());
            if (transientFaults > 0) {
                transientFaults--;
                throw new ChunkFailure(Fault.TRANSIENT, CONFLICT, new IllegalStateException("deadlock"));
            }
            List<Outcome> outcomes = Outcomes.ofEach(chunk, item -> Outcomes.created(item, "id"));
            if (outcomes.stream()
                    .filter(Outcome.Created.class::isInstance)
                    .anyMatch(outcome -> refused.contains(outcome.key().orElseThrow()))) {
                throw new ChunkFailure(Fault.RECORD, CONFLICT, new IllegalStateException("duplicate key"));
            }
            return outcomes;
        }
    }

    private final Writer writer = new Writer();
    private final ChunkRunner runner = new ChunkRunner(writer);

    @Test
    void chunkIsHalvedUntilTheCulpritStandsAlone() {
        writer.refused.add("user-37");

        List<Outcome> outcomes = runner.run(Users.chunk(100));

        assertThat(outcomes).hasSize(100);
        assertThat(outcomes).filteredOn(Outcome::isProblem).singleElement().satisfies(culprit -> {
            assertThat(culprit.key()).contains("user-37");
            assertThat(((Outcome.Rejected) culprit).problems()).containsExactly(CONFLICT);
        });
        assertThat(outcomes)
                .extracting(outcome -> outcome.position().line())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void everyCulpritIsFound() {
        writer.refused.addAll(Set.of("user-0", "user-1", "user-50", "user-99"));

        assertThat(runner.run(Users.chunk(100)))
                .filteredOn(Outcome::isProblem)
                .extracting(outcome -> outcome.key().orElseThrow())
                .containsExactly("user-0", "user-1", "user-50", "user-99");
    }

    @Test
    void lostRaceIsTriedAgainWholeBeforeItIsHalved() {
        writer.refused.add("user-0");

        runner.run(Users.chunk(4));

        assertThat(writer.sizes).startsWith(4, 4, 2);
    }

    @Test
    void transientFaultIsTriedAgain() {
        writer.transientFaults = 2;

        assertThat(runner.run(Users.chunk(3))).noneMatch(Outcome::isProblem);
        assertThat(writer.sizes).containsExactly(3, 3, 3);
    }

    @Test
    void transientFaultThatStaysIsAFailureOfOurs() {
        writer.transientFaults = 100;

        assertThat(runner.run(Users.chunk(3))).allMatch(Outcome.Failed.class::isInstance);
    }

    @Test
    void unforeseenExceptionIsAFailureThatMayBeSentAgain() {
        ChunkRunner broken = new ChunkRunner(chunk -> {
            throw new IllegalStateException("a bug");
        });

        assertThat(broken.run(Users.chunk(2))).allSatisfy(outcome -> {
            assertThat(((Outcome.Failed) outcome).problems()).allMatch(Violation::retryable);
            assertThat(((Outcome.Failed) outcome).problems().toString()).doesNotContain("a bug");
        });
    }

    @Test
    void culpritsOfBothHalvesCountAgainstWhatMayGoWrong() {
        writer.refused.addAll(Set.of("user-0", "user-1", "user-3"));

        List<Outcome> outcomes = runner.run(Users.chunk(8).allowing(2));

        assertThat(outcomes.subList(0, 2)).allMatch(Outcome::isProblem);
        assertThat(outcomes.subList(2, 8)).allMatch(Outcome.Unprocessed.class::isInstance);
    }
}
