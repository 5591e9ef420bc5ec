package org.millrace.bulk.job;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.Chunker;
import org.millrace.bulk.chunk.Redacted;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/**
 * Takes the parts of open jobs into the database: records are cut into chunks as they arrive, each kept as one packed block, and
 * the part becomes the job's when all of it is there. Memory holds one chunk. Safe for any thread.
 */
public final class PartStore {
    private static final Logger LOG = Logger.getLogger(PartStore.class);

    private final JobDatabase database;
    private final JobStore jobs;

    /** Parts in this database. */
    public PartStore(JobDatabase database, JobStore jobs) {
        this.database = database;
        this.jobs = jobs;
    }

    /**
     * A part that is the job's now.
     *
     * @param replaced whether there was one with this number before
     * @param notImported sections of an export file that are not imported
     */
    public record Stored(long records, boolean replaced, List<String> notImported) {
        public Stored {
            notImported = List.copyOf(notImported);
        }
    }

    /** What has to be true of a body when it was read to its end. */
    @FunctionalInterface
    public interface Check {
        /** @throws IOException if it is not what it should be; the part is forgotten then */
        void run() throws IOException;
    }

    /**
     * Takes a part. It replaces an earlier one of the same number once it is there completely; until then, and if it breaks off, the
     * earlier one stays.
     *
     * @param reader reads the body
     * @param captured the parser that the reader uses
     * @param chunkSize most records of a chunk
     * @param atEnd is run behind the last record
     * @throws IOException if the body breaks off or does not pass the check
     * @throws JobConflict if the job is not open any more
     */
    public Stored put(String jobId, int part, RecordReader reader, CapturingParser captured, int chunkSize, Check atEnd)
            throws IOException, SQLException, JobConflict {
        String upload = UUID.randomUUID().toString();
        begin(upload, jobId, part);
        boolean complete = false;
        try {
            long records = store(upload, jobId, part, reader, captured, chunkSize);
            atEnd.run();
            List<String> notImported = reader.passedOver();
            boolean replaced = complete(upload, jobId, part, records, notImported);
            complete = true;
            return new Stored(records, replaced, notImported);
        } finally {
            if (!complete) {
                forget(upload);
            }
        }
    }

    private void begin(String upload, String jobId, int part) throws SQLException {
        database.inTransaction(connection -> new Sql(
                        connection,
                        "INSERT INTO " + database.part()
                                + " (UPLOAD_ID, JOB_ID, PART, ARRIVED, TOUCHED_AT) VALUES (?, ?, ?, 0, ?)",
                        upload,
                        jobId,
                        part,
                        Database.now(connection))
                .update());
    }

    private long store(
            String upload, String jobId, int part, RecordReader reader, CapturingParser captured, int chunkSize)
            throws IOException, SQLException {
        // Nobody waits for outcomes here: chunks are filled however slowly the client sends.
        Chunker chunker = new Chunker(new Patient(reader), chunkSize, () -> 0);
        long records = 0;
        int seq = 0;
        for (Optional<Chunk> next = chunker.next(); next.isPresent(); next = chunker.next()) {
            List<Entry> entries = next.get().entries();
            List<StoredRecord> stored = new ArrayList<>(entries.size());
            for (Entry entry : entries) {
                stored.add(StoredRecord.of(entry, captured.take(entry)));
            }
            insert(NewChunk.of(upload, jobId, part, seq++, entries, stored));
            records += entries.size();
        }
        return records;
    }

    /** A reader that waits for its client as long as the body's own patience lasts. */
    private record Patient(RecordReader reader) implements RecordReader {
        @Override
        public Optional<Entry> next() throws IOException {
            return reader.next();
        }

        @Override
        public boolean wouldWait() {
            return false;
        }
    }

    private void insert(NewChunk chunk) throws SQLException {
        database.inTransaction(connection -> {
            chunk.insert(connection, database, ChunkClaims.ARRIVING);
            requireKept(new Sql(
                            connection,
                            "UPDATE " + database.part() + " SET TOUCHED_AT = ? WHERE UPLOAD_ID = ?",
                            Database.now(connection),
                            chunk.uploadId())
                    .update());
            return true;
        });
    }

    private boolean complete(String upload, String jobId, int part, long records, List<String> notImported)
            throws SQLException, JobConflict {
        Optional<Boolean> replaced = database.inTransaction(connection -> {
            Optional<Job> job = jobs.locked(connection, jobId);
            if (job.isEmpty() || job.get().state() != JobState.OPEN) {
                return Optional.<Boolean>empty();
            }
            List<String> before = new Sql(
                            connection,
                            "SELECT UPLOAD_ID FROM " + database.part()
                                    + " WHERE JOB_ID = ? AND PART = ? AND ARRIVED = 1",
                            jobId,
                            part)
                    .all(row -> row.getString(1));
            for (String each : before) {
                remove(connection, each);
            }
            new Sql(connection, "UPDATE " + database.chunk() + " SET STATE = 0 WHERE UPLOAD_ID = ?", upload).update();
            requireKept(new Sql(
                            connection,
                            "UPDATE " + database.part()
                                    + " SET ARRIVED = 1, RECORDS = ?, NOT_IMPORTED = ?, TOUCHED_AT = ? WHERE UPLOAD_ID = ?",
                            records,
                            notImported.isEmpty() ? null : String.join("\n", notImported),
                            Database.now(connection),
                            upload)
                    .update());
            return Optional.of(!before.isEmpty());
        });
        return replaced.orElseThrow(() -> new JobConflict("job-not-open", "The job takes no parts any more"));
    }

    /** A part that came too slowly was taken for one that broke off, and its first records are gone. */
    private static void requireKept(int rows) throws SQLException {
        if (rows != 1) {
            throw new SQLException("a part was forgotten while it arrived");
        }
    }

    /** What is left of a part that did not arrive is of no use, and may hold passwords. */
    private void forget(String upload) {
        try {
            database.inTransaction(connection -> {
                remove(connection, upload);
                return true;
            });
        } catch (SQLException e) {
            LOG.warn(
                    "A part that broke off cannot be removed now; it will be with what is forgotten later",
                    Redacted.of(e));
        }
    }

    /** Forgets parts that broke off, and of which nothing has come since that time. */
    int removeAbandoned(long then) throws SQLException {
        List<String> abandoned = database.read(connection -> new Sql(
                        connection,
                        "SELECT UPLOAD_ID FROM " + database.part() + " WHERE ARRIVED = 0 AND TOUCHED_AT < ?",
                        then)
                .all(row -> row.getString(1)));
        abandoned.forEach(this::forget);
        return abandoned.size();
    }

    private void remove(Connection connection, String upload) throws SQLException {
        new Sql(connection, "DELETE FROM " + database.block() + " WHERE UPLOAD_ID = ?", upload).update();
        new Sql(connection, "DELETE FROM " + database.chunk() + " WHERE UPLOAD_ID = ?", upload).update();
        new Sql(connection, "DELETE FROM " + database.part() + " WHERE UPLOAD_ID = ?", upload).update();
    }
}
