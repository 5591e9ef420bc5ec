package org.millrace.bulk.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ClusterShare;

class ClusterPaceTest {
    private static final List<PaceTable.Writer> WRITERS = List.of(
            new PaceTable.Writer("first", 10, 5, true),
            new PaceTable.Writer("second", 20, 1, false),
            new PaceTable.Writer("third", 30, 9, false));

    private static ClusterShare share(String node, long now) {
        return ClusterPace.share(new PaceTable.Meeting(WRITERS, now), node, false);
    }

    @Test
    void whoeverBeganFirstLeadsAndTheOthersFollow() {
        assertThat(share("first", 0)).isEqualTo(new ClusterShare(3, 0, true, 5, false));
        assertThat(share("second", 0)).isEqualTo(new ClusterShare(3, 1, false, 5, true));
        assertThat(share("third", 0)).isEqualTo(new ClusterShare(3, 2, false, 5, true));
    }

    @Test
    void placesGoRoundByTheDatabasesClock() {
        assertThat(share("first", 4_999).place()).isEqualTo(0);
        assertThat(share("first", 5_000).place()).isEqualTo(2);
        assertThat(share("second", 5_000).place()).isEqualTo(0);
        assertThat(share("third", 10_000).place()).isEqualTo(0);
        assertThat(share("first", 15_000).place()).isEqualTo(0);
    }

    @Test
    void withoutTheDatabaseANodeIsAlone() {
        ClusterPace pace = new ClusterPace(new PaceTable(() -> {
            throw new SQLException("away");
        }));

        assertThat(pace.meet(3, false)).isEqualTo(ClusterShare.ALONE);
        pace.leave();
    }
}
