package org.millrace.bulk.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class JobStateTest {
    @Test
    void wordsAreThoseOfTheContract() {
        assertThat(Arrays.stream(JobState.values()).map(JobState::word))
                .containsExactly(
                        "open", "running", "paused", "completed", "completed-with-errors", "cancelled", "failed");
        assertThat(Arrays.stream(JobState.values()))
                .allSatisfy(state -> assertThat(JobState.of(state.word())).hasValue(state));
        assertThat(JobState.of("OPEN")).isEmpty();
    }

    @Test
    void fourOfThemAreAnEnd() {
        assertThat(Arrays.stream(JobState.values()).filter(JobState::isFinished))
                .containsExactly(
                        JobState.COMPLETED, JobState.COMPLETED_WITH_ERRORS, JobState.CANCELLED, JobState.FAILED);
    }
}
