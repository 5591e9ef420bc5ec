package org.millrace.bulk.throttle;

import io.agroal.api.AgroalDataSource;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.FixedConcurrencyLimiter;
import org.millrace.server.Database;

/**
 * Throttling of the imports of this node: the concurrency limiter that all chunks pass, and the signals that reduce its limit.
 * Thread-safe.
 */
public final class ImportThrottle implements AutoCloseable {
    private static final String REQUEST_THREADS = "quarkus.thread-pool.max-threads";

    private final ConcurrencyLimiter gate;
    private final Optional<ThrottleLoop> pacemaker;

    private ImportThrottle(ConcurrencyLimiter gate, Optional<ThrottleLoop> pacemaker) {
        this.gate = gate;
        this.pacemaker = pacemaker;
    }

    /** A database that is not there before the server has started. */
    @FunctionalInterface
    public interface Source {
        /** @throws SQLException if it cannot be reached */
        Database get() throws SQLException;
    }

    /** A constant number of concurrent chunks, without throttling. */
    public static ImportThrottle fixed(int writers) {
        return new ImportThrottle(new FixedConcurrencyLimiter(writers), Optional.empty());
    }

    /**
     * Raises the number of concurrent chunks while throughput grows, and reduces it under back-pressure.
     *
     * @param pool connection pool of the server
     * @param database Keycloak's database, in which nodes exchange their state
     * @param shared whether the table for this state exists
     * @param slowerLogins ratio of the 95th percentile of login times to its baseline that starts the back-off, above 1
     */
    public static ImportThrottle adaptive(AgroalDataSource pool, Source database, boolean shared, double slowerLogins) {
        int connections = pool.getConfiguration().connectionPoolConfiguration().maxSize();
        int threads = ConfigProvider.getConfig()
                .getOptionalValue(REQUEST_THREADS, Integer.class)
                .orElse(0);
        AdaptiveConcurrencyLimiter gate = new AdaptiveConcurrencyLimiter(
                ConcurrencyMaximum.of(connections, threads, Runtime.getRuntime().maxMemory()), System::nanoTime);
        List<PressureSignal> pressures = List.of(
                new PoolPressure(() -> pool.getMetrics().awaitingCount()),
                new DatabaseWaits(pool::getConnection, System::nanoTime),
                new LoginGuard(LoginRoute.times(), System::nanoTime, slowerLogins));
        WritingNodes nodes = shared ? new WritingNodeTable(database) : new SingleNode();
        ThrottleLoop pacemaker = new ThrottleLoop(gate, pressures, new NodeCount(nodes, System::nanoTime));
        pacemaker.start();
        return new ImportThrottle(gate, Optional.of(pacemaker));
    }

    /** What every chunk passes. */
    public ConcurrencyLimiter gate() {
        return gate;
    }

    /** Looks no more. */
    @Override
    public void close() {
        pacemaker.ifPresent(ThrottleLoop::close);
    }
}
