package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.SignalIndex;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.model.signal.PostgresSignals;

class PostgresMetersTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final SignalIndex index = new SignalIndex();
    private Optional<Snapshot> latest = Optional.empty();
    private final PostgresMeters meters = new PostgresMeters(registry, () -> latest);

    @Test
    void meterExistsFromTheFirstReadingOfItsSignal() {
        meters.registerNew();
        assertThat(registry.getMeters()).isEmpty();

        read(Map.of(PostgresSignals.SESSIONS, 7.0, PoolSignals.ACTIVE, 3.0));

        assertThat(registry.getMeters()).hasSize(1);
        assertThat(gauge("sessions")).isEqualTo(7);
    }

    @Test
    void gaugeFollowsItsSignalAndHasNoValueWithoutOne() {
        read(Map.of(PostgresSignals.SESSIONS, 7.0));
        read(Map.of(PostgresSignals.SESSIONS, 8.0));
        assertThat(gauge("sessions")).isEqualTo(8);

        latest = Optional.empty();

        assertThat(gauge("sessions")).isNaN();
    }

    @Test
    void counterKeepsItsLastValue() {
        read(Map.of(PostgresSignals.COMMITS, 100.0));
        assertThat(registry.get("keycloak.advisor.postgres.commits")
                        .functionCounter()
                        .count())
                .isEqualTo(100);

        latest = Optional.empty();

        assertThat(registry.get("keycloak.advisor.postgres.commits")
                        .functionCounter()
                        .count())
                .isEqualTo(100);
    }

    @Test
    void timesAreInSeconds() {
        read(Map.of(PostgresSignals.ROUND_TRIP, 1.5, PostgresSignals.LONGEST_TRANSACTION, 4.0));

        assertThat(gauge("round.trip")).isEqualTo(0.0015);
        assertThat(gauge("transactions.longest")).isEqualTo(4);
        assertThat(registry.get("keycloak.advisor.postgres.round.trip")
                        .gauge()
                        .getId()
                        .getBaseUnit())
                .isEqualTo("seconds");
    }

    private double gauge(String name) {
        return registry.get("keycloak.advisor.postgres." + name).gauge().value();
    }

    private void read(Map<Signal, Double> readings) {
        latest = Optional.of(Snapshot.of(Instant.parse("2026-01-01T00:00:00Z"), index, readings));
        meters.registerNew();
    }
}
