package org.millrace.server.advisor.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.effect.Advice;
import org.millrace.advisor.effect.Changes;
import org.millrace.advisor.effect.Fingerprint;
import org.millrace.advisor.effect.Measure;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.server.Database;
import org.millrace.server.Sql;
import org.millrace.server.advisor.report.CompressedText;
import org.millrace.server.advisor.sampler.SecretMask;

/** Changes, fingerprints of requests, and each server's settings in Keycloak's database. For one thread. */
final class ChangeTables {

    private static final String CHANGES = "millrace_change";
    private static final String FINGERPRINTS = "millrace_fingerprint";
    private static final String SERVERS = "millrace_server";

    /** Interval at which unfinished fingerprints are written. */
    private static final Duration BETWEEN_WRITES = Duration.ofMinutes(2);

    /** Interval at which SEEN_AT of the server is updated. */
    private static final Duration BETWEEN_SIGNS = Duration.ofHours(1);

    private static final int LONGEST_VALUE = 1000;

    private static final String FINGERPRINT_COLUMNS =
            "ENDED_AT, REQUESTS, SLOTS, RATE_SUM, RATE_SQUARES, TIME_SUM, TIME_SQUARES,"
                    + " COST_SLOTS, COST_SUM, COST_SQUARES";

    private static final Logger LOG = Logger.getLogger(ChangeTables.class);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Changes changes;
    private final String server;
    private final StoreLimits limits;
    private Set<String> writtenChanges = new HashSet<>();
    private Set<Fingerprint> writtenFingerprints = Set.of();
    private Map<String, @Nullable String> writtenState = Map.of();
    private Map<String, Advice> writtenAdvice = Map.of();
    private Instant measured = Instant.MIN;
    private Instant stateWritten = Instant.MIN;
    private boolean follows;

    /** @param server the same before and after a restart */
    ChangeTables(Changes changes, String server, StoreLimits limits) {
        this.changes = changes;
        this.server = server;
        this.limits = limits;
    }

    /** Whether {@link #write} would write anything. */
    boolean isDue(Instant now) {
        return limits.changes() > 0
                && (!follows
                        || !now.isBefore(measured.plus(BETWEEN_WRITES))
                        || changes.all().stream().anyMatch(change -> !writtenChanges.contains(change.id())));
    }

    /** Writes new rows. The first call also compares this run with the stored state of the previous one. */
    void write(Database database, Instant now) throws SQLException {
        if (limits.changes() == 0) {
            return;
        }
        if (!follows) {
            Optional<Map<String, @Nullable String>> before = readState(database);
            changes.restore(readAdvice(database));
            before.ifPresent(changes::follow);
            follows = true;
        }
        List<ObservedChange> all = changes.all();
        List<Fingerprint> fingerprints = changes.fingerprints();
        Map<String, @Nullable String> state = changes.state();
        Map<String, Advice> advice = changes.proposals();
        boolean newChanges = all.stream().anyMatch(change -> !writtenChanges.contains(change.id()));
        boolean newState = !state.equals(writtenState)
                || !advice.equals(writtenAdvice)
                || now.isAfter(stateWritten.plus(BETWEEN_SIGNS));
        database.inTransaction(connection -> {
            for (ObservedChange change : all) {
                if (!writtenChanges.contains(change.id())) {
                    // A transaction may have committed although its result was lost.
                    new Sql(connection, "DELETE FROM " + database.table(CHANGES) + " WHERE ID = ?", change.id())
                            .update();
                    insert(connection, database.table(CHANGES), change);
                }
            }
            for (Fingerprint fingerprint : fingerprints) {
                if (!writtenFingerprints.contains(fingerprint)) {
                    write(connection, database.table(FINGERPRINTS), fingerprint);
                }
            }
            if (newState) {
                write(connection, database.table(SERVERS), state, advice, now);
            }
            return all.size();
        });
        writtenChanges = all.stream().map(ObservedChange::id).collect(Collectors.toCollection(HashSet::new));
        writtenFingerprints = Set.copyOf(fingerprints);
        if (newState) {
            writtenState = state;
            writtenAdvice = advice;
            stateWritten = now;
        }
        measured = now;
        if (newChanges) {
            purgeChanges(database, now);
        }
    }

    private static void insert(Connection connection, String table, ObservedChange change) throws SQLException {
        new Sql(
                        connection,
                        "INSERT INTO " + table + " (ID, NODE, CHANGED_AT, KIND, NAME, FROM_VALUE, TO_VALUE,"
                                + " ADVICE) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        change.id(),
                        change.node(),
                        change.at().toEpochMilli(),
                        change.kind().label(),
                        change.name(),
                        masked(change.name(), change.from()),
                        masked(change.name(), change.to()),
                        AdviceJson.write(change.advice()))
                .update();
    }

    private static @Nullable String masked(String name, @Nullable String value) {
        if (value == null) {
            return null;
        }
        String masked = SecretMask.mask(name, value);
        return masked.length() <= LONGEST_VALUE ? masked : masked.substring(0, LONGEST_VALUE);
    }

    private static void write(Connection connection, String table, Fingerprint fingerprint) throws SQLException {
        new Sql(
                        connection,
                        "DELETE FROM " + table + " WHERE RUN_ID = ? AND STARTED_AT = ? AND KIND = ?",
                        fingerprint.run(),
                        fingerprint.since().toEpochMilli(),
                        fingerprint.kind())
                .update();
        new Sql(
                        connection,
                        "INSERT INTO " + table + " (RUN_ID, STARTED_AT, KIND, " + FINGERPRINT_COLUMNS
                                + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        fingerprint.run(),
                        fingerprint.since().toEpochMilli(),
                        fingerprint.kind(),
                        fingerprint.until().toEpochMilli(),
                        fingerprint.requests(),
                        fingerprint.throughput().count(),
                        fingerprint.throughput().sum(),
                        fingerprint.throughput().squares(),
                        fingerprint.latency().sum(),
                        fingerprint.latency().squares(),
                        fingerprint.cost().count(),
                        fingerprint.cost().sum(),
                        fingerprint.cost().squares())
                .update();
    }

    private void write(
            Connection connection,
            String table,
            Map<String, @Nullable String> state,
            Map<String, Advice> advice,
            Instant now)
            throws SQLException {
        byte[] settings = compressed(state);
        byte[] proposals = CompressedText.pack(AdviceJson.writeAll(advice));
        String update = "UPDATE " + table + " SET SEEN_AT = ?, SETTINGS = ?, ADVICE = ? WHERE SERVER = ?";
        if (new Sql(connection, update, now.toEpochMilli(), settings, proposals, server).update() == 0) {
            String insert = "INSERT INTO " + table + " (SERVER, SEEN_AT, SETTINGS, ADVICE) VALUES (?, ?, ?, ?)";
            new Sql(connection, insert, server, now.toEpochMilli(), settings, proposals).update();
        }
    }

    private static byte[] compressed(Map<String, @Nullable String> state) throws SQLException {
        try {
            return CompressedText.pack(JSON.writeValueAsString(state));
        } catch (JsonProcessingException e) {
            throw new SQLException("the settings cannot be written as JSON", e);
        }
    }

    /** The state of this server, else of the server that was seen last: a restart may change its name. */
    private Optional<Map<String, @Nullable String>> readState(Database database) throws SQLException {
        Optional<String> settings = readServer(database, "SETTINGS");
        try {
            return settings.isEmpty()
                    ? Optional.empty()
                    : Optional.of(JSON.readValue(settings.get(), new TypeReference<>() {}));
        } catch (JsonProcessingException e) {
            LOG.debug("Settings of the previous run cannot be parsed; changes since then are not listed", e);
            return Optional.empty();
        }
    }

    private Map<String, Advice> readAdvice(Database database) throws SQLException {
        return readServer(database, "ADVICE").map(AdviceJson::readAll).orElse(Map.of());
    }

    private Optional<String> readServer(Database database, String column) throws SQLException {
        String query = "SELECT " + column + " FROM " + database.table(SERVERS) + " WHERE " + column
                + " IS NOT NULL ORDER BY CASE WHEN SERVER = ? THEN 0 ELSE 1 END, SEEN_AT DESC";
        return database.inTransaction(
                        connection -> new Sql(connection, query, server).first(row -> row.getBytes(column)))
                .flatMap(CompressedText::unpack);
    }

    static List<ObservedChange> readChanges(Database database) throws SQLException {
        return database.inTransaction(connection ->
                new Sql(connection, "SELECT * FROM " + database.table(CHANGES)).all(ChangeTables::change));
    }

    private static ObservedChange change(ResultSet row) throws SQLException {
        return new ObservedChange(
                row.getString("ID"),
                Instant.ofEpochMilli(row.getLong("CHANGED_AT")),
                row.getString("NODE"),
                ObservedChange.Kind.valueOf(row.getString("KIND").toUpperCase(Locale.ROOT)),
                row.getString("NAME"),
                row.getString("FROM_VALUE"),
                row.getString("TO_VALUE"),
                AdviceJson.read(row.getString("ADVICE")));
    }

    /** The fingerprints of other runs. */
    List<Fingerprint> readFingerprints(Database database) throws SQLException {
        String query = "SELECT * FROM " + database.table(FINGERPRINTS) + " WHERE RUN_ID <> ?";
        return database.inTransaction(
                connection -> new Sql(connection, query, changes.run()).all(ChangeTables::fingerprint));
    }

    private static Fingerprint fingerprint(ResultSet row) throws SQLException {
        long slots = row.getLong("SLOTS");
        return new Fingerprint(
                row.getString("RUN_ID"),
                row.getString("KIND"),
                Instant.ofEpochMilli(row.getLong("STARTED_AT")),
                Instant.ofEpochMilli(row.getLong("ENDED_AT")),
                row.getLong("REQUESTS"),
                new Measure(slots, row.getDouble("RATE_SUM"), row.getDouble("RATE_SQUARES")),
                new Measure(slots, row.getDouble("TIME_SUM"), row.getDouble("TIME_SQUARES")),
                new Measure(row.getLong("COST_SLOTS"), row.getDouble("COST_SUM"), row.getDouble("COST_SQUARES")));
    }

    /** Deletes rows beyond the age or number that the settings allow. */
    void purge(Database database, Instant now) throws SQLException {
        Instant oldest = now.minus(limits.age());
        purgeChanges(database, now);
        ExpiredRows.delete(database, FINGERPRINTS, "STARTED_AT", oldest, Integer.MAX_VALUE);
        ExpiredRows.delete(database, SERVERS, "SEEN_AT", oldest, limits.changes());
    }

    /** Marks have a limit of their own, as in {@link Changes}. */
    private void purgeChanges(Database database, Instant now) throws SQLException {
        for (String kind : List.of("KIND = 'mark'", "KIND <> 'mark'")) {
            ExpiredRows.delete(database, CHANGES, kind, "CHANGED_AT", now.minus(limits.age()), limits.changes());
        }
    }
}
