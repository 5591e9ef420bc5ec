package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.server.advisor.NodeLoads.Load;

class NodeLoadsTest {

    @Test
    void whatIsToldIsUnderstood() {
        Load load = new Load(123.5, 0.25);

        assertThat(Load.of(load.told())).contains(load);
    }

    @Test
    void whatAnotherVersionTellsIsPassedOver() {
        assertThat(Load.of("1 2 3")).isEmpty();
        assertThat(Load.of("many few")).isEmpty();
        assertThat(Load.of(new byte[] {1})).isEmpty();
        assertThat(Load.of((Object) null)).isEmpty();
    }

    @Test
    void comparesTheBusiestWithTheMean() {
        Readings readings = new Readings();

        NodeLoads.put(List.of(new Load(90, 0.9), new Load(20, 0.1), new Load(10, 0.2)), readings);

        assertThat(readings.values())
                .containsEntry(ClusterSignals.BUSIEST_REQUESTS, 90.0)
                .containsEntry(ClusterSignals.MEAN_REQUESTS, 40.0)
                .containsEntry(ClusterSignals.BUSIEST_CPU, 0.9)
                .containsEntry(ClusterSignals.LEAST_CPU, 0.1);
    }
}
