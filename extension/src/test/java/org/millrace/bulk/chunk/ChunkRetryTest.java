package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.outcome.Outcome;

/** Chunks are written again after transient faults, deadlocks and outages of the database. */
class ChunkRetryTest extends ChunkExecution {
    @Test
    void databaseThatComesBackIsWaitedFor() {
        writer.unreachableFor = 20;

        assertThat(run(writer, writer, Users.chunk(3))).allMatch(Outcome.Created.class::isInstance);
        assertThat(pauses).hasSize(20).isSorted();
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
}
