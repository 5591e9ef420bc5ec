package org.millrace.server.advisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GatheringTest {

    private static final byte[] REPORT = {1};

    @Test
    @Timeout(30)
    void endsAsSoonAsAllHaveAnswered() throws InterruptedException {
        Gathering gathering = new Gathering(Set.of("kc-2", "kc-3"));
        new Thread(() -> gathering.take("kc-2", REPORT)).start();
        new Thread(() -> gathering.take("kc-3", REPORT)).start();

        Map<String, Optional<byte[]>> answers = gathering.await(Duration.ofHours(1));

        assertThat(answers).containsOnlyKeys("kc-2", "kc-3");
        assertThat(answers.values()).allMatch(Optional::isPresent);
    }

    @Test
    void nodeThatDoesNotAnswerInTimeIsThereWithoutAnAnswer() throws InterruptedException {
        Gathering gathering = new Gathering(Set.of("kc-2", "kc-3"));
        gathering.take("kc-3", REPORT);

        Map<String, Optional<byte[]>> answers = gathering.await(Duration.ofMillis(10));

        assertThat(answers.get("kc-2")).isEmpty();
        assertThat(answers.get("kc-3")).contains(REPORT);
    }

    @Test
    void nodeThatWasNotAskedOrAnswersTwiceDoesNotCount() throws InterruptedException {
        Gathering gathering = new Gathering(Set.of("kc-2", "kc-3"));
        gathering.take("kc-9", REPORT);
        gathering.take("kc-3", REPORT);
        gathering.take("kc-3", REPORT);

        assertThat(gathering.await(Duration.ofMillis(10)).get("kc-2")).isEmpty();
        assertThat(gathering.await(Duration.ofMillis(10))).containsOnlyKeys("kc-2", "kc-3");
    }
}
