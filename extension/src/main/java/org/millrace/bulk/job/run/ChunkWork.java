package org.millrace.bulk.job.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkExecutor;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.chunk.Claim;
import org.millrace.bulk.job.chunk.RecordResult;
import org.millrace.bulk.job.chunk.StoredRecord;
import org.millrace.bulk.job.undo.UndoImages;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.undo.BeforeImages;
import org.millrace.bulk.undo.CreatedEntities;
import org.millrace.bulk.undo.EntityRows;

/**
 * Writes claimed chunks, or releases them. Each transaction writes the rows of some records, their outcomes and the progress of the
 * chunk, so that a commit whose result is unknown needs no look-up: the next claim of the chunk reads its progress. Safe for use by
 * several threads.
 */
final class ChunkWork {
    private static final Logger LOG = Logger.getLogger(ChunkWork.class);

    /** Claims of a chunk after which a record that fails alone and unexpectedly gets its outcome. */
    private static final int ATTEMPTS_ALONE = 3;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final JobDatabase database;
    private final ChunkProgress progress;
    private final UndoImages undoImages;
    private final ChunkExecutor executor;
    private final int maxAttempts;
    private final CountDownLatch stopping;

    /**
     * The executor of chunks on this node.
     *
     * @param maxAttempts claims of a chunk after which its records fail
     * @param stopping counted down when the node stops
     */
    ChunkWork(
            JobDatabase database,
            ChunkProgress progress,
            ChunkExecutor executor,
            int maxAttempts,
            CountDownLatch stopping) {
        this.database = database;
        this.progress = progress;
        this.undoImages = new UndoImages(database);
        this.executor = executor;
        this.maxAttempts = maxAttempts;
        this.stopping = stopping;
    }

    /**
     * Processes a chunk.
     *
     * @param active whether the next transaction may begin
     * @throws SQLException if the database does not answer; the claim then expires
     * @throws InterruptedException if the node stops
     */
    void run(Claim claim, JobWriting.Opened job, boolean dryRun, BooleanSupplier active)
            throws SQLException, InterruptedException {
        Optional<List<StoredRecord>> records = progress.records(claim);
        if (records.isEmpty()) {
            // The job or its realm was deleted.
            return;
        }
        try {
            new ClaimedChunk(claim, records.get(), job, dryRun, active).run();
        } catch (LeaseLostException e) {
            LOG.infof("Job %s: lease lost: %s", claim.jobId(), e.getMessage());
        }
    }

    /** The remaining records of a chunk. */
    private final class ClaimedChunk implements ChunkExecutor.Target<SQLException> {
        private final Claim claim;
        private final Chunk rest;
        private final Set<Position> repeatable;
        private final JobWriting.Opened job;
        private final boolean dryRun;
        private final BooleanSupplier active;
        private boolean released;

        private ClaimedChunk(
                Claim claim,
                List<StoredRecord> records,
                JobWriting.Opened job,
                boolean dryRun,
                BooleanSupplier active) {
            this.claim = claim;
            List<Entry> entries =
                    records.stream().map(each -> each.entry(job.parser())).toList();
            this.rest = new Chunk(entries.subList(claim.done(), entries.size()), claim.errorsLeft());
            this.repeatable = records.stream()
                    .filter(StoredRecord::isRepeatable)
                    .map(StoredRecord::position)
                    .collect(Collectors.toSet());
            this.job = job;
            this.dryRun = dryRun;
            this.active = active;
        }

        private void run() throws SQLException, InterruptedException {
            if (claim.attempts() > maxAttempts) {
                String detail = "The chunk failed " + maxAttempts + " times, the maximum of the setting job-attempts";
                Violation violation = new Violation("attempts-used-up", null, detail, true);
                fail(0, rest, violation);
                return;
            }
            int done = executor.run(claim.jobId(), rest, this);
            if (done < rest.size() && !released) {
                progress.release(claim, false);
            }
        }

        @Override
        public boolean isActive() {
            return stopping.getCount() > 0 && active.getAsBoolean();
        }

        @Override
        public List<Outcome> write(int first, Chunk entries) throws ChunkFailedException, SQLException {
            if (dryRun) {
                List<Outcome> outcomes = job.writer().write(entries);
                keep(first, RecordResult.decided(outcomes));
                return outcomes;
            }
            List<Outcome> outcomes = job.writer().write(entries, new Commit(claim.done() + first));
            job.committed().accept(outcomes);
            LOG.debugf(
                    "Job %s: %d records of chunk %d of part %d written",
                    claim.jobId(), outcomes.size(), claim.seq(), claim.part());
            return outcomes;
        }

        private void keep(int first, List<RecordResult> results) throws SQLException {
            progress.settle(claim, claim.done() + first, results);
            job.committed().accept(RecordResult.outcomes(results));
        }

        @Override
        public void reject(int index, Outcome outcome) throws SQLException {
            keep(index, List.of(new RecordResult.Decided(outcome)));
        }

        @Override
        public long fail(int first, Chunk entries, Violation violation) throws SQLException {
            List<RecordResult> results = new ArrayList<>(entries.size());
            long problems = 0;
            for (Entry entry : entries.entries()) {
                RecordResult result = problems < entries.maxProblems()
                        ? failed(entry, violation)
                        : new RecordResult.Decided(Outcomes.unprocessed(entry));
                if (result instanceof RecordResult.Decided decided
                        && decided.outcome().isProblem()) {
                    problems++;
                }
                results.add(result);
            }
            keep(first, results);
            return problems;
        }

        private RecordResult failed(Entry entry, Violation violation) {
            if (!(entry instanceof Entry.Readable readable)) {
                return new RecordResult.Decided(Outcomes.unreadable((Entry.Unreadable) entry));
            }
            return violation.retryable() && repeatable.contains(entry.position())
                    ? new RecordResult.Deferred(entry.position(), violation.code())
                    : new RecordResult.Decided(Outcomes.failed(readable.item(), violation));
        }

        @Override
        public boolean defer(ChunkFailedException failure) throws SQLException, InterruptedException {
            ChunkFailedException.Fault fault = failure.fault();
            if (fault == ChunkFailedException.Fault.UNEXPECTED && claim.attempts() >= ATTEMPTS_ALONE) {
                return false;
            }
            boolean stopped = stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            boolean counted =
                    !stopped && (!failure.claims().isEmpty() || fault != ChunkFailedException.Fault.UNREACHABLE);
            progress.release(claim, counted);
            released = true;
            return true;
        }

        /** The work that is committed with the rows of the records from one index on. */
        private final class Commit implements ChunkCommit {
            private final int first;
            private final Optional<BeforeImages> images;
            private @Nullable ForeignKeyChecks foreignKeyChecks;

            private Commit(int first) {
                this.first = first;
                this.images = job.keepsImages() ? Optional.of(new BeforeImages()) : Optional.empty();
            }

            @Override
            public Optional<BeforeImages> images() {
                return images;
            }

            @Override
            public void begun(Connection connection) throws SQLException {
                database.guard(connection);
            }

            @Override
            public void foreignKeysChecked(ForeignKeyChecks how) {
                foreignKeyChecks = how;
            }

            @Override
            public void written(Connection connection, List<Outcome> outcomes) throws SQLException {
                boolean forgettable = outcomes.stream().noneMatch(ClaimedChunk::isWanted);
                progress.settle(connection, claim, first, RecordResult.decided(outcomes), forgettable);
                if (foreignKeyChecks != null) {
                    progress.addChecks(connection, claim, first, foreignKeyChecks);
                }
                boolean hasChanges = outcomes.stream()
                        .anyMatch(each -> each instanceof Outcome.Created || each instanceof Outcome.Updated);
                if (images.isPresent() && hasChanges) {
                    add(connection, outcomes, images.get());
                }
            }

            private void add(Connection connection, List<Outcome> outcomes, BeforeImages written) throws SQLException {
                String type = job.types().apply(rest);
                List<BeforeImage> all = new ArrayList<>(written.all());
                Optional<EntityRows> rows = EntityTypes.rowsOf(type);
                if (rows.isPresent()) {
                    all.addAll(CreatedEntities.images(
                            connection, database::table, type, rows.get(), created(outcomes), written.all()));
                }
                undoImages.add(
                        connection, claim, first, type, written.newScopes().addTo(all, connection, database::table));
            }
        }

        /** The lines of the records that created entities, by the ids of these. */
        private static Map<String, Long> created(List<Outcome> outcomes) {
            Map<String, Long> lines = new LinkedHashMap<>();
            for (Outcome outcome : outcomes) {
                if (outcome instanceof Outcome.Created created) {
                    lines.put(created.id(), created.position().line());
                }
            }
            return lines;
        }

        /** Whether the record may be requested again. */
        private static boolean isWanted(Outcome outcome) {
            return outcome.isProblem() || outcome instanceof Outcome.Unprocessed;
        }
    }
}
