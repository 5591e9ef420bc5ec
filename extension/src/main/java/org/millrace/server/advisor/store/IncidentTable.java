package org.millrace.server.advisor.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.report.Incident;
import org.millrace.advisor.report.IncidentEntry;
import org.millrace.advisor.report.Report;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** Incidents of all nodes in Keycloak's database. For one thread. */
final class IncidentTable {

    private static final String TABLE = "millrace_incident";

    /** Minimum interval between two writes of a report, which changes every few seconds in a new incident. */
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(20);

    /** Interval at which SEEN_AT of a lasting incident is updated. */
    private static final Duration BETWEEN_MARKS = Duration.ofSeconds(60);

    /** An incident without an end whose SEEN_AT is older ended with its node. */
    private static final Duration ABANDONED = Duration.ofMinutes(3);

    private static final int LONGEST_NAME = 255;

    private final StoreLimits limits;
    private Map<String, Written> written = new HashMap<>();

    private record Written(Report report, @Nullable Instant until, Instant at) {}

    IncidentTable(StoreLimits limits) {
        this.limits = limits;
    }

    /** Whether {@link #write} would write anything. */
    boolean isDue(List<Incident> incidents, Instant now) {
        return limits.incidents() > 0 && incidents.stream().anyMatch(incident -> isDue(incident, now));
    }

    private boolean isDue(Incident incident, Instant now) {
        Written last = written.get(incident.id());
        if (last == null || (last.until() == null) != (incident.until() == null)) {
            return true;
        }
        Duration since = Duration.between(last.at(), now);
        return last.report() != incident.report() && since.compareTo(BETWEEN_REPORTS) >= 0
                || incident.until() == null && since.compareTo(BETWEEN_MARKS) >= 0;
    }

    /** Writes new and changed incidents, one transaction each. */
    void write(Database database, List<Incident> incidents, Instant now) throws SQLException {
        if (limits.incidents() == 0) {
            return;
        }
        for (Incident incident : incidents) {
            if (isDue(incident, now)) {
                database.inTransaction(connection -> write(connection, database.table(TABLE), incident, now));
                written.put(incident.id(), new Written(incident.report(), incident.until(), now));
            }
        }
        written = incidents.stream()
                .map(Incident::id)
                .filter(written::containsKey)
                .collect(Collectors.toMap(id -> id, written::get, (one, other) -> one, HashMap::new));
    }

    private int write(Connection connection, String table, Incident incident, Instant now) throws SQLException {
        @Nullable
        Long ended = incident.until() == null ? null : incident.until().toEpochMilli();
        Written last = written.get(incident.id());
        if (last != null && last.report() == incident.report()) {
            String mark = "UPDATE " + table + " SET SEEN_AT = ?, ENDED_AT = ? WHERE ID = ?";
            return new Sql(connection, mark, now.toEpochMilli(), ended, incident.id()).update();
        }
        byte @Nullable [] report = StoredReport.pack(incident.report(), limits.reportBytes());
        String update = "UPDATE " + table + " SET SEEN_AT = ?, ENDED_AT = ?, REPORT = ? WHERE ID = ?";
        int updated = new Sql(connection, update, now.toEpochMilli(), ended, report, incident.id()).update();
        return updated > 0 ? updated : insert(connection, table, incident.entry(), report, now);
    }

    private static int insert(
            Connection connection, String table, IncidentEntry entry, byte @Nullable [] report, Instant now)
            throws SQLException {
        return new Sql(
                        connection,
                        "INSERT INTO " + table
                                + " (ID, NODE, RULE_ID, TITLE, SEVERITY, STARTED_AT, SEEN_AT, ENDED_AT, REPORT)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        entry.id(),
                        first(entry.node()),
                        entry.rule(),
                        first(entry.title()),
                        entry.severity(),
                        entry.since().toEpochMilli(),
                        now.toEpochMilli(),
                        entry.until() == null ? null : entry.until().toEpochMilli(),
                        report)
                .update();
    }

    private static @Nullable String first(@Nullable String text) {
        return text == null || text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
    }

    /** Latest first. */
    static List<IncidentEntry> read(Database database, Instant now) throws SQLException {
        return database.inTransaction(connection -> new Sql(
                        connection,
                        "SELECT ID, NODE, RULE_ID, TITLE, SEVERITY, STARTED_AT, SEEN_AT, ENDED_AT FROM "
                                + database.table(TABLE) + " ORDER BY STARTED_AT DESC")
                .all(row -> entry(row, now)));
    }

    private static IncidentEntry entry(ResultSet row, Instant now) throws SQLException {
        Instant seen = Instant.ofEpochMilli(row.getLong("SEEN_AT"));
        @Nullable Long ended = Sql.longOrNull(row, "ENDED_AT");
        boolean abandoned = ended == null && seen.isBefore(now.minus(ABANDONED));
        return new IncidentEntry(
                row.getString("ID"),
                row.getString("RULE_ID"),
                row.getString("TITLE"),
                row.getString("SEVERITY"),
                row.getString("NODE"),
                Instant.ofEpochMilli(row.getLong("STARTED_AT")),
                ended != null ? Instant.ofEpochMilli(ended) : abandoned ? seen : null);
    }

    /** The compressed report; empty if there is no such incident or its report was too large. */
    static Optional<byte[]> report(Database database, String id) throws SQLException {
        String query = "SELECT REPORT FROM " + database.table(TABLE) + " WHERE ID = ? AND REPORT IS NOT NULL";
        return database.inTransaction(
                connection -> new Sql(connection, query, id).first(row -> row.getBytes("REPORT")));
    }

    /** Deletes rows beyond the age or number that the settings allow. */
    void purge(Database database, Instant now) throws SQLException {
        ExpiredRows.delete(database, TABLE, "STARTED_AT", now.minus(limits.age()), limits.incidents());
    }
}
