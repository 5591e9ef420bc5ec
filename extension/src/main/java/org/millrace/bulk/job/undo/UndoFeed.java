package org.millrace.bulk.job.undo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.chunk.run.Chunker;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.chunk.ChunkState;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.chunk.NewChunk;
import org.millrace.bulk.job.chunk.RecordResult;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.UndoRecord;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.undo.UndoParser;

/**
 * Makes the chunks of undo jobs from the ledger of the job to undo, the last transaction first. Each step is one transaction that locks the
 * undo job's row, so that any node can make the next chunk. Safe for use by several threads.
 */
public final class UndoFeed {
    /** The only part of an undo job. */
    static final int PART = 1;

    private static final Set<OutcomeStatus> CHANGES = EnumSet.of(OutcomeStatus.CREATED, OutcomeStatus.UPDATED);

    /** The cursor of an undo job all of whose chunks are made. */
    private static final String END = "end";

    /** Maximum number of records of a chunk. */
    private static final int MAX_CHUNK_SIZE = 1000;

    /** Maximum number of restored entities of a chunk: the model keeps them in memory until the commit. */
    private static final int MAX_RESTORED = 200;

    private final JobDatabase database;
    private final JobTable jobs;
    private final ChunkTable chunkTable;
    private final Ledger ledger;
    private final UndoImages images;
    private final UndoneRecords undoneRecords;

    /** Undo jobs in this database. */
    public UndoFeed(JobDatabase database) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.chunkTable = new ChunkTable(database);
        this.ledger = new Ledger(database);
        this.images = new UndoImages(database);
        this.undoneRecords = new UndoneRecords(database);
    }

    /** Where the next chunk begins in the ledger of the job to undo, and in the undo job. */
    private record Cursor(int part, int seq, int first, long lines, int chunks) {
        private static final Cursor START = new Cursor(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 0);

        static Cursor of(String text) {
            if (text.isEmpty()) {
                return START;
            }
            String[] numbers = text.split("/");
            return new Cursor(
                    Integer.parseInt(numbers[0]),
                    Integer.parseInt(numbers[1]),
                    Integer.parseInt(numbers[2]),
                    Long.parseLong(numbers[3]),
                    Integer.parseInt(numbers[4]));
        }

        String text() {
            return part + "/" + seq + "/" + first + "/" + lines + "/" + chunks;
        }
    }

    /**
     * Makes the chunks of the next ledger row, unless enough chunks wait.
     *
     * @param enough waiting chunks
     */
    public void feed(Job job, RecordParser parser, int enough) throws SQLException {
        boolean hasEnough = database.read(
                connection -> isComplete(connection, job.id()) || chunkTable.waiting(connection, job.id()) >= enough);
        if (hasEnough) {
            return;
        }
        BitSet undone = undoneRecords.of(job);
        database.inTransaction(connection -> {
            boolean wanted = jobs.locked(connection, job.id())
                            .filter(found -> found.state() == JobState.RUNNING)
                            .isPresent()
                    && !isComplete(connection, job.id())
                    && chunkTable.waiting(connection, job.id()) < enough;
            if (wanted) {
                Cursor cursor = Cursor.of(jobs.undoCursor(connection, job.id()).orElseThrow());
                Optional<Ledger.Row> row = before(connection, String.valueOf(job.undoOf()), cursor);
                String next = row.isEmpty()
                        ? END
                        : make(connection, job, parser, row.get(), cursor, undone)
                                .text();
                jobs.setUndoCursor(connection, job.id(), next);
            }
            return wanted;
        });
    }

    /** Whether all chunks of an undo job are made. */
    public boolean isComplete(String jobId) throws SQLException {
        return database.read(connection -> isComplete(connection, jobId));
    }

    /** Whether all chunks of an undo job are made; true for a job that does not exist any more. */
    public boolean isComplete(Connection connection, String jobId) throws SQLException {
        return jobs.undoCursor(connection, jobId).map(END::equals).orElse(true);
    }

    private Optional<Ledger.Row> before(Connection connection, String jobId, Cursor at) throws SQLException {
        return ledger.before(connection, jobId, at.part(), at.seq(), at.first(), CHANGES);
    }

    private Cursor make(
            Connection connection, Job job, RecordParser parser, Ledger.Row row, Cursor cursor, BitSet undone)
            throws SQLException {
        Map<String, BeforeImage> byRecord = new HashMap<>();
        Optional<UndoImages.Block> block =
                images.of(connection, String.valueOf(job.undoOf()), row.part(), row.seq(), row.first());
        block.ifPresent(found -> found.images().forEach(image -> byRecord.put(image.line() + "/" + image.id(), image)));
        List<Outcome> outcomes = new ArrayList<>(RecordResult.outcomes(row.results()));
        Collections.reverse(outcomes);
        List<Entry> entries = new ArrayList<>(outcomes.size());
        List<StoredRecord> records = new ArrayList<>(outcomes.size());
        long number = cursor.lines();
        for (Outcome outcome : outcomes) {
            boolean created = outcome.status() == OutcomeStatus.CREATED;
            if (!created && outcome.status() != OutcomeStatus.UPDATED) {
                continue;
            }
            String id = Objects.requireNonNull(outcome.id());
            String key = outcome.key().orElse(null);
            String type = block.map(UndoImages.Block::type).orElse(null);
            BeforeImage image = byRecord.get(outcome.position().line() + "/" + id);
            byte[] text = undone.get(Math.toIntExact(number + 1))
                    ? UndoParser.undone(key, type, id, created, image)
                    : UndoParser.text(key, type, id, created, image);
            Entry entry = parser.parse(text, 0, text.length, new Position(++number));
            entries.add(entry);
            records.add(StoredRecord.of(entry, Optional.of(text)));
        }
        int chunks = cursor.chunks();
        int first = 0;
        for (List<Entry> sameKind : Chunker.byKind(entries)) {
            int end = first + sameKind.size();
            while (first < end) {
                int next = first + size(entries.subList(first, end));
                NewChunk chunk = NewChunk.of(
                        job.id(), job.id(), PART, chunks++, entries.subList(first, next), records.subList(first, next));
                chunkTable.add(connection, chunk, ChunkState.PENDING);
                first = next;
            }
        }
        return new Cursor(row.part(), row.seq(), row.first(), number, chunks);
    }

    /** How many of these entries the next chunk takes, at least 1. */
    private static int size(List<Entry> entries) {
        int slowParts = 0;
        int restored = 0;
        int size = 0;
        for (Entry entry : entries) {
            if (entry instanceof Entry.Readable readable && readable.item() instanceof UndoRecord undo) {
                slowParts += undo.slowParts();
                restored += undo.created() ? 0 : 1;
            }
            if (size == MAX_CHUNK_SIZE || size > 0 && (slowParts > Chunker.MAX_SLOW_PARTS || restored > MAX_RESTORED)) {
                break;
            }
            size++;
        }
        return size;
    }
}
