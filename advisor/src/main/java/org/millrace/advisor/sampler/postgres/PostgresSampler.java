package org.millrace.advisor.sampler.postgres;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.Sampler;
import org.millrace.advisor.sampler.SettingSource;
import org.millrace.advisor.sampler.postgres.connection.ConnectionSource;
import org.millrace.advisor.sampler.postgres.connection.DatabaseReach;
import org.millrace.advisor.sampler.postgres.connection.DatabaseSchema;
import org.millrace.advisor.sampler.postgres.connection.PostgresConnection;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/**
 * Reads PostgreSQL's statistics views, version 14 and newer: sessions and waits each second, slowly changing values less often.
 *
 * @see <a href="https://www.postgresql.org/docs/current/monitoring-stats.html">The Cumulative Statistics System</a>
 */
public final class PostgresSampler implements Sampler, SettingSource {

    private static final Logger LOG = System.getLogger(PostgresSampler.class.getName());

    /** Errors after which the connection is unusable. After any other error the next query may succeed. */
    private static final List<String> FATAL = List.of("08", "57P", "XX");

    /** Cancelled, or waiting for a lock of another session: a retry may succeed. */
    private static final Set<String> TOO_LATE = Set.of("57014", "55P03");

    private final PostgresConnection connection;
    private final ParameterReading parameters;
    private final RealmReading realms;
    private final StatementReading statements;
    private final SlotReading slots = new SlotReading();
    private final DatabaseReach reach;
    private final List<Reading> readings;
    private final Map<Reading, Readings> last = new HashMap<>();
    /** Failed readings that were logged already: each is logged once, and the report keeps listing the missing values. */
    private final Set<String> said = new HashSet<>();

    private final AtomicReference<@Nullable CompletableFuture<Void>> wanted = new AtomicReference<>();
    private int passes;

    /** @param schema that Keycloak is set to use; empty if it takes the connection's own */
    public PostgresSampler(
            ConnectionSource source,
            DatabaseCores cores,
            List<ExpectedIndex> indexes,
            Optional<String> schema,
            InstantSource clock) {
        this(source, cores, indexes, schema, clock, new StatementActivity(clock), new DatabaseReach(clock));
    }

    /**
     * @param schema that Keycloak is set to use; empty if it takes the connection's own
     * @param activity is given what this server's sessions execute
     * @param reach is given whether the connection works
     */
    public PostgresSampler(
            ConnectionSource source,
            DatabaseCores cores,
            List<ExpectedIndex> indexes,
            Optional<String> schema,
            InstantSource clock,
            StatementActivity activity,
            DatabaseReach reach) {
        this.reach = reach;
        this.statements = new StatementReading(activity, clock);
        this.connection = new PostgresConnection(source, clock);
        DatabaseSchema keycloak = new DatabaseSchema(schema);
        this.parameters = new ParameterReading(indexes, keycloak);
        this.realms = new RealmReading(keycloak);
        this.readings = List.of(
                new ActivityReading(),
                statements,
                new LockReading(),
                new WritableReading(),
                slots,
                new LimitReading(cores),
                new TableReading(keycloak),
                new WalReading(),
                new HorizonReading(clock),
                parameters,
                realms);
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public boolean mayBlock() {
        return true;
    }

    @Override
    public void sample(Readings all) throws SQLException {
        @Nullable CompletableFuture<Void> renewal = wanted.getAndSet(null);
        int before = parameters.times();
        try {
            sample(all, renewal != null);
        } finally {
            if (renewal != null && parameters.times() > before) {
                renewal.complete(null);
            } else if (renewal != null) {
                renewal.completeExceptionally(new SQLException("the parameters were not read"));
            }
        }
    }

    private void sample(Readings all, boolean parametersWanted) throws SQLException {
        reach.begin();
        try {
            read(all, parametersWanted);
            reach.succeeded();
        } catch (SQLException e) {
            reach.failed(e);
            throw e;
        }
    }

    private void read(Readings all, boolean parametersWanted) throws SQLException {
        connection.run(open -> {
            for (Reading reading : readings) {
                if (reading.period() == 1) {
                    read(reading, open, all);
                } else if (passes % reading.period() == 0 || parametersWanted && reading == parameters) {
                    Readings own = new Readings();
                    read(reading, open, own);
                    last.put(reading, own);
                }
            }
            passes++;
            return true;
        });
        last.values().forEach(own -> own.values().forEach(all::put));
    }

    @Override
    public Collection<Setting> settings() {
        return Stream.of(parameters.settings(), realms.settings(), statements.facts(), slots.facts())
                .flatMap(Collection::stream)
                .toList();
    }

    /** With the next pass, a second from now. */
    @Override
    public CompletableFuture<Void> renew() {
        CompletableFuture<Void> renewal = new CompletableFuture<>();
        @Nullable CompletableFuture<Void> asked = wanted.compareAndExchange(null, renewal);
        return asked == null ? renewal : asked;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** A view that fails does not affect the others; a lost connection affects all. */
    private void read(Reading reading, Connection open, Readings into) throws SQLException {
        try {
            Statements.inTransaction(open, () -> reading.read(open, into));
            reach.answered();
        } catch (SQLException e) {
            String state = e.getSQLState();
            if (state == null || FATAL.stream().anyMatch(state::startsWith)) {
                throw e;
            }
            reach.answered();
            String kind = TOO_LATE.contains(state)
                    ? "Some figures of the database could not be read in time: "
                    : "Some figures of the database are not known: ";
            if (said.add(reading.getClass().getName() + kind)) {
                LOG.log(Level.INFO, kind + e.getMessage());
            }
        }
    }
}
