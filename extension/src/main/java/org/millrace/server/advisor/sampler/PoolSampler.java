package org.millrace.server.advisor.sampler;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceMetrics;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration;
import io.quarkus.arc.Arc;
import io.quarkus.arc.InstanceHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.PoolSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;

/** Reads the server's connection pool. Taking no connection, it needs none. */
public final class PoolSampler implements Sampler {

    private static final double MILLISECONDS = 1e3;

    private final Supplier<Optional<AgroalDataSource>> source;
    private @Nullable AgroalDataSource pool;

    /** @param source empty as long as there is no pool */
    public PoolSampler(Supplier<Optional<AgroalDataSource>> source) {
        this.source = source;
    }

    public static Optional<AgroalDataSource> serverPool() {
        InstanceHandle<AgroalDataSource> handle = Arc.container().instance(AgroalDataSource.class);
        return handle.isAvailable() ? Optional.of(handle.get()) : Optional.empty();
    }

    @Override
    public String name() {
        return "pool";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void sample(Readings readings) {
        if (pool == null) {
            pool = source.get().orElse(null);
        }
        if (pool != null) {
            sample(pool, readings);
        }
    }

    private static void sample(AgroalDataSource pool, Readings readings) {
        int max = pool.getConfiguration().connectionPoolConfiguration().maxSize();
        readings.put(PoolSignals.MAX, max);
        AgroalConnectionPoolConfiguration configured = pool.getConfiguration().connectionPoolConfiguration();
        readings.put(PoolSignals.MIN, configured.minSize());
        readings.put(PoolSignals.INITIAL, configured.initialSize());
        if (!configured.acquisitionTimeout().isZero()) {
            readings.put(
                    PoolSignals.ACQUISITION_TIMEOUT,
                    configured.acquisitionTimeout().toMillis() / MILLISECONDS);
        }
        // Without metrics the pool answers zero to everything, which would look like an idle one.
        if (pool.getConfiguration().metricsEnabled()) {
            sample(max, pool.getMetrics(), readings);
        }
    }

    static void sample(int max, AgroalDataSourceMetrics metrics, Readings readings) {
        long active = metrics.activeCount();
        putCount(PoolSignals.ACTIVE, active, readings);
        putCount(PoolSignals.AVAILABLE, metrics.availableCount(), readings);
        putCount(PoolSignals.AWAITING, metrics.awaitingCount(), readings);
        if (active >= 0 && max > 0) {
            readings.put(PoolSignals.UTILISATION, (double) active / max);
        }
        readings.put(PoolSignals.ACQUIRED, metrics.acquireCount());
        readings.put(PoolSignals.CREATED, metrics.creationCount());
        readings.put(PoolSignals.CREATION_TIME, metrics.creationTimeTotal().toMillis());
        readings.put(PoolSignals.INVALID, metrics.invalidCount());
        readings.put(PoolSignals.DESTROYED, metrics.destroyCount());
        readings.put(PoolSignals.BLOCKING_TIME, metrics.blockingTimeTotal().toMillis());
    }

    /** A count goes negative, and stays off, if metrics were switched on while connections were in use. */
    private static void putCount(Signal signal, long count, Readings readings) {
        if (count >= 0) {
            readings.put(signal, count);
        }
    }
}
