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
    void oneBadJudgementCountsLessTheMoreThereWereButNeverLessThanAThird() {
        Throughputs afterOne = after(1);
        Throughputs afterTwo = after(2);
        Throughputs afterTen = after(10);

        assertThat(afterOne.of(2)).isEqualTo(1.75, within(1e-9));
        assertThat(afterTwo.of(2)).isEqualTo(11 / 6.0, within(1e-9));
        assertThat(afterTen.of(2)).isEqualTo(11 / 6.0, within(1e-9));
    }

    /** Searches that agree, and one that differs; their measures agree on average. */
    private static Throughputs after(int searches) {
        Throughputs seen = new Throughputs();
        for (int search = 0; search < searches; search++) {
            seen.searchAnew();
            seen.add(2, 2);
            seen.add(3, 2);
        }
        seen.searchAnew();
        seen.add(2, 1.5);
        seen.add(3, 2.5);
        return seen;
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
