package org.millrace.testsuite.bench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.bench.measurement.ProcessTable.Entry;

class ProcessTableTest {
    @Test
    void aStatLineIsParsedWithAnyCommandName() {
        String stat = "4711 (post) gres (x) S 42 4711 4711 0 -1 4194304 100 200 0 0 17 5 300 40 20 0 1 0 123 456 789";

        assertThat(Entry.of(stat)).isEqualTo(new Entry(42, "post) gres (x", 22, 340));
    }

    @Test
    void idlingAndWaitingForTheDiskIsNotBusy() {
        String stat = "cpu  10 20 30 4000 500 6 7 8 9 1\ncpu0 1 2 3 4 5 6 7 8 9 1\n";

        assertThat(ProcessTable.busy(stat)).isEqualTo(10 + 20 + 30 + 6 + 7 + 8);
    }

    @Test
    void aTreeIsAProcessAndAllBelowIt() {
        ProcessTable table = table();

        assertThat(table.tree(2)).containsExactlyInAnyOrder(2L, 3L, 4L);
        assertThat(table.tree(5)).containsExactly(5L);
        assertThat(table.tree(99)).isEmpty();
    }

    @Test
    void timeOfChildrenThatHaveEndedIsCounted() {
        ProcessTable table = table();

        assertThat(table.ticks(Set.of(2L, 3L, 99L))).isEqualTo(10 + 100 + 20);
    }

    @Test
    void aProcessThatIsGoneIsAnError() {
        ProcessTable table = table();

        assertThatThrownBy(() -> table.process(99))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("99");
    }

    private static ProcessTable table() {
        return new ProcessTable(
                Map.of(
                        1L, new Entry(0, "init", 1, 0),
                        2L, new Entry(1, "postgres", 10, 100),
                        3L, new Entry(2, "postgres", 20, 0),
                        4L, new Entry(3, "postgres", 30, 0),
                        5L, new Entry(1, "java", 40, 0)),
                1000);
    }
}
