package org.millrace.bulk.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ClusterShare;
import org.millrace.bulk.chunk.ClusterShare.Phase;

class ClusterPaceTest {
    private static final List<PaceTable.Writer> WRITERS = List.of(
            new PaceTable.Writer("first", 10, 5, Phase.TRYING),
            new PaceTable.Writer("second", 20, 1, Phase.SETTLED),
            new PaceTable.Writer("third", 30, 9, Phase.SETTLED));

    private static ClusterShare share(List<PaceTable.Writer> writers, String node, long now) {
        return ClusterPace.share(new PaceTable.Meeting(writers, now), node);
    }

    @Test
    void whoeverBeganFirstLeadsAndTheOthersFollow() {
        assertThat(share(WRITERS, "first", 7_000)).isEqualTo(new ClusterShare(3, 0, true, 5, Phase.TRYING));
        assertThat(share(WRITERS, "second", 7_000)).isEqualTo(new ClusterShare(3, 1, false, 5, Phase.TRYING));
        assertThat(share(WRITERS, "third", 7_000)).isEqualTo(new ClusterShare(3, 2, false, 5, Phase.TRYING));
    }

    @Test
    void placesGoRoundByTheDatabasesClock() {
        List<PaceTable.Writer> settled =
                List.of(new PaceTable.Writer("first", 10, 5, Phase.SETTLED), WRITERS.get(1), WRITERS.get(2));

        assertThat(share(settled, "first", 4_999).place()).isEqualTo(0);
        assertThat(share(settled, "first", 5_000).place()).isEqualTo(2);
        assertThat(share(settled, "second", 5_000).place()).isEqualTo(0);
        assertThat(share(settled, "third", 10_000).place()).isEqualTo(0);
        assertThat(share(settled, "first", 15_000).place()).isEqualTo(0);
    }

    @Test
    void withoutTheDatabaseANodeIsAlone() {
        ClusterPace pace = new ClusterPace(
                new PaceTable(() -> {
                    throw new SQLException("away");
                }),
                System::nanoTime);

        assertThat(pace.meet(3, Phase.SETTLED, true)).isEqualTo(ClusterShare.ALONE);
        pace.leave();
    }
}
