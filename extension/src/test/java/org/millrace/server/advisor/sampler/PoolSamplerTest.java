package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSourceMetrics;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.sampler.Readings;

class PoolSamplerTest {

    @Test
    void countsAndUtilisationAreRead() {
        Map<Signal, Double> readings = sample(new Counts(5, 3));

        assertThat(readings)
                .containsEntry(PoolSignals.ACTIVE, 5.0)
                .containsEntry(PoolSignals.AWAITING, 3.0)
                .containsEntry(PoolSignals.UTILISATION, 0.5);
    }

    @Test
    void countBelowZeroIsAbsent() {
        Map<Signal, Double> readings = sample(new Counts(-3, 0));

        assertThat(readings)
                .containsEntry(PoolSignals.AWAITING, 0.0)
                .doesNotContainKeys(PoolSignals.ACTIVE, PoolSignals.UTILISATION);
    }

    private static Map<Signal, Double> sample(AgroalDataSourceMetrics metrics) {
        Readings readings = new Readings();
        PoolSampler.sample(10, metrics, readings);
        return readings.values();
    }

    private record Counts(long activeCount, long awaitingCount) implements AgroalDataSourceMetrics {
        @Override
        public Duration blockingTimeTotal() {
            return Duration.ZERO;
        }
    }
}
