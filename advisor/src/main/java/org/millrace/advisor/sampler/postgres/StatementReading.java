package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.setting.StatementFacts;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/**
 * Statements of this server's sessions, by fingerprint, and the rows read by the most expensive one. To be read after
 * {@link ActivityReading}. Literals never leave this class: only fingerprints do.
 */
final class StatementReading implements Reading {

    private static final String STATEMENTS = """
            SELECT left(query, 4000) AS query, wait_event_type, wait_event, query_id, count(*) AS sessions,
                   avg(extract(epoch FROM clock_timestamp() - query_start)) AS age
              FROM pg_stat_activity
             WHERE state = 'active' AND pid <> pg_backend_pid() AND datname = current_database()
               AND client_addr IS NOT DISTINCT FROM inet_client_addr()
               AND application_name <> current_setting('application_name')
             GROUP BY 1, 2, 3, 4
             ORDER BY sessions DESC
             LIMIT 100
            """;

    /** Rows read by any access path: by sequential scans, and fetched through indexes. */
    private static final String ROWS_READ = """
            SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS rows_read
              FROM pg_stat_user_tables
             WHERE relname = ?
             ORDER BY 1 DESC
             LIMIT 1
            """;

    private static final String HAS_STATISTICS = """
            SELECT (to_regclass('pg_stat_statements') IS NOT NULL)::int AS present,
                   (inet_server_addr() IS NULL OR inet_server_addr() = inet_client_addr())::int AS local
            """;

    private static final String STATISTICS = """
            SELECT sum(calls) AS calls, sum(rows) AS rows
              FROM pg_stat_statements
             WHERE queryid = ?
               AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
            """;

    /** The rows that a table's statistics show come with the end of each transaction. */
    private static final Duration MEASURED = Duration.ofSeconds(5);

    /** Decay of the load of a statement, so that the last seconds dominate. */
    private static final double DECAY = 0.9;

    private final StatementActivity activity;
    private final InstantSource clock;
    private final Map<String, Top> recent = new HashMap<>();
    private @Nullable Measurement measurement;
    private Map<String, Double> measured = Map.of();
    private List<Setting> facts = List.of();
    private @Nullable Boolean hasStatistics;

    StatementReading(StatementActivity activity, InstantSource clock) {
        this.activity = activity;
        this.clock = clock;
    }

    /** A statement of the last seconds. */
    private static final class Top {
        private double sessions;
        private double age;
        private long queryId;
    }

    /** Counters at the beginning of a measurement. */
    private record Measurement(String fingerprint, Instant at, double rowsRead, double calls, double rows) {}

    @Override
    public int period() {
        return 1;
    }

    /** Which statement it is that the signals are about; safe to call from any thread. */
    synchronized List<Setting> facts() {
        return facts;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        Map<String, StatementActivity.Statement> statements = new LinkedHashMap<>();
        recent.values().forEach(top -> top.sessions *= DECAY);
        if (readings.values().getOrDefault(PostgresSignals.ACTIVE, 1.0) > 0) {
            Statements.query(open, STATEMENTS, row -> add(row, statements));
        }
        recent.values().removeIf(top -> top.sessions < 0.05);
        activity.set(new ArrayList<>(statements.values()));
        measure(open);
        measured.forEach((name, value) -> SIGNALS.stream()
                .filter(signal -> signal.name().equals(name))
                .forEach(signal -> readings.put(signal, value)));
    }

    private static final List<Signal> SIGNALS = List.of(
            TimeSignals.STATEMENT_ROWS_READ,
            TimeSignals.STATEMENT_ROWS_PER_CALL,
            TimeSignals.STATEMENT_ROWS_RETURNED,
            TimeSignals.STATEMENT_SESSIONS);

    private void add(ResultSet row, Map<String, StatementActivity.Statement> statements) throws SQLException {
        String query = row.getString("query");
        if (query == null || query.isBlank()) {
            return;
        }
        String fingerprint = SqlFingerprint.of(query);
        @Nullable String type = row.getString("wait_event_type");
        @Nullable String event = row.getString("wait_event");
        int sessions = (int) row.getDouble("sessions");
        statements.merge(
                fingerprint + '\n' + type + '\n' + event,
                new StatementActivity.Statement(fingerprint, type, event, sessions),
                (one, other) -> new StatementActivity.Statement(
                        one.fingerprint(), one.waitType(), one.waitEvent(), one.sessions() + other.sessions()));
        Top top = recent.computeIfAbsent(fingerprint, each -> new Top());
        top.sessions += sessions * (1 - DECAY);
        top.age = row.getDouble("age");
        top.queryId = number(row.getString("query_id"));
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("-?\\d{1,19}") ? Long.parseLong(text) : 0;
    }

    private void measure(Connection open) throws SQLException {
        Instant now = clock.instant();
        Measurement begun = measurement;
        if (begun != null && now.isBefore(begun.at().plus(MEASURED))) {
            return;
        }
        Optional<Map.Entry<String, Top>> top =
                recent.entrySet().stream().max(Comparator.comparing(entry -> entry.getValue().sessions));
        if (top.isEmpty()) {
            measurement = null;
            measured = Map.of();
            return;
        }
        String fingerprint = top.get().getKey();
        Top statement = top.get().getValue();
        Measurement current = counters(open, fingerprint, statement, now);
        if (begun != null && begun.fingerprint().equals(fingerprint)) {
            measured = difference(begun, current, statement);
        } else {
            measured = Map.of();
        }
        measurement = current;
        name(fingerprint);
    }

    private synchronized void name(String fingerprint) {
        facts = List.of(
                new Setting(StatementFacts.TOP, fingerprint, "pg_stat_activity"),
                new Setting(
                        StatementFacts.TABLE, SqlFingerprint.table(fingerprint).orElse(null), "pg_stat_activity"));
    }

    private Measurement counters(Connection open, String fingerprint, Top statement, Instant now) throws SQLException {
        double rowsRead = Double.NaN;
        Optional<String> table = SqlFingerprint.table(fingerprint);
        if (table.isPresent()) {
            double[] read = one(open, ROWS_READ, table.get(), "rows_read");
            rowsRead = read[0];
        }
        if (hasStatistics == null) {
            boolean[] present = new boolean[1];
            Statements.query(open, HAS_STATISTICS, row -> {
                present[0] = row.getDouble("present") > 0;
                activity.setLocal(row.getDouble("local") > 0);
            });
            hasStatistics = present[0];
        }
        double[] statistics = {Double.NaN, Double.NaN};
        if (hasStatistics && statement.queryId != 0) {
            try {
                statistics = one(open, STATISTICS, statement.queryId, "calls", "rows");
            } catch (SQLException e) {
                if (!"42501".equals(e.getSQLState()) && !"55000".equals(e.getSQLState())) {
                    throw e;
                }
                hasStatistics = false;
                open.rollback();
            }
        }
        return new Measurement(fingerprint, now, rowsRead, statistics[0], statistics[1]);
    }

    private static double[] one(Connection open, String sql, Object parameter, String... columns) throws SQLException {
        double[] values = new double[columns.length];
        Arrays.fill(values, Double.NaN);
        try (PreparedStatement statement = open.prepareStatement(sql)) {
            statement.setObject(1, parameter);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    for (int i = 0; i < columns.length; i++) {
                        double value = row.getDouble(columns[i]);
                        values[i] = row.wasNull() ? Double.NaN : value;
                    }
                }
            }
        }
        return values;
    }

    private static Map<String, Double> difference(Measurement begun, Measurement now, Top statement) {
        double seconds = Duration.between(begun.at(), now.at()).toMillis() / 1e3;
        Map<String, Double> values = new HashMap<>();
        values.put(TimeSignals.STATEMENT_SESSIONS.name(), statement.sessions);
        double rows = now.rowsRead() - begun.rowsRead();
        if (Double.isFinite(rows) && rows >= 0 && seconds > 0) {
            values.put(TimeSignals.STATEMENT_ROWS_READ.name(), rows / seconds);
            double counted = now.calls() - begun.calls();
            // On average, a sample meets a statement at half of its duration.
            double estimated = statement.age > 0 ? seconds * statement.sessions / (2 * statement.age) : Double.NaN;
            double calls = counted > 0 ? counted : Math.max(1, estimated);
            if (Double.isFinite(calls)) {
                values.put(TimeSignals.STATEMENT_ROWS_PER_CALL.name(), rows / calls);
            }
            if (counted > 0) {
                values.put(TimeSignals.STATEMENT_ROWS_RETURNED.name(), (now.rows() - begun.rows()) / counted);
            }
        }
        return values;
    }
}
