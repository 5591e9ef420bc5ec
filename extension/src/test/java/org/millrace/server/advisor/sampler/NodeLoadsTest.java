package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.EventLoopSignals;
import org.millrace.advisor.model.JvmSignals;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.SignalIndex;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.sampler.Readings;
import org.millrace.server.advisor.sampler.NodeLoads.Load;

class NodeLoadsTest {

    @Test
    void publishedLoadsAreRead() {
        Load load = new Load(123.5, 0.25, 0.5, "a");

        assertThat(Load.of(load.told())).contains(load);
    }

    @Test
    void messagesOfAnotherVersionAreSkipped() {
        assertThat(Load.of("1 2")).isEmpty();
        assertThat(Load.of("many few")).isEmpty();
        assertThat(Load.of(new byte[] {1})).isEmpty();
        assertThat(Load.of((Object) null)).isEmpty();
    }

    @Test
    void nodeThatNothingWasSentToHasServedNone() {
        Map<Signal, Double> idle = Map.of(EventLoopSignals.PENDING, 0.0, JvmSignals.PROCESSORS, 2.0);

        assertThat(Load.of(window(idle, JvmSignals.CPU_TIME, 1), "a")).contains(new Load(0, 0.5, 1, "a"));
    }

    @Test
    void aNodeWithoutRequestMetricsIsIgnored() {
        Map<Signal, Double> unmeasured = Map.of(JvmSignals.PROCESSORS, 2.0);

        assertThat(Load.of(window(unmeasured, JvmSignals.CPU_TIME, 1), "a")).isEmpty();
    }

    /** Two snapshots, a second apart, between which the counter has grown. */
    private static Window window(Map<Signal, Double> same, Signal counter, double growth) {
        SignalIndex index = new SignalIndex();
        List<Snapshot> snapshots = new ArrayList<>();
        for (int second = 0; second < 2; second++) {
            Map<Signal, Double> readings = new LinkedHashMap<>(same);
            readings.put(counter, second * growth);
            snapshots.add(Snapshot.of(Instant.EPOCH.plusSeconds(second), index, readings));
        }
        return new Window(Duration.ofSeconds(1), snapshots, Settings.NONE);
    }

    @Test
    void comparesTheBusiestWithTheMean() {
        Readings readings = new Readings();

        Load own = new Load(20, 0.1, 0.2, "a");
        NodeLoads.put(List.of(new Load(90, 0.9, 1.8, "a"), own, new Load(10, 0.2, 0.4, "b")), own, readings);

        assertThat(readings.values())
                .containsEntry(ClusterSignals.BUSIEST_REQUESTS, 90.0)
                .containsEntry(ClusterSignals.MEAN_REQUESTS, 40.0)
                .containsEntry(ClusterSignals.BUSIEST_CPU, 0.9)
                .containsEntry(ClusterSignals.LEAST_CPU, 0.1)
                .containsEntry(ClusterSignals.NODES_HERE, 2.0)
                .containsEntry(ClusterSignals.OTHER_NODES_CPU, 1.8);
    }
}
