package org.millrace.advisor.sizing.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CostTest {

    /** The AWS article's month: ten nodes by day, three by night, of a small machine. */
    @Test
    void monthOfScalingInOnceADayCostsWhatTheArticleSays() {
        double month = Cost.ofMonth(List.of(new Cost.Shift(10, 12), new Cost.Shift(3, 12)), 0.0204);

        assertThat(month).isCloseTo(98.65, within(0.01));
    }
}
