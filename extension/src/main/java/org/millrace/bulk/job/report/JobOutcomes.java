package org.millrace.bulk.job.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.OutcomeJson;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.csv.RetryTable;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.ChunkState;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.chunk.RecordBlock;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.server.Sql;

/**
 * Reads the outcomes of a job's records, in the order of the input. In a finished job, records without a stored outcome are
 * reported as unprocessed; no row is stored for them. Thread-safe.
 */
public final class JobOutcomes {
    /** Statuses as the outcome lines have them. */
    public static final Set<String> STATUSES =
            Set.of("created", "updated", "deleted", "unchanged", "rejected", "failed", "unprocessed");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UNPROCESSED = "unprocessed";
    private static final int CHUNKS_AT_ONCE = 100;

    /** Upper bound for the chunks read for one page; the next page continues after them. */
    private static final int MAX_CHUNKS = 2000;

    private final JobDatabase database;
    private final Ledger ledger;
    private final CsvHeaders headers;
    private final Function<Job, RecordParser> parsers;

    /**
     * Reads from this database.
     *
     * @param parsers read the stored records of a job; safe for use by several threads
     */
    public JobOutcomes(JobDatabase database, Function<Job, RecordParser> parsers) {
        this.database = database;
        this.ledger = new Ledger(database);
        this.headers = new CsvHeaders(database);
        this.parsers = parsers;
    }

    /**
     * Some outcomes.
     *
     * @param lines as they are sent, without their ends
     * @param next where the next page begins; empty if there is nothing more and never will be
     */
    public record Page(List<String> lines, Optional<OutcomeCursor> next) {}

    /** A chunk of the job. */
    private record Place(String uploadId, int part, int seq, int records, int done) {}

    /**
     * Outcomes from a place on. Of a job that is not finished, those up to the first record that has none yet.
     *
     * @param status only outcomes with this one; null for all
     * @param max most lines
     * @throws IllegalArgumentException if there is no such status
     */
    public Page page(Job job, OutcomeCursor from, @Nullable String status, int max) throws SQLException {
        if (status != null && !STATUSES.contains(status)) {
            throw new IllegalArgumentException("status " + status + " is none of " + STATUSES);
        }
        List<String> lines = new ArrayList<>();
        OutcomeCursor at = from;
        for (int seen = 0; seen < MAX_CHUNKS; seen += CHUNKS_AT_ONCE) {
            OutcomeCursor begin = at;
            List<Place> places = database.read(connection -> places(connection, job.id(), begin));
            if (places.isEmpty()) {
                return new Page(lines, job.state().isFinished() ? Optional.empty() : Optional.of(at));
            }
            for (Place place : places) {
                List<String> outcomes = database.read(connection -> lines(connection, job, place, status));
                int first = place.part() == at.part() && place.seq() == at.seq() ? at.index() : 0;
                for (int i = first; i < outcomes.size(); i++) {
                    if (!matches(outcomes.get(i), status)) {
                        continue;
                    }
                    if (lines.size() == max) {
                        return new Page(lines, Optional.of(new OutcomeCursor(place.part(), place.seq(), i)));
                    }
                    lines.add(outcomes.get(i));
                }
                if (outcomes.size() < place.records()) {
                    int reached = Math.max(first, outcomes.size());
                    return new Page(lines, Optional.of(new OutcomeCursor(place.part(), place.seq(), reached)));
                }
                at = new OutcomeCursor(place.part(), place.seq() + 1, 0);
            }
        }
        return new Page(lines, Optional.of(at));
    }

    private static boolean matches(String line, @Nullable String status) {
        // No text of a client's can hold this: its quotes are escaped.
        return status == null ? !has(line, OutcomeJson.PUT_OFF) : has(line, status);
    }

    private static boolean has(String line, String status) {
        return line.contains("\"status\":\"" + status + "\"");
    }

    /** Chunks in order, up to a delivery from a work queue that is still on its way. */
    private List<Place> places(Connection connection, String jobId, OutcomeCursor from) throws SQLException {
        return new Sql(
                        connection,
                        "SELECT UPLOAD_ID, PART, SEQ, RECORDS, DONE FROM " + database.chunk()
                                + " c WHERE JOB_ID = ? AND NOT EXISTS (SELECT 1 FROM " + database.part()
                                + " p WHERE p.JOB_ID = c.JOB_ID AND p.PART < c.PART AND p.ARRIVED = 0 AND p.ACKNOWLEDGED = 0)"
                                + " AND STATE IN ("
                                + ChunkState.codes(ChunkState.PENDING, ChunkState.CLAIMED, ChunkState.DONE)
                                + ") AND (PART > ? OR (PART = ? AND SEQ >= ?))"
                                + " ORDER BY PART, SEQ LIMIT ?",
                        jobId,
                        from.part(),
                        from.part(),
                        from.seq(),
                        CHUNKS_AT_ONCE)
                .all(row -> new Place(
                        row.getString("UPLOAD_ID"),
                        row.getInt("PART"),
                        row.getInt("SEQ"),
                        row.getInt("RECORDS"),
                        row.getInt("DONE")));
    }

    /** A line for each record of a chunk that has an outcome; empty for outcomes that the filter excludes. */
    private List<String> lines(Connection connection, Job job, Place place, @Nullable String status)
            throws SQLException {
        List<String> lines = new ArrayList<>(place.records());
        for (Ledger.Row row : ledger.of(connection, job.id(), place.part(), place.seq(), status)) {
            if (row.compressed() == null) {
                for (int i = 0; i < row.records(); i++) {
                    lines.add("");
                }
            } else {
                lines.addAll(row.lines());
            }
        }
        if (job.state().isFinished() && lines.size() < place.records()) {
            OutcomeJson json = new OutcomeJson();
            for (StoredRecord left : left(connection, place, lines.size())) {
                Outcome outcome = Outcomes.unprocessed(left.entry(parsers.apply(job)));
                lines.add(line(json, outcome, place.part()));
            }
        }
        return lines;
    }

    private static String line(OutcomeJson json, Outcome outcome, int part) {
        try {
            return new String(json.outcome(outcome, part), StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
    }

    private List<StoredRecord> left(Connection connection, Place place, int from) throws SQLException {
        List<StoredRecord> records = records(connection, place);
        return records.subList(Math.min(from, records.size()), records.size());
    }

    private List<StoredRecord> records(Connection connection, Place place) throws SQLException {
        return new Sql(
                        connection,
                        "SELECT RECORD_DATA FROM " + database.block() + " WHERE UPLOAD_ID = ? AND SEQ = ?",
                        place.uploadId(),
                        place.seq())
                .first(row -> RecordBlock.unpack(row.getBytes(1)))
                .orElse(List.of());
    }

    /** The table that the records of a job can be written into again; empty unless all of its parts are tables. */
    public Optional<RetryTable> table(Job job) throws SQLException {
        return headers.table(job);
    }

    /**
     * Writes the records that were not applied as rows of a table, with the reason in a column of its own.
     *
     * @throws SQLException if the database cannot be read
     */
    public void writeRetryTable(Job job, RetryTable table, OutputStream out) throws SQLException, IOException {
        out.write(table.header().getBytes(StandardCharsets.UTF_8));
        writeNotApplied(
                job,
                (record, line) ->
                        out.write(table.row(record.text(), reason(line)).getBytes(StandardCharsets.UTF_8)));
    }

    private static String reason(String line) throws JsonProcessingException {
        JsonNode outcome = JSON.readTree(line);
        List<String> reasons = new ArrayList<>();
        for (JsonNode problem : outcome.path("problems")) {
            reasons.add(problem.path("code").asText() + ": "
                    + problem.path("detail").asText());
        }
        return reasons.isEmpty() ? outcome.path("status").asText() : String.join("; ", reasons);
    }

    /**
     * Writes the records that were not applied, one per line, in the order of the input: rejected and failed ones, and in a
     * finished job the unprocessed ones. Unreadable text is omitted.
     */
    public void writeRetryFile(Job job, OutputStream out) throws SQLException, IOException {
        writeNotApplied(job, (record, line) -> {
            out.write(record.text());
            out.write('\n');
        });
    }

    /** Takes a record that was not applied, and its outcome line. */
    @FunctionalInterface
    private interface NotApplied {
        void accept(StoredRecord.Text record, String line) throws IOException;
    }

    private record Refused(StoredRecord.Text record, String line) {}

    private void writeNotApplied(Job job, NotApplied sink) throws SQLException, IOException {
        OutcomeCursor at = OutcomeCursor.START;
        while (true) {
            OutcomeCursor begin = at;
            List<Place> places = database.read(connection -> places(connection, job.id(), begin));
            if (places.isEmpty()) {
                return;
            }
            for (Place place : places) {
                for (Refused refused : database.read(connection -> notApplied(connection, job, place))) {
                    sink.accept(refused.record(), refused.line());
                }
                at = new OutcomeCursor(place.part(), place.seq() + 1, 0);
            }
        }
    }

    private List<Refused> notApplied(Connection connection, Job job, Place place) throws SQLException {
        List<StoredRecord> records = records(connection, place);
        if (records.isEmpty()) {
            return List.of();
        }
        List<String> lines = lines(connection, job, place, null);
        List<Refused> wanted = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean applied = !has(line, "rejected") && !has(line, "failed") && !has(line, UNPROCESSED);
            if (!applied && records.get(i) instanceof StoredRecord.Text text) {
                wanted.add(new Refused(text, line));
            }
        }
        return wanted;
    }
}
