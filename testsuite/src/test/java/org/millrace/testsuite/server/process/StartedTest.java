package org.millrace.testsuite.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartedTest {
    private final List<String> ended = new ArrayList<>();
    private final Started started = new Started();

    @Test
    void theLatestEndsFirstAndEachEndsOnce() {
        started.add(() -> "database", ended::add);
        started.add(() -> "node", ended::add);

        started.close();
        started.close();

        assertThat(ended).containsExactly("node", "database");
    }

    @Test
    void theRestEndsWhereOneDoesNot() {
        started.add(() -> "database", ended::add);
        started.add(() -> "node", node -> {
            throw new IllegalStateException(node + " is stuck");
        });

        assertThatIllegalStateException()
                .isThrownBy(started::close)
                .withRootCauseInstanceOf(IllegalStateException.class);
        assertThat(ended).containsExactly("database");
    }

    @Test
    void nothingStartsOnceTheEndingHasBegun() {
        started.close();

        assertThatIllegalStateException().isThrownBy(() -> started.add(() -> "node", ended::add));
        assertThat(ended).isEmpty();
    }

    @Test
    void whatDoesNotStartIsNotEnded() {
        assertThatIllegalStateException()
                .isThrownBy(() -> started.add(
                        () -> {
                            throw new IllegalStateException("no port");
                        },
                        (String node) -> ended.add(node)));

        started.close();

        assertThat(ended).isEmpty();
    }
}
