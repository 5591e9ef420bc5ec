package org.millrace.bulk.job.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.csv.RetryTable;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.BlockTable;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.chunk.RecordResult;
import org.millrace.bulk.job.chunk.StoredChunk;
import org.millrace.bulk.job.chunk.StoredRecord;

/**
 * Reads the outcomes of a job's records, in the order of the input. In a finished job, records without a stored outcome are
 * reported as unprocessed; no row is stored for them. Thread-safe.
 */
public final class JobOutcomes {
    private static final int CHUNKS_AT_ONCE = 100;

    /** Upper bound for the chunks read for one page; the next page continues after them. */
    private static final int MAX_CHUNKS = 2000;

    /** A page ends with the outcome that reaches it. In memory there is one chunk of outcomes more. */
    private static final long MAX_CHARACTERS = 8L * 1024 * 1024;

    private final JobDatabase database;
    private final ChunkTable chunkTable;
    private final BlockTable blocks;
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
        this.chunkTable = new ChunkTable(database);
        this.blocks = new BlockTable(database);
        this.ledger = new Ledger(database);
        this.headers = new CsvHeaders(database);
        this.parsers = parsers;
    }

    /** The outcome of a record of this part. */
    public record PartOutcome(int part, Outcome outcome) {}

    /**
     * Some outcomes.
     *
     * @param next where the next page begins; empty if there is nothing more and never will be
     */
    public record Page(List<PartOutcome> outcomes, Optional<OutcomeCursor> next) {}

    /** The outcome of the record with this index in its chunk. */
    private record Indexed(int index, Outcome outcome) {}

    /**
     * The outcomes of a chunk.
     *
     * @param reached number of records that have a result
     */
    private record Reached(int reached, List<Indexed> outcomes) {}

    /**
     * Outcomes from a place on. Of a job that is not finished, those up to the first record that has none yet.
     *
     * @param status only outcomes with this one; null for all
     * @param max most outcomes
     */
    public Page page(Job job, OutcomeCursor from, @Nullable OutcomeStatus status, int max) throws SQLException {
        List<PartOutcome> page = new ArrayList<>();
        long characters = 0;
        OutcomeCursor at = from;
        for (int seen = 0; seen < MAX_CHUNKS; seen += CHUNKS_AT_ONCE) {
            List<StoredChunk> places = chunks(job.id(), at);
            if (places.isEmpty()) {
                return new Page(page, job.state().isFinished() ? Optional.empty() : Optional.of(at));
            }
            for (StoredChunk place : places) {
                Reached chunk = database.read(connection -> outcomes(connection, job, place, status));
                int first = place.part() == at.part() && place.seq() == at.seq() ? at.index() : 0;
                for (Indexed each : chunk.outcomes()) {
                    if (each.index() < first || status != null && each.outcome().status() != status) {
                        continue;
                    }
                    if (page.size() == max || characters >= MAX_CHARACTERS) {
                        return new Page(page, Optional.of(new OutcomeCursor(place.part(), place.seq(), each.index())));
                    }
                    page.add(new PartOutcome(place.part(), each.outcome()));
                    characters += each.outcome().characters();
                }
                if (chunk.reached() < place.records()) {
                    int reached = Math.max(first, chunk.reached());
                    return new Page(page, Optional.of(new OutcomeCursor(place.part(), place.seq(), reached)));
                }
                at = new OutcomeCursor(place.part(), place.seq() + 1, 0);
            }
        }
        return new Page(page, Optional.of(at));
    }

    private List<StoredChunk> chunks(String jobId, OutcomeCursor from) throws SQLException {
        return database.read(connection -> chunkTable.from(connection, jobId, from.part(), from.seq(), CHUNKS_AT_ONCE));
    }

    /** The outcomes of a chunk; if there is a filter, those of rows of the ledger with outcomes of this status. */
    private Reached outcomes(Connection connection, Job job, StoredChunk place, @Nullable OutcomeStatus status)
            throws SQLException {
        List<Indexed> outcomes = new ArrayList<>(place.records());
        int reached = 0;
        for (Ledger.Row row : ledger.of(connection, job.id(), place.part(), place.seq(), status)) {
            int index = reached;
            for (RecordResult result : row.results()) {
                if (result instanceof RecordResult.Decided decided) {
                    outcomes.add(new Indexed(index, decided.outcome()));
                }
                index++;
            }
            reached += row.records();
        }
        if (job.state().isFinished() && reached < place.records()) {
            for (StoredRecord left : left(connection, place, reached)) {
                outcomes.add(new Indexed(reached++, Outcomes.unprocessed(left.entry(parsers.apply(job)))));
            }
        }
        return new Reached(reached, outcomes);
    }

    private List<StoredRecord> left(Connection connection, StoredChunk place, int from) throws SQLException {
        List<StoredRecord> records = records(connection, place);
        return records.subList(Math.min(from, records.size()), records.size());
    }

    private List<StoredRecord> records(Connection connection, StoredChunk place) throws SQLException {
        return blocks.records(connection, place.uploadId(), place.seq()).orElse(List.of());
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
                (record, outcome) ->
                        out.write(table.row(record.text(), reason(outcome)).getBytes(StandardCharsets.UTF_8)));
    }

    private static String reason(Outcome outcome) {
        return outcome.problems().isEmpty()
                ? outcome.status().word()
                : outcome.problems().stream()
                        .map(problem -> problem.code() + ": " + problem.detail())
                        .collect(Collectors.joining("; "));
    }

    /**
     * Writes the records that were not applied, one per line, in the order of the input: rejected and failed ones, and in a
     * finished job the unprocessed ones. Unreadable text is omitted.
     */
    public void writeRetryFile(Job job, OutputStream out) throws SQLException, IOException {
        writeNotApplied(job, (record, outcome) -> {
            out.write(record.text());
            out.write('\n');
        });
    }

    /** Takes a record that was not applied, and its outcome. */
    @FunctionalInterface
    private interface NotApplied {
        void accept(StoredRecord.Text record, Outcome outcome) throws IOException;
    }

    private record Refused(StoredRecord.Text record, Outcome outcome) {}

    private void writeNotApplied(Job job, NotApplied sink) throws SQLException, IOException {
        OutcomeCursor at = OutcomeCursor.START;
        while (true) {
            List<StoredChunk> places = chunks(job.id(), at);
            if (places.isEmpty()) {
                return;
            }
            for (StoredChunk place : places) {
                for (Refused refused : database.read(connection -> notApplied(connection, job, place))) {
                    sink.accept(refused.record(), refused.outcome());
                }
                at = new OutcomeCursor(place.part(), place.seq() + 1, 0);
            }
        }
    }

    private List<Refused> notApplied(Connection connection, Job job, StoredChunk place) throws SQLException {
        List<StoredRecord> records = records(connection, place);
        if (records.isEmpty()) {
            return List.of();
        }
        List<Refused> wanted = new ArrayList<>();
        for (Indexed each : outcomes(connection, job, place, null).outcomes()) {
            boolean applied = !each.outcome().isProblem() && each.outcome().status() != OutcomeStatus.UNPROCESSED;
            if (!applied && records.get(each.index()) instanceof StoredRecord.Text text) {
                wanted.add(new Refused(text, each.outcome()));
            }
        }
        return wanted;
    }
}
