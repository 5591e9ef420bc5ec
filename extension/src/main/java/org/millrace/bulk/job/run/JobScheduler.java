package org.millrace.bulk.job.run;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.ChunkExecutor;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.chunk.Claim;
import org.millrace.bulk.job.chunk.Ledger;
import org.millrace.bulk.job.part.JobDeletion;
import org.millrace.bulk.job.queue.Acknowledgements;
import org.millrace.bulk.job.queue.ClaimedBatches;
import org.millrace.bulk.job.queue.QueuePolicy;
import org.millrace.bulk.job.queue.WorkQueueFeed;
import org.millrace.bulk.job.queue.WorkQueues;
import org.millrace.bulk.job.undo.UndoFeed;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.Transactions;

/** Divides the workers of this node among the running jobs: in each round a worker takes one chunk of each. Thread-safe. */
final class JobScheduler implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(JobScheduler.class);

    private static final Duration RECHECK_INTERVAL = Duration.ofSeconds(1);

    private final JobSettings settings;
    private final JobDatabase database;
    private final JobStore jobs;
    private final OpenJobs open;
    private final Ledger ledger;
    private final Acknowledgements acknowledgements;
    private final WorkQueueFeed feed;
    private final UndoFeed undo;
    private final AtomicLong restAcknowledged = new AtomicLong(System.nanoTime());
    private final ChunkClaims claims;
    private final ChunkWork work;
    private final LeaseRenewer leaseRenewer;
    private final JobCompletion end;
    private final CountDownLatch stopping;
    private final IntSupplier workers;
    private volatile Set<String> running = Set.of();
    private volatile long lookedNanos = System.nanoTime();
    /** Whether the last search for work failed: a lasting failure is logged once. */
    private volatile boolean lastRoundFailed;

    /**
     * Creates the scheduler of a node.
     *
     * @param workers the number of workers that are needed at present
     * @param stopping counted down when the node stops
     * @param node displayed name of the node
     */
    JobScheduler(
            JobSettings settings,
            QueuePolicy queues,
            JobDatabase database,
            JobStore jobs,
            JobDeletion deletion,
            JobWriting writing,
            Transactions transactions,
            ChunkExecutor executor,
            IntSupplier workers,
            CountDownLatch stopping,
            String node) {
        this.settings = settings;
        this.database = database;
        this.jobs = jobs;
        this.workers = workers;
        this.stopping = stopping;
        JobLifecycle life = new JobLifecycle(database);
        this.open = new OpenJobs(life, writing, transactions);
        this.ledger = new Ledger(database);
        ClaimedBatches claimedBatches = new ClaimedBatches(database);
        WorkQueues known = new WorkQueues(queues);
        this.acknowledgements = new Acknowledgements(database, jobs, ledger, claimedBatches, known, settings.lease());
        this.feed = new WorkQueueFeed(claimedBatches, acknowledgements, known);
        this.undo = new UndoFeed(database);
        DryRunOwners dryRuns = new DryRunOwners(database, ledger, settings.lease());
        this.claims = new ChunkClaims(database, ledger, dryRuns, new ChunkClaims.Worker(node, settings.lease()));
        ChunkProgress progress = new ChunkProgress(database, ledger);
        this.work = new ChunkWork(database, progress, executor, settings.attempts(), stopping);
        this.leaseRenewer =
                new LeaseRenewer(settings, database, new UndoExpiry(database, life), deletion, claims, dryRuns);
        this.end = new JobCompletion(database, life, ledger, claims, writing, transactions);
    }

    /** Renews the leases of claimed chunks until all workers have ended. */
    void keepLeases(CountDownLatch working) {
        leaseRenewer.keep(working, open::dryRuns);
    }

    /** How many jobs this node works on. */
    int openJobs() {
        return open.size();
    }

    /** One chunk of each running job; false if there was none to be had. */
    boolean round() throws SQLException, InterruptedException {
        List<Job> found = jobs.running();
        noteRunning(found);
        open.retain(running);
        feed.retain(running);
        acknowledgements.retain(running);
        if (found.isEmpty()) {
            claims.forgetKeys();
        }
        boolean worked = false;
        boolean failed = false;
        acknowledgeRest();
        for (Job job : found) {
            try {
                if (stopping.getCount() > 0) {
                    worked |= workOn(job);
                }
            } catch (SQLException | RuntimeException e) {
                // The jobs behind it are not to wait for this one.
                logFailure("Job " + job.id() + " failed to make progress and will be retried", e);
                failed = true;
            }
        }
        lastRoundFailed = failed;
        return worked && !failed;
    }

    private void noteRunning(List<Job> found) {
        running = found.stream().map(Job::id).collect(Collectors.toUnmodifiableSet());
        lookedNanos = System.nanoTime();
    }

    /** Whether a job still runs: a chunk may be deferred for long, without a search for work meanwhile. */
    private boolean isRunning(String jobId) {
        try {
            if (System.nanoTime() - lookedNanos > RECHECK_INTERVAL.toNanos()) {
                noteRunning(jobs.running());
            }
        } catch (SQLException e) {
            LOG.debug(
                    "State of the job could not be read; the chunk continues under its lease", RedactedException.of(e));
        }
        return running.contains(jobId);
    }

    /** One thread does it, at a lower rate than the search for work. */
    private void acknowledgeRest() {
        long now = System.nanoTime();
        long before = restAcknowledged.get();
        if (now - before < settings.poll().toNanos() || !restAcknowledged.compareAndSet(before, now)) {
            return;
        }
        acknowledgements.sendRest();
    }

    private boolean workOn(Job job) throws SQLException, InterruptedException {
        Optional<OpenJobs.OpenJob> opened = open.of(job);
        if (opened.isEmpty()) {
            return false;
        }
        OpenJobs.OpenJob at = opened.get();
        // Some may be changed while the job runs.
        JobOptions options = JobOptions.read(job.options());
        String source = job.source();
        int enough = workers.getAsInt();
        if (job.undoOf() != null) {
            undo.feed(job, at.writing().parser(), enough);
        }
        if (source != null) {
            feed.feed(job, source, at.writing().parser(), options.chunkSize(), enough);
        }
        if (claims.hasAllWriters(job.id(), options)) {
            return false;
        }
        Claiming claiming = claims.claim(job.id(), at.writing().oneByOne(), at.dryRunOwner());
        if (claiming instanceof Claiming.Done) {
            boolean isFed =
                    source == null ? job.undoOf() == null || undo.isComplete(job.id()) : feed.isDrained(job, source);
            if (isFed || hasTooManyErrors(job, options)) {
                end.finish(job);
            }
            return false;
        }
        if (!(claiming instanceof Claiming.Granted granted)) {
            return false;
        }
        Claim claim = granted.claim();
        if (claim.attempts() > 1 && !open.mayRepeat(job)) {
            return false;
        }
        leaseRenewer.add(claim);
        try {
            work.run(claim, at.writing(), options.dryRun(), () -> isRunning(job.id()));
        } finally {
            leaseRenewer.remove(claim);
        }
        return true;
    }

    private boolean hasTooManyErrors(Job job, JobOptions options) throws SQLException {
        return options.maxErrors() != Long.MAX_VALUE
                && database.read(connection -> ledger.totals(connection, job.id()))
                                .problems()
                        >= options.maxErrors();
    }

    /** Logs a failure. The database may be away for minutes: this is no failure of a job. */
    void logFailure(String what, Throwable e) {
        if (lastRoundFailed || DatabaseFaults.isUnreachable(e)) {
            LOG.debug(what, RedactedException.of(e));
        } else {
            LOG.warn(what, RedactedException.of(e));
        }
        lastRoundFailed = true;
    }

    /** Closes what the node holds for its jobs. */
    @Override
    public void close() {
        open.retain(Set.of());
    }
}
