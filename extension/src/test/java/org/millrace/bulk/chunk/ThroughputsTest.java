package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ThroughputsTest {
    private final Throughputs throughputs = new Throughputs();

    @Test
    void whatSeveralSearchesSawOfALimitIsAveraged() {
        search(Map.of(1, 1.0, 2, 2.0, 3, 2.0));
        search(Map.of(1, 1.0, 2, 1.6, 3, 2.4));

        assertThat(throughputs.of(1)).isEqualTo(1, within(1e-9));
        assertThat(throughputs.of(2)).isEqualTo(1.8, within(1e-9));
        assertThat(throughputs.of(3)).isEqualTo(2.2, within(1e-9));
    }

    @Test
    void latestJudgementOfTheSameSearchCounts() {
        search(Map.of(1, 1.0));
        throughputs.add(1, 1.5);

        assertThat(throughputs.of(1)).isEqualTo(1.5);
    }

    @Test
    void searchThatTookOneChunkForSlowerSeesMoreOfAllAndIsBroughtToTheSameMeasure() {
        search(Map.of(9, 6.0, 13, 6.0));
        search(Map.of(9, 9.0, 13, 9.0, 19, 9.0));

        assertThat(throughputs.of(9)).isEqualTo(9, within(1e-9));
        assertThat(throughputs.of(19)).isEqualTo(9);
        search(Map.of(9, 6.0, 13, 6.0, 19, 6.0));
        assertThat(throughputs.of(9)).isEqualTo(6, within(1e-9));
        assertThat(throughputs.of(19)).isEqualTo(6, within(1e-9));
    }

    @Test
    void latestSearchCountsHalfHoweverManyThereWere() {
        for (int search = 0; search < 10; search++) {
            search(Map.of(2, 2.0, 3, 2.0));
        }
        search(Map.of(2, 1.5, 3, 2.5));

        assertThat(throughputs.of(2)).isEqualTo(1.75, within(1e-9));
        assertThat(throughputs.of(3)).isEqualTo(2.25, within(1e-9));
    }

    private void search(Map<Integer, Double> seen) {
        throughputs.searchAnew();
        seen.forEach(throughputs::add);
    }

    @Test
    void whatTheLatestSearchHasNotSeenIsNotKnown() {
        throughputs.searchAnew();
        throughputs.add(2, 1.9);
        throughputs.searchAnew();

        assertThat(throughputs.knows(2)).isFalse();
        assertThatThrownBy(() -> throughputs.of(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nothing was seen of 2");
    }
}
