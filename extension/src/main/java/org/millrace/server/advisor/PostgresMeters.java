package org.millrace.server.advisor;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Snapshot;
import org.millrace.advisor.model.signal.HorizonSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.WalSignals;

/**
 * What the advisor reads of PostgreSQL as meters, {@code keycloak_advisor_postgres_*} in Prometheus' spelling. A meter is registered
 * when its signal is first read. A gauge has no value while its signal is not read; a counter keeps its last value.
 */
final class PostgresMeters {

    static final String PREFIX = "keycloak.advisor.";

    private static final double MILLIS = 1000;

    private static final List<Signal> SIGNALS = List.of(
            PostgresSignals.SESSIONS,
            PostgresSignals.ACTIVE,
            PostgresSignals.RUNNING,
            PostgresSignals.IDLE_IN_TRANSACTION,
            PostgresSignals.WAITING_FOR_LOCK,
            PostgresSignals.WAITING_FOR_LATCH,
            PostgresSignals.WAITING_FOR_IO,
            PostgresSignals.WAITING_FOR_WAL,
            PostgresSignals.MAX_CONNECTIONS,
            PostgresSignals.LONGEST_TRANSACTION,
            PostgresSignals.LONGEST_LOCK_WAIT,
            PostgresSignals.COMMITS,
            PostgresSignals.ROLLBACKS,
            PostgresSignals.DEADLOCKS,
            PostgresSignals.BLOCKS_HIT,
            PostgresSignals.BLOCKS_READ,
            PostgresSignals.TEMPORARY_BYTES,
            PostgresSignals.LIVE_TUPLES,
            PostgresSignals.DEAD_TUPLES,
            PostgresSignals.DATABASE_SIZE,
            PostgresSignals.ROUND_TRIP,
            HorizonSignals.TRANSACTION_AGE,
            WalSignals.BYTES,
            WalSignals.TIMED_CHECKPOINTS,
            WalSignals.FORCED_CHECKPOINTS);

    private final MeterRegistry registry;
    private final Supplier<Optional<Snapshot>> latest;
    /** The registry holds them by weak references only. */
    private final Map<Signal, Reading> readings = new HashMap<>();

    /** @param latest the last snapshot; empty if it is too old to describe the present */
    PostgresMeters(MeterRegistry registry, Supplier<Optional<Snapshot>> latest) {
        this.registry = registry;
        this.latest = latest;
    }

    /** Registers the meters of all signals that are read for the first time; called by the sampling thread. */
    void registerNew() {
        latest.get()
                .ifPresent(snapshot -> SIGNALS.stream()
                        .filter(snapshot::has)
                        .forEach(signal -> readings.computeIfAbsent(signal, this::register)));
    }

    private Reading register(Signal signal) {
        String name = PREFIX + signal.name();
        String description = "PostgreSQL as the advisor reads it, in "
                + (signal.unit().equals("milliseconds") ? "seconds" : signal.unit());
        Reading reading = new Reading(signal);
        if (signal.kind() == Signal.Kind.COUNTER) {
            FunctionCounter.builder(name, reading, Reading::last)
                    .description(description)
                    .baseUnit(baseUnit(signal))
                    .register(registry);
        } else {
            Gauge.builder(name, reading, Reading::now)
                    .description(description)
                    .baseUnit(baseUnit(signal))
                    .register(registry);
        }
        return reading;
    }

    /** Prometheus names carry units only where they are base units. */
    private static @Nullable String baseUnit(Signal signal) {
        return switch (signal.unit()) {
            case "seconds", "milliseconds" -> "seconds";
            case "bytes" -> "bytes";
            default -> null;
        };
    }

    private final class Reading {

        private final Signal signal;
        private volatile double last;

        private Reading(Signal signal) {
            this.signal = signal;
        }

        private double now() {
            OptionalDouble value =
                    latest.get().map(snapshot -> snapshot.value(signal)).orElse(OptionalDouble.empty());
            return value.orElse(Double.NaN) / (signal.unit().equals("milliseconds") ? MILLIS : 1);
        }

        private double last() {
            double now = now();
            if (Double.isFinite(now)) {
                last = now;
            }
            return last;
        }
    }
}
