package org.millrace.bulk.job.part;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.run.Chunker;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobConflictException;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobState;
import org.millrace.bulk.job.JobTable;
import org.millrace.bulk.job.PartTable;
import org.millrace.bulk.job.chunk.ChunkState;
import org.millrace.bulk.job.chunk.ChunkTable;
import org.millrace.bulk.job.chunk.NewChunk;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.bulk.job.report.CsvHeaders;
import org.millrace.bulk.job.report.Notices;
import org.millrace.bulk.record.field.FieldUse;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.Database;

/**
 * Stores the parts of open jobs: records are divided into chunks as they arrive, each kept as one compressed block. The part
 * belongs to the job once it is complete. Memory holds one chunk. Thread-safe.
 */
public final class PartStore {
    private final JobDatabase database;
    private final JobTable jobs;
    private final ChunkTable chunks;
    private final PartTable parts;
    private final JobDeletion deletion;

    /** Parts in this database. */
    public PartStore(JobDatabase database, JobDeletion deletion) {
        this.database = database;
        this.jobs = new JobTable(database);
        this.chunks = new ChunkTable(database);
        this.parts = new PartTable(database);
        this.deletion = deletion;
    }

    /**
     * A stored part.
     *
     * @param replaced whether a part with this number existed
     * @param notImported sections of an export file that are not imported
     * @param notices messages about the part, each once
     * @param fields fields of another system's export, and where each goes
     */
    public record Stored(
            long records, boolean replaced, List<String> notImported, List<Violation> notices, List<FieldUse> fields) {
        public Stored {
            fields = List.copyOf(fields);
            notices = List.copyOf(notices);
            notImported = List.copyOf(notImported);
        }
    }

    /** A condition on a body after it was read to its end. */
    @FunctionalInterface
    public interface Check {
        /** @throws IOException if the condition is violated; the part is then deleted */
        void run() throws IOException;
    }

    /**
     * Stores a part. It replaces an earlier one of the same number once it is complete; until then, and if it ends prematurely,
     * the earlier one stays.
     *
     * @param reader reads the body
     * @param captured the parser that the reader uses
     * @param joins whether the reader marks users and password hashes that are to be joined
     * @param chunkSize maximum number of records of a chunk
     * @param maxBytes upper bound for the stored bytes of the job's owner
     * @param atEnd runs after the last record
     * @throws IOException if the body ends prematurely or violates the condition
     * @throws JobConflictException if the job is not open any more, or too many bytes are stored
     */
    public Stored put(
            String jobId,
            int part,
            RecordReader reader,
            CapturingParser captured,
            boolean joins,
            int chunkSize,
            long maxBytes,
            Check atEnd)
            throws IOException, SQLException, JobConflictException {
        String upload = UUID.randomUUID().toString();
        begin(upload, jobId, part);
        boolean complete = false;
        Optional<PasswordHashJoin> join =
                joins ? Optional.of(new PasswordHashJoin(database, upload, jobId, part)) : Optional.empty();
        try {
            long records = store(upload, jobId, part, reader, captured, join, chunkSize, maxBytes);
            atEnd.run();
            List<String> notImported = reader.passedOver();
            List<Violation> notices = new ArrayList<>(reader.notices());
            join.ifPresent(hashes -> notices.addAll(hashes.notices()));
            PartTable.Content content = new PartTable.Content(
                    records,
                    notImported.isEmpty() ? null : String.join("\n", notImported),
                    reader.columns().isEmpty() ? null : CsvHeaders.text(reader.columns()),
                    notices.isEmpty() ? null : Notices.write(notices));
            boolean replaced = complete(upload, jobId, part, content, join, maxBytes);
            complete = true;
            return new Stored(records, replaced, notImported, notices, reader.fields());
        } finally {
            if (!complete) {
                deletion.deleteIncompletePart(upload);
            }
        }
    }

    private void begin(String upload, String jobId, int part) throws SQLException {
        database.inTransaction(connection -> {
            parts.begin(connection, upload, jobId, part, Database.now(connection));
            return true;
        });
    }

    private long store(
            String upload,
            String jobId,
            int part,
            RecordReader reader,
            CapturingParser captured,
            Optional<PasswordHashJoin> join,
            int chunkSize,
            long maxBytes)
            throws IOException, SQLException, JobConflictException {
        // Outcomes are not needed while a part arrives, so chunks are filled however slowly the client sends.
        Chunker chunker = new Chunker(new Patient(reader), chunkSize, () -> 0);
        long records = 0;
        long bytes = 0;
        int seq = 0;
        for (Optional<Chunk> next = chunker.next(); next.isPresent(); next = chunker.next()) {
            List<Entry> entries = next.get().entries();
            List<StoredRecord> stored = new ArrayList<>(entries.size());
            for (Entry entry : entries) {
                stored.add(StoredRecord.of(entry, captured.take(entry)));
            }
            if (join.isPresent()) {
                PasswordHashJoin.Joined joined = join.get().join(entries, stored);
                entries = joined.entries();
                stored = joined.records();
                bytes += joined.bytes();
            }
            if (entries.isEmpty()) {
                continue;
            }
            NewChunk chunk = NewChunk.of(upload, jobId, part, seq++, entries, stored);
            bytes += chunk.bytes();
            if (bytes > maxBytes) {
                throw tooManyBytes(maxBytes);
            }
            insert(chunk);
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
            chunks.add(connection, chunk, ChunkState.ARRIVING);
            requireKept(parts.grow(connection, chunk.uploadId(), chunk.bytes(), Database.now(connection)));
            return true;
        });
    }

    private boolean complete(
            String upload,
            String jobId,
            int part,
            PartTable.Content content,
            Optional<PasswordHashJoin> join,
            long maxBytes)
            throws SQLException, JobConflictException {
        AtomicReference<@Nullable JobConflictException> conflict = new AtomicReference<>();
        // Others may have stored parts at the same time. The part is removed again by the caller.
        AtomicBoolean tooMany = new AtomicBoolean();
        Optional<Boolean> replaced = database.inTransaction(connection -> {
            Optional<Job> job = jobs.locked(connection, jobId);
            if (job.isEmpty() || job.get().state() != JobState.OPEN) {
                return Optional.<Boolean>empty();
            }
            Optional<JobConflictException> unjoined =
                    join.isPresent() ? join.get().conflict(connection) : Optional.empty();
            if (unjoined.isPresent()) {
                conflict.set(unjoined.get());
                return Optional.of(false);
            }
            String owner = job.get().ownerId();
            if (owner != null && parts.ofUser(connection, owner).bytes() > maxBytes) {
                tooMany.set(true);
                return Optional.of(false);
            }
            List<String> before = parts.arrived(connection, jobId, part);
            for (String each : before) {
                deletion.removePart(connection, each);
            }
            chunks.release(connection, upload);
            requireKept(parts.complete(connection, upload, content, Database.now(connection)));
            return Optional.of(!before.isEmpty());
        });
        JobConflictException found = conflict.get();
        if (found != null) {
            throw found;
        }
        if (tooMany.get()) {
            throw tooManyBytes(maxBytes);
        }
        return replaced.orElseThrow(
                () -> new JobConflictException("job-not-open", "Job " + jobId + " no longer accepts parts"));
    }

    private static JobConflictException tooManyBytes(long maxBytes) {
        return new JobConflictException(
                "too-many-bytes",
                "Stored parts of the user's jobs would exceed " + maxBytes + " bytes (setting max-job-bytes-per-user); "
                        + "start open jobs, or delete finished jobs that have a retry file");
    }

    /** An upload that takes too long counts as abandoned: another node deletes its first records. */
    private static void requireKept(boolean kept) throws SQLException {
        if (!kept) {
            throw new SQLException("an incomplete part was deleted during its upload");
        }
    }
}
