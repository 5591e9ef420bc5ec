package org.millrace.bulk.job.chunk;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.chunk.outcome.Counts;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobTotals;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/**
 * The outcomes of a job's records: one row for each transaction that wrote records, with its counts and the results,
 * compressed, in order. One row for each record would cost more than writing its user. Thread-safe.
 */
public final class Ledger {
    private static final int WARNING = 0;
    private static final int PROBLEM = 1;

    /** Its codes are the values of {@link ForeignKeyChecks}, its occurrences transactions. */
    private static final int FOREIGN_KEY_CHECKS = 2;

    private final JobDatabase database;

    /** Outcomes in this database. */
    public Ledger(JobDatabase database) {
        this.database = database;
    }

    /**
     * One row.
     *
     * @param seq the chunk's place in its part, from 0
     * @param first index of its first record in the chunk, from 0
     * @param records number of its results; deferred records are in none of its counts
     * @param compressed the results; null if the row has no outcome of the requested status
     */
    public record Row(int part, int seq, int first, int records, byte @Nullable [] compressed) {
        private static Row of(ResultSet row) throws SQLException {
            return new Row(
                    row.getInt("PART"),
                    row.getInt("SEQ"),
                    row.getInt("FIRST_RECORD"),
                    row.getInt("RECORDS"),
                    row.getBytes("OUTCOMES"));
        }

        /** The results, one a record; empty if the row has no outcome of the requested status. */
        public List<RecordResult> results() {
            return compressed == null ? List.of() : ResultBlock.unpack(compressed);
        }
    }

    /** Stores the results of consecutive records of a chunk, from this index on. */
    public void add(Connection connection, Claim claim, int first, List<RecordResult> results) throws SQLException {
        Counts counts = new Counts();
        RecordResult.outcomes(results).forEach(counts::add);
        String sql = """
                INSERT INTO %s (JOB_ID, PART, SEQ, FIRST_RECORD, RECORDS, CREATED, UPDATED, DELETED, UNCHANGED, REJECTED,
                    FAILED, UNPROCESSED, WARNINGS, COMMITTED_AT, OUTCOMES)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """.formatted(database.ledger());
        new Sql(
                        connection,
                        sql,
                        claim.jobId(),
                        claim.part(),
                        claim.seq(),
                        first,
                        results.size(),
                        counts.created(),
                        counts.updated(),
                        counts.deleted(),
                        counts.unchanged(),
                        counts.rejected(),
                        counts.failed(),
                        counts.unprocessed(),
                        counts.warnings(),
                        Database.now(connection),
                        ResultBlock.pack(results))
                .update();
        addCodes(connection, claim, first, PROBLEM, counts.problemsByCode());
        addCodes(connection, claim, first, WARNING, counts.warningsByCode());
    }

    /** Writes down how the foreign keys of the rows of some records were checked. */
    public void addChecks(Connection connection, Claim claim, int first, ForeignKeyChecks how) throws SQLException {
        addCodes(connection, claim, first, FOREIGN_KEY_CHECKS, Map.of(how.word(), 1L));
    }

    private void addCodes(Connection connection, Claim claim, int first, int kind, Map<String, Long> counts)
            throws SQLException {
        String sql = """
                INSERT INTO %s (JOB_ID, PART, SEQ, FIRST_RECORD, PROBLEM, CODE, OCCURRENCES) VALUES (?, ?, ?, ?, ?, ?, ?)
                """.formatted(database.code());
        for (Map.Entry<String, Long> count : counts.entrySet()) {
            new Sql(
                            connection,
                            sql,
                            claim.jobId(),
                            claim.part(),
                            claim.seq(),
                            first,
                            kind,
                            count.getKey(),
                            count.getValue())
                    .update();
        }
    }

    /**
     * Sums over a job's records so far.
     *
     * @param problems how often each code occurs among the problems
     * @param warnings how often each code occurs among the warnings
     * @param foreignKeyChecks how many transactions checked foreign keys in which way; empty unless the operator lets that be once for each
     *     chunk
     */
    public record Codes(Map<String, Long> problems, Map<String, Long> warnings, Map<String, Long> foreignKeyChecks) {}

    /** How often each code occurs. */
    public Codes codes(Connection connection, String jobId) throws SQLException {
        record Count(int kind, String code, long occurrences) {}
        String sql = """
                SELECT PROBLEM, CODE, SUM(OCCURRENCES) FROM %s WHERE JOB_ID = ? GROUP BY PROBLEM, CODE
                """.formatted(database.code());
        List<Count> counts =
                new Sql(connection, sql, jobId).all(row -> new Count(row.getInt(1), row.getString(2), row.getLong(3)));
        IntFunction<Map<String, Long>> ofKind = kind -> counts.stream()
                .filter(count -> count.kind() == kind)
                .collect(Collectors.toMap(Count::code, Count::occurrences));
        return new Codes(ofKind.apply(PROBLEM), ofKind.apply(WARNING), ofKind.apply(FOREIGN_KEY_CHECKS));
    }

    /** Counts of a job's outcomes so far. */
    public JobTotals totals(Connection connection, String jobId) throws SQLException {
        return totals(connection, "JOB_ID = ?", jobId);
    }

    /** How many records were committed since then. */
    public long since(Connection connection, String jobId, long then) throws SQLException {
        return totals(connection, "JOB_ID = ? AND COMMITTED_AT > ?", jobId, then)
                .read();
    }

    /** Whether all records of a chunk with an outcome were applied or unchanged. */
    public boolean isClean(Connection connection, Claim claim) throws SQLException {
        JobTotals totals =
                totals(connection, "JOB_ID = ? AND PART = ? AND SEQ = ?", claim.jobId(), claim.part(), claim.seq());
        return totals.problems() + totals.unprocessed() == 0;
    }

    private JobTotals totals(Connection connection, String condition, Object... parameters) throws SQLException {
        String sql = """
                SELECT COALESCE(SUM(CREATED), 0) AS C, COALESCE(SUM(UPDATED), 0) AS U, COALESCE(SUM(DELETED), 0) AS D,
                    COALESCE(SUM(UNCHANGED), 0) AS N, COALESCE(SUM(REJECTED), 0) AS J, COALESCE(SUM(FAILED), 0) AS F,
                    COALESCE(SUM(UNPROCESSED), 0) AS P, COALESCE(SUM(WARNINGS), 0) AS W
                FROM %s WHERE %s
                """.formatted(database.ledger(), condition);
        return new Sql(connection, sql, parameters)
                .first(Ledger::totals)
                .orElseThrow(() -> new SQLException("no sum of the ledger"));
    }

    private static JobTotals totals(ResultSet row) throws SQLException {
        return new JobTotals(
                row.getLong("C"),
                row.getLong("U"),
                row.getLong("D"),
                row.getLong("N"),
                row.getLong("J"),
                row.getLong("F"),
                row.getLong("P"),
                row.getLong("W"));
    }

    /**
     * The rows of one chunk, in order.
     *
     * @param status status of outcomes; other rows are returned without their results; null for all results
     */
    public List<Row> of(Connection connection, String jobId, int part, int seq, @Nullable OutcomeStatus status)
            throws SQLException {
        String sql = """
                SELECT PART, SEQ, FIRST_RECORD, RECORDS, %s FROM %s
                WHERE JOB_ID = ? AND PART = ? AND SEQ = ? ORDER BY FIRST_RECORD
                """.formatted(
                status == null ? "OUTCOMES" : "CASE WHEN " + status.name() + " > 0 THEN OUTCOMES END AS OUTCOMES",
                database.ledger());
        return new Sql(connection, sql, jobId, part, seq).all(Row::of);
    }

    /**
     * The rows of consecutive chunks that have an outcome of one of these statuses.
     *
     * @param first number of the first chunk
     * @param end number of the chunk after the last one
     */
    public List<Row> of(Connection connection, String jobId, int part, int first, int end, Set<OutcomeStatus> statuses)
            throws SQLException {
        String sql = """
                SELECT PART, SEQ, FIRST_RECORD, RECORDS, OUTCOMES FROM %s
                WHERE JOB_ID = ? AND PART = ? AND SEQ >= ? AND SEQ < ? AND %s > 0
                """.formatted(database.ledger(), sum(statuses));
        return new Sql(connection, sql, jobId, part, first, end).all(Row::of);
    }

    /** The highest number of a chunk with outcomes; 0 if there is none. */
    public int lastChunk(Connection connection, String jobId) throws SQLException {
        String sql = """
                SELECT MAX(SEQ) FROM %s WHERE JOB_ID = ?
                """.formatted(database.ledger());
        return new Sql(connection, sql, jobId).first(row -> row.getInt(1)).orElse(0);
    }

    /** The last row before a place in the order of the input that has an outcome of one of these statuses. */
    public Optional<Row> before(
            Connection connection, String jobId, int part, int seq, int first, Set<OutcomeStatus> statuses)
            throws SQLException {
        String sql = """
                SELECT PART, SEQ, FIRST_RECORD, RECORDS, OUTCOMES FROM %s
                WHERE JOB_ID = ? AND %s > 0
                  AND (PART < ? OR (PART = ? AND SEQ < ?) OR (PART = ? AND SEQ = ? AND FIRST_RECORD < ?))
                ORDER BY PART DESC, SEQ DESC, FIRST_RECORD DESC LIMIT 1
                """.formatted(database.ledger(), sum(statuses));
        return new Sql(connection, sql, jobId, part, part, seq, part, seq, first).first(Row::of);
    }

    private static String sum(Set<OutcomeStatus> statuses) {
        return statuses.stream().map(OutcomeStatus::name).collect(Collectors.joining(" + "));
    }

    /** Deletes all outcomes of a job that starts again or is deleted. */
    public void clear(Connection connection, String jobId) throws SQLException {
        String outcomes = """
                DELETE FROM %s WHERE JOB_ID = ?
                """.formatted(database.ledger());
        String codes = """
                DELETE FROM %s WHERE JOB_ID = ?
                """.formatted(database.code());
        new Sql(connection, outcomes, jobId).update();
        new Sql(connection, codes, jobId).update();
    }
}
