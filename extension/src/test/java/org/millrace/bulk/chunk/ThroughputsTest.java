package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ThroughputsTest {
    private final Throughputs throughputs = new Throughputs();

    @Test
    void whatSeveralSearchesSawOfALimitIsAveraged() {
        throughputs.searchAnew();
        throughputs.add(1, 1);
        throughputs.add(2, 1.9);
        throughputs.searchAnew();
        throughputs.add(1, 1);
        throughputs.add(2, 1.9);
        throughputs.add(4, 2);

        assertThat(throughputs.of(2)).isEqualTo(1.9, within(1e-9));
        assertThat(throughputs.of(4)).isEqualTo(2);
        throughputs.add(4, 3);
        assertThat(throughputs.of(4)).as("the latest of the same search").isEqualTo(3);
    }

    @Test
    void searchThatTookOneChunkForSlowerSeesMoreOfAllAndIsBroughtToTheSameMeasure() {
        throughputs.searchAnew();
        throughputs.add(9, 6.6);
        throughputs.add(13, 6.6);
        throughputs.searchAnew();
        throughputs.add(9, 7.9);
        throughputs.add(13, 7.9);
        throughputs.add(19, 7.9);

        assertThat(throughputs.of(9)).isEqualTo(7.9, within(1e-9));
        assertThat(throughputs.of(19)).isEqualTo(7.9, within(1e-9));
    }

    @Test
    void oneBadJudgementCountsLessTheMoreThereWere() {
        for (int search = 0; search < 3; search++) {
            throughputs.searchAnew();
            throughputs.add(1, 1);
            throughputs.add(2, 2);
        }
        throughputs.searchAnew();
        throughputs.add(1, 1);
        throughputs.add(2, 1);

        assertThat(throughputs.of(2) / throughputs.of(1)).isBetween(1.3, 1.8);
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
