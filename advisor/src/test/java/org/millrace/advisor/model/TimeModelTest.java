package org.millrace.advisor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeModelTest {

    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void sumOfNodesAddsRequestsDetailsAndKindsByCategory() {
        TimeModel one = node(
                new RequestSample.Part(TimeCategory.DATABASE, RequestKind.TOKEN, "SELECT 1", 2, 1),
                new RequestSample.Part(TimeCategory.HASHING, RequestKind.TOKEN, "", 3, 0));
        TimeModel other = node(new RequestSample.Part(TimeCategory.DATABASE, RequestKind.ADMIN, "SELECT 1", 5, 2));

        TimeModel sum = TimeModel.sum(List.of(one, other));

        assertThat(sum.active()).isEqualTo(10);
        assertThat(sum.shares())
                .extracting(TimeModel.Share::category)
                .containsExactly(TimeCategory.DATABASE, TimeCategory.HASHING);
        assertThat(sum.requests(TimeCategory.DATABASE)).isEqualTo(7);
        assertThat(sum.share(TimeCategory.DATABASE)).isEqualTo(0.7);
        assertThat(sum.details(TimeCategory.DATABASE)).containsExactly(new TimeModel.Detail("SELECT 1", 7));
        assertThat(sum.shares().get(0).kinds())
                .containsEntry(RequestKind.TOKEN, 2.0)
                .containsEntry(RequestKind.ADMIN, 5.0);
        assertThat(sum.shares().get(0).stalled()).isEqualTo(3);
    }

    @Test
    void sumOfNoNodesHasNoShares() {
        assertThat(TimeModel.sum(List.of())).isEqualTo(TimeModel.NONE);
    }

    private static TimeModel node(RequestSample.Part... parts) {
        return TimeModel.of(List.of(new RequestSample(AT, List.of(parts))));
    }
}
