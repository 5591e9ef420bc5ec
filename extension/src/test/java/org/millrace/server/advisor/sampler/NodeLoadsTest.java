package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.SignalIndex;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.CgroupSignals;
import org.millrace.advisor.model.signal.ClusterSignals;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.JvmSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.server.advisor.sampler.NodeLoads.Load;

class NodeLoadsTest {

    @Test
    void publishedLoadsAreRead() {
        Load load = new Load(123.5, 0.25, 0.5, "a");

        assertThat(Load.of(load.text())).contains(load);
    }

    @Test
    void messagesOfAnotherVersionAreSkipped() {
        assertThat(Load.of("1 2")).isEmpty();
        assertThat(Load.of("1 2 3")).isEmpty();
        assertThat(Load.of("1 2 3 a b")).isEmpty();
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

        NodeLoads.put(
                List.of(new Load(90, 0.9, 1.8, "a"), new Load(20, 0.1, 0.2, "a"), new Load(10, 0.2, 0.4, "b")),
                readings);

        assertThat(readings.values())
                .containsEntry(ClusterSignals.BUSIEST_REQUESTS, 90.0)
                .containsEntry(ClusterSignals.MEAN_REQUESTS, 40.0)
                .containsEntry(ClusterSignals.BUSIEST_CPU, 0.9)
                .containsEntry(ClusterSignals.LEAST_CPU, 0.1);
    }

    private static final Map<Signal, Double> IDLE = Map.of(EventLoopSignals.PENDING, 0.0, JvmSignals.PROCESSORS, 2.0);

    @TempDir
    private Path root;

    private final Map<String, String> published = new HashMap<>();
    private boolean failing;

    private NodeLoads loads(Map<Signal, Double> own) throws IOException {
        write("proc/sys/kernel/random/boot_id", "boot\n");
        write("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-1, 3\n");
        NodeLoads loads = new NodeLoads(root);
        loads.publishLoadOf(() -> window(own, JvmSignals.CPU_TIME, 1));
        loads.join(new NodeLoads.Nodes() {
            @Override
            public List<String> others() {
                if (failing) {
                    throw new IllegalStateException("The cache has stopped");
                }
                return List.copyOf(published.keySet());
            }

            @Override
            public @Nullable String published(String node) {
                return published.get(node);
            }

            @Override
            public void publish(String load) {
                assertThat(Load.of(load)).contains(new Load(0, 0.5, 1, "boot/0-1,3"));
            }
        });
        return loads;
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private static Map<Signal, Double> sample(NodeLoads loads) {
        Readings readings = new Readings();
        loads.sample(readings);
        return readings.values();
    }

    @Test
    void loadsOnTheSameProcessorsAreAddedWithoutAllNodes() throws IOException {
        published.put("b", new Load(1, 0.4, 0.8, "boot/0-1,3").text());
        published.put("c", new Load(1, 0.4, 0.8, "boot/4-7").text());
        published.put("d", "");
        NodeLoads loads = loads(IDLE);

        assertThat(sample(loads))
                .containsEntry(ClusterSignals.NODES_HERE, 2.0)
                .containsEntry(ClusterSignals.OTHER_NODES_CPU, 0.8)
                .doesNotContainKey(ClusterSignals.MEAN_REQUESTS);
        assertThat(loads.otherNodesCpu()).isEqualTo(0.8);

        published.remove("d");

        assertThat(sample(loads)).containsKey(ClusterSignals.MEAN_REQUESTS);
    }

    @Test
    void clusterOfOneNodeHasNoOthers() throws IOException {
        published.put("b", new Load(1, 0.4, 0.8, "boot/0-1,3").text());
        NodeLoads loads = loads(IDLE);
        sample(loads);
        assertThat(loads.otherNodesCpu()).isEqualTo(0.8);

        published.clear();

        assertThat(sample(loads)).isEmpty();
        assertThat(loads.otherNodesCpu()).isZero();
    }

    @Test
    void loadsAreForgottenWhenTheCacheFails() throws IOException {
        published.put("b", new Load(1, 0.4, 0.8, "boot/0-1,3").text());
        NodeLoads loads = loads(IDLE);
        sample(loads);
        failing = true;

        assertThatThrownBy(() -> sample(loads)).isInstanceOf(IllegalStateException.class);
        assertThat(loads.otherNodesCpu()).isZero();
    }

    @Test
    void quotaIsNotSharedWithOtherNodes() throws IOException {
        published.put("b", new Load(1, 0.4, 0.8, "boot/0-1,3").text());
        Map<Signal, Double> quota = new HashMap<>(IDLE);
        quota.put(CgroupSignals.CPU_QUOTA, 2.0);
        NodeLoads loads = loads(quota);

        assertThat(sample(loads))
                .containsEntry(ClusterSignals.NODES_HERE, 1.0)
                .containsEntry(ClusterSignals.OTHER_NODES_CPU, 0.0);
        assertThat(loads.otherNodesCpu()).isZero();
    }
}
