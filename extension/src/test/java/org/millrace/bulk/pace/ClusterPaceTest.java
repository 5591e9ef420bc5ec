package org.millrace.bulk.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ClusterShare;
import org.millrace.bulk.chunk.ClusterShare.Phase;

class ClusterPaceTest {
    private static final List<WritingNodes.Writer> WRITERS = List.of(
            new WritingNodes.Writer("first", 10, 5, Phase.TRYING),
            new WritingNodes.Writer("second", 20, 1, Phase.SETTLED),
            new WritingNodes.Writer("third", 30, 9, Phase.SETTLED));

    private static ClusterShare share(List<WritingNodes.Writer> writers, String node, long now) {
        return ClusterPace.share(new WritingNodes.Meeting(writers, now), node);
    }

    @Test
    void whoeverBeganFirstLeadsAndTheOthersFollow() {
        assertThat(share(WRITERS, "first", 7_000)).isEqualTo(new ClusterShare(3, 0, true, 5, Phase.TRYING));
        assertThat(share(WRITERS, "second", 7_000)).isEqualTo(new ClusterShare(3, 1, false, 5, Phase.TRYING));
        assertThat(share(WRITERS, "third", 7_000)).isEqualTo(new ClusterShare(3, 2, false, 5, Phase.TRYING));
    }

    @Test
    void placesGoRoundByTheDatabasesClock() {
        List<WritingNodes.Writer> settled =
                List.of(new WritingNodes.Writer("first", 10, 5, Phase.SETTLED), WRITERS.get(1), WRITERS.get(2));

        assertThat(share(settled, "first", 4_999).place()).isEqualTo(0);
        assertThat(share(settled, "first", 5_000).place()).isEqualTo(2);
        assertThat(share(settled, "second", 5_000).place()).isEqualTo(0);
        assertThat(share(settled, "third", 10_000).place()).isEqualTo(0);
        assertThat(share(settled, "first", 15_000).place()).isEqualTo(0);
    }

    /** Nodes in memory, by a clock of its own. */
    private static final class Nodes implements WritingNodes {
        private final Map<String, Writer> writers = new LinkedHashMap<>();
        private long nanos;
        private boolean away;

        @Override
        public Meeting meet(String node, int chunks, Phase phase) throws SQLException {
            check();
            // Whoever is there already keeps its place.
            writers.put(node, new Writer(node, 0, chunks, phase));
            return new Meeting(List.copyOf(writers.values()), 0);
        }

        @Override
        public void leave(String node) throws SQLException {
            check();
            writers.remove(node);
        }

        private void check() throws SQLException {
            if (away) {
                throw new SQLException("away");
            }
        }

        private ClusterPace join() {
            ClusterPace joined = new ClusterPace(this, () -> nanos);
            joined.meet(1, Phase.SETTLED, true);
            return joined;
        }
    }

    @Test
    void whoeverLeadsAndHasTooLittleToWriteStepsBack() {
        Nodes nodes = new Nodes();
        ClusterPace leader = nodes.join();
        ClusterPace follower = nodes.join();

        for (int look = 1; look < 10; look++) {
            assertThat(leader.meet(4, Phase.SETTLED, false).leads()).isTrue();
        }

        assertThat(leader.meet(4, Phase.SETTLED, false).leads()).isFalse();
        assertThat(follower.meet(4, Phase.SETTLED, true).leads()).isTrue();
    }

    @Test
    void whoeverLeadsAndIsBusyNowAndThenGoesOn() {
        Nodes nodes = new Nodes();
        ClusterPace leader = nodes.join();
        nodes.join();

        for (int look = 0; look < 50; look++) {
            assertThat(leader.meet(4, Phase.SETTLED, look % 9 == 0).leads()).isTrue();
        }
    }

    @Test
    void whoeverIsAloneLeadsHoweverLittleItWrites() {
        Nodes nodes = new Nodes();
        ClusterPace alone = nodes.join();

        for (int look = 0; look < 20; look++) {
            assertThat(alone.meet(4, Phase.SETTLED, false).leads()).isTrue();
        }
    }

    @Test
    void whileTheDatabaseIsAwayTheLastShareHoldsForFiveSeconds() {
        Nodes nodes = new Nodes();
        nodes.join();
        ClusterPace follower = nodes.join();
        ClusterShare share = follower.meet(1, Phase.SETTLED, true);
        assertThat(share.nodes()).isEqualTo(2);
        nodes.away = true;

        nodes.nanos = TimeUnit.SECONDS.toNanos(5);
        assertThat(follower.meet(1, Phase.SETTLED, true)).isEqualTo(share);
        nodes.nanos++;
        assertThat(follower.meet(1, Phase.SETTLED, true)).isEqualTo(ClusterShare.ALONE);
    }

    @Test
    void whoeverLeavesIsNotCounted() {
        Nodes nodes = new Nodes();
        ClusterPace first = nodes.join();
        ClusterPace second = nodes.join();

        first.leave();

        assertThat(second.meet(3, Phase.SETTLED, true)).isEqualTo(new ClusterShare(1, 0, true, 3, Phase.SETTLED));
    }

    @Test
    void withoutTheDatabaseANodeIsAlone() {
        Nodes nodes = new Nodes();
        nodes.away = true;

        ClusterPace pace = nodes.join();

        assertThat(pace.meet(3, Phase.SETTLED, true)).isEqualTo(ClusterShare.ALONE);
        pace.leave();
    }
}
