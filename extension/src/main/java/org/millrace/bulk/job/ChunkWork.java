package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailure;
import org.millrace.bulk.chunk.ChunkGate;
import org.millrace.bulk.chunk.Outcome;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.Redacted;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/**
 * Brings a claimed chunk to its end, or gives it back. Each transaction writes the rows of some records, their outcomes and how far
 * the chunk is; a chunk that the database refuses is halved until the culprit stands alone. What is not known for certain, as after a
 * lost connection, is read from the database by whoever claims the chunk next. Safe for any thread.
 */
final class ChunkWork {
    private static final Logger LOG = Logger.getLogger(ChunkWork.class);

    /** Deadlocks and serialization failures end with the transaction that won. */
    private static final int RETRIES = 8;

    /** A record that fails alone, for a reason that nobody foresaw, does not keep those behind it for ever. */
    private static final int ATTEMPTS_ALONE = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration OUTAGE_PAUSE = Duration.ofSeconds(1);

    private final JobDatabase database;
    private final ChunkClaims claims;
    private final ChunkGate gate;
    private final int maxAttempts;
    private final CountDownLatch stopping;

    /**
     * Work on this node.
     *
     * @param maxAttempts how often a chunk is begun before its records fail
     * @param stopping counted down when the node stops
     */
    ChunkWork(JobDatabase database, ChunkClaims claims, ChunkGate gate, int maxAttempts, CountDownLatch stopping) {
        this.database = database;
        this.claims = claims;
        this.gate = gate;
        this.maxAttempts = maxAttempts;
        this.stopping = stopping;
    }

    /**
     * Works on a chunk.
     *
     * @param goesOn whether the next transaction may begin
     * @throws SQLException if the database cannot be asked; the claim runs out by itself then
     * @throws InterruptedException if the node stops
     */
    void run(Claim claim, JobWriting.Opened job, boolean dryRun, BooleanSupplier goesOn)
            throws SQLException, InterruptedException {
        Optional<List<StoredRecord>> records = claims.records(claim);
        if (records.isEmpty()) {
            // The job was deleted, or its realm.
            return;
        }
        try {
            new Progress(claim, records.get(), job, dryRun, goesOn).run();
        } catch (LostLease e) {
            LOG.infof("Job %s: %s; it goes on elsewhere", claim.jobId(), e.getMessage());
        }
    }

    /** One chunk on its way. */
    private final class Progress {
        private final Claim claim;
        private final List<Entry> entries;
        private final Set<Position> repeatable;
        private final JobWriting.Opened job;
        private final boolean dryRun;
        private final BooleanSupplier goesOn;
        private final boolean divisible;
        private int done;
        private int size;
        private long errorsLeft;
        private int tries;
        private boolean halved;

        private Progress(
                Claim claim,
                List<StoredRecord> records,
                JobWriting.Opened job,
                boolean dryRun,
                BooleanSupplier goesOn) {
            this.claim = claim;
            this.entries =
                    records.stream().map(each -> each.entry(job.parser())).toList();
            this.repeatable = records.stream()
                    .filter(StoredRecord::isRepeatable)
                    .map(StoredRecord::position)
                    .collect(Collectors.toSet());
            this.job = job;
            this.dryRun = dryRun;
            this.goesOn = goesOn;
            this.divisible = new Chunk(entries).isDivisible();
            this.done = claim.done();
            this.size = entries.size() - done;
            this.errorsLeft = claim.errorsLeft();
        }

        private void run() throws SQLException, InterruptedException {
            if (claim.attempts() > maxAttempts) {
                String detail = "Its chunk was begun " + maxAttempts + " times without success";
                Violation violation = new Violation("attempts-used-up", null, detail, true);
                settle(Outcomes.ofEach(next(), item -> failed(item, violation)));
            }
            while (done < entries.size()) {
                if (isToStop()) {
                    claims.release(claim, false);
                    return;
                }
                if (!step()) {
                    return;
                }
            }
        }

        private boolean isToStop() {
            return stopping.getCount() == 0 || !goesOn.getAsBoolean();
        }

        private Chunk next() {
            return new Chunk(entries.subList(done, done + size), errorsLeft);
        }

        /** One transaction; false if the chunk was given back. */
        private boolean step() throws SQLException, InterruptedException {
            try {
                advance(write());
                return true;
            } catch (ChunkFailure failure) {
                return failed(next(), failure);
            } catch (LostLease e) {
                throw e;
            } catch (RuntimeException e) {
                return unforeseen(e);
            }
        }

        /** Nothing is written, and there are no outcomes, if the job is to stop by the time that the gate lets the chunk through. */
        private List<Outcome> write() throws ChunkFailure, SQLException, InterruptedException {
            try (ChunkGate.Permit permit = gate.enter(claim.jobId(), size)) {
                if (isToStop()) {
                    return List.of();
                }
                size = divisible ? Math.min(size, permit.records()) : size;
                Chunk chunk = next();
                List<Outcome> outcomes =
                        dryRun ? job.writer().write(chunk) : job.writer().write(chunk, new Commit(done));
                permit.written();
                if (dryRun) {
                    claims.settle(claim, done, outcomes);
                }
                return outcomes;
            }
        }

        private boolean failed(Chunk chunk, ChunkFailure failure) throws SQLException, InterruptedException {
            LOG.debugf(Redacted.of(failure), "Job %s: a chunk of %d was refused", claim.jobId(), chunk.size());
            if (!failure.claims().isEmpty()) {
                // It may have been committed all the same: the next claim sees what is true.
                return giveBack(true, FIRST_PAUSE);
            }
            tries++;
            return switch (failure.fault()) {
                case UNREACHABLE -> giveBack(false, OUTAGE_PAUSE);
                case TRANSIENT -> tries <= RETRIES ? pause() : halve() || giveBack(true, FIRST_PAUSE);
                case RECORD -> tries == 1 && !halved || halve() || settle(List.of(rejected(chunk, failure)));
                case DATABASE -> {
                    LOG.errorf(
                            Redacted.of(failure), "Job %s: %d records were not written", claim.jobId(), chunk.size());
                    yield settle(Outcomes.ofEach(chunk, item -> failed(item, failure.violation())));
                }
            };
        }

        private boolean halve() {
            if (size == 1) {
                return false;
            }
            size /= 2;
            halved = true;
            return true;
        }

        private boolean unforeseen(RuntimeException e) throws SQLException, InterruptedException {
            LOG.errorf(Redacted.of(e), "Job %s: a chunk failed, attempt %d", claim.jobId(), claim.attempts());
            if (halve()) {
                return true;
            }
            if (claim.attempts() < ATTEMPTS_ALONE) {
                return giveBack(true, OUTAGE_PAUSE);
            }
            Violation violation =
                    new Violation("internal-error", null, "An unforeseen error; see the server's log", true);
            return settle(Outcomes.ofEach(next(), item -> failed(item, violation)));
        }

        private boolean giveBack(boolean counted, Duration pause) throws SQLException, InterruptedException {
            stopped(pause);
            claims.release(claim, counted);
            return false;
        }

        private boolean pause() throws InterruptedException {
            return !stopped(FIRST_PAUSE.multipliedBy(1L << Math.min(tries, 6))) || stopping.getCount() == 0;
        }

        private boolean stopped(Duration within) throws InterruptedException {
            return stopping.await(within.toMillis(), TimeUnit.MILLISECONDS);
        }

        /** Writes down outcomes that no rows go with. */
        private boolean settle(List<Outcome> outcomes) throws SQLException {
            claims.settle(claim, done, outcomes);
            advance(outcomes);
            return true;
        }

        private void advance(List<Outcome> outcomes) {
            LOG.debugf(
                    "Job %s: %d records of chunk %d of part %d are done, from place %d",
                    claim.jobId(), outcomes.size(), claim.seq(), claim.part(), done);
            job.committed().accept(outcomes);
            done += outcomes.size();
            errorsLeft -= outcomes.stream().filter(Outcome::isProblem).count();
            size = entries.size() - done;
            tries = 0;
        }

        /** What goes with the rows of the records from this place on. */
        private final class Commit implements ChunkCommit {
            private final int first;

            private Commit(int first) {
                this.first = first;
            }

            @Override
            public void begun(Connection connection) throws SQLException {
                database.guard(connection);
            }

            @Override
            public void written(Connection connection, List<Outcome> outcomes) throws SQLException {
                boolean forgettable = outcomes.stream().noneMatch(Progress::isWanted);
                claims.settle(connection, claim, first, outcomes, forgettable);
            }
        }

        /** Whether the record may be asked for again. */
        private static boolean isWanted(Outcome outcome) {
            return outcome.isProblem() || outcome instanceof Outcome.Unprocessed;
        }

        private Outcome failed(ImportRecord item, Violation violation) {
            if (violation.retryable() && repeatable.contains(item.position())) {
                return new Outcome.PutOff(item.position(), item.key(), violation.code());
            }
            return new Outcome.Failed(item.position(), item.key(), List.of(violation), item.warnings());
        }

        private static Outcome rejected(Chunk chunk, ChunkFailure failure) {
            Entry entry = chunk.entries().get(0);
            return entry instanceof Entry.Readable readable
                    ? Outcomes.rejected(readable.item(), List.of(failure.violation()))
                    : Outcomes.unreadable((Entry.Unreadable) entry);
        }
    }
}
