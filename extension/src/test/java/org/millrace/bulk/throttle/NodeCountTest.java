package org.millrace.bulk.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NodeCountTest {
    /** Nodes in memory, and a clock. */
    private static final class Nodes implements WritingNodes {
        private final Map<String, Integer> limits = new LinkedHashMap<>();
        private long nanos;
        private boolean away;

        @Override
        public int heartbeat(String node, int limit) throws SQLException {
            check();
            limits.put(node, limit);
            return limits.size();
        }

        @Override
        public void leave(String node) throws SQLException {
            check();
            limits.remove(node);
        }

        private void check() throws SQLException {
            if (away) {
                throw new SQLException("away");
            }
        }

        private NodeCount join() {
            NodeCount joined = new NodeCount(this, () -> nanos);
            joined.writing(1);
            return joined;
        }
    }

    private final Nodes nodes = new Nodes();

    @Test
    void nodesThatWriteAreCounted() {
        NodeCount first = nodes.join();
        nodes.join();
        nodes.join();

        assertThat(first.writing(4)).isEqualTo(3);
        assertThat(nodes.limits).containsValue(4);
    }

    @Test
    void nodeThatLeavesIsNotCounted() {
        NodeCount first = nodes.join();
        NodeCount second = nodes.join();

        first.leave();

        assertThat(second.writing(4)).isEqualTo(1);
    }

    @Test
    void lastNumberIsKeptForFiveSecondsWithoutTheDatabase() {
        NodeCount first = nodes.join();
        nodes.join();
        assertThat(first.writing(4)).isEqualTo(2);
        nodes.away = true;

        nodes.nanos = TimeUnit.SECONDS.toNanos(5);
        assertThat(first.writing(4)).isEqualTo(2);
        nodes.nanos++;
        assertThat(first.writing(4)).isEqualTo(1);
    }

    @Test
    void nodeIsAloneWithoutTheDatabase() {
        nodes.away = true;

        NodeCount alone = nodes.join();

        assertThat(alone.writing(4)).isEqualTo(1);
        alone.leave();
    }
}
