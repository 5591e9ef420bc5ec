package org.millrace.advisor.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolSizesTest {

    private static final PoolSizes DEFAULT = sizes(0, 0, 100);

    private static final Change SMALLER = change(size("max", "100", "20"));
    private static final Change ALIKE = change(size("initial", "0", "100"), size("min", "0", "100"));

    @Test
    void otherSizesAreSetToTheGreatestThatIsPlannedWhicheverComesFirst() {
        assertThat(ChangeSet.of(List.of(SMALLER, ALIKE), DEFAULT).apply())
                .containsExactly(size("max", "100", "20"), size("initial", "0", "20"), size("min", "0", "20"));
        assertThat(ChangeSet.of(List.of(ALIKE, SMALLER), DEFAULT).apply())
                .containsExactly(size("initial", "0", "20"), size("min", "0", "20"), size("max", "100", "20"));
    }

    @Test
    void firstOfTwoGreatestSizesIsTheOneToFit() {
        Change smallest = change(size("max", "100", "12"));

        assertThat(ChangeSet.of(List.of(smallest, SMALLER, ALIKE), DEFAULT).apply())
                .extracting(Step::to)
                .containsExactly("12", "12", "12");
    }

    @Test
    void whatIsHigherNowIsLoweredToo() {
        ChangeSet changes = ChangeSet.of(List.of(SMALLER), sizes(50, 100, 100));

        assertThat(changes.apply())
                .containsExactly(size("max", "100", "20"), size("initial", "50", "20"), size("min", "100", "20"));
        assertThat(changes.restart()).isTrue();
        assertThat(changes.revert())
                .containsExactly(size("min", "20", "100"), size("initial", "20", "50"), size("max", "20", "100"));
    }

    @Test
    void whatFitsIsLeftAsItIs() {
        assertThat(ChangeSet.of(List.of(SMALLER), sizes(5, 20, 100)).apply()).containsExactly(size("max", "100", "20"));
        assertThat(ChangeSet.of(List.of(ALIKE), DEFAULT).apply()).isEqualTo(ALIKE.apply());
    }

    @Test
    void whatWouldBeRaisedToWhatItIsNeedsNoStep() {
        assertThat(ChangeSet.of(List.of(SMALLER, change(size("min", "20", "100"))), sizes(0, 20, 100))
                        .apply())
                .containsExactly(size("max", "100", "20"));
    }

    @Test
    void greatestSizeInForceCountsWhereNoneIsPlanned() {
        assertThat(ChangeSet.of(List.of(ALIKE), sizes(0, 0, 40)).apply())
                .extracting(Step::to)
                .containsExactly("40", "40");
    }

    @Test
    void changeOfSomethingElseLeavesThePoolAlone() {
        Change queue = change(new Step(Step.Kind.OPTION, "http-max-queued-requests", null, "1000"));

        assertThat(ChangeSet.of(List.of(queue), sizes(50, 50, 20)).apply()).isEqualTo(queue.apply());
    }

    @Test
    void unknownSizesAreNotChanged() {
        assertThat(ChangeSet.of(List.of(SMALLER), PoolSizes.UNKNOWN).apply()).isEqualTo(SMALLER.apply());
        assertThat(ChangeSet.of(List.of(ALIKE), PoolSizes.UNKNOWN).apply()).isEqualTo(ALIKE.apply());
    }

    private static PoolSizes sizes(int initial, int min, int max) {
        return new PoolSizes(Map.of("db-pool-initial-size", initial, "db-pool-min-size", min, "db-pool-max-size", max));
    }

    private static Step size(String which, String from, String to) {
        return new Step(Step.Kind.OPTION, "db-pool-" + which + "-size", from, to);
    }

    private static Change change(Step... steps) {
        return new Change(List.of(steps), true, Change.Risk.MEDIUM);
    }
}
