package org.millrace.bulk.job;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.ChunkExecutor;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.Outage;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.RetryPolicy;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.Transactions;

/**
 * Processes running jobs, in the same way on every node: threads of its own claim chunks and write them. After a restart, jobs
 * continue without a request. Thread-safe.
 */
public final class JobRunner implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(JobRunner.class);

    /** Delay until a worker notices a raised limit. */
    private static final Duration NOT_NEEDED = Duration.ofMillis(500);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** Number of writers for each additional worker that claims, reads or decompresses chunks. */
    private static final int WRITERS_A_READER = 4;

    private static final long SHUTDOWN_SECONDS = 8;

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
    private final ConcurrencyLimiter gate;
    private final ExecutorService threads;
    private final int workers;

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch working;
    private final LeaseRenewer leaseRenewer;
    private final JobCompletion end;
    private final Semaphore news = new Semaphore(0);
    private volatile Set<String> running = Set.of();
    private volatile long lookedNanos = System.nanoTime();
    /** Whether the last search for work failed: a lasting failure is logged once. */
    private volatile boolean troubled;

    /**
     * Creates the runner; nothing runs before {@link #start()}.
     *
     * @param gate admits each transaction; a few more chunks are read and decompressed meanwhile
     * @param maxOutage how long a chunk waits for an unreachable database before it is released
     * @param node displayed name of the node
     */
    public JobRunner(
            JobSettings settings,
            QueuePolicy queues,
            JobDatabase database,
            JobStore jobs,
            PartStore parts,
            JobWriting writing,
            Transactions transactions,
            ConcurrencyLimiter gate,
            Duration maxOutage,
            String node) {
        this.settings = settings;
        this.database = database;
        this.jobs = jobs;
        JobLifecycle life = new JobLifecycle(database, jobs);
        this.open = new OpenJobs(life, writing, transactions);
        this.ledger = new Ledger(database);
        ClaimedBatches claimedBatches = new ClaimedBatches(database, jobs);
        WorkQueues known = new WorkQueues(queues);
        this.acknowledgements = new Acknowledgements(database, jobs, ledger, claimedBatches, known, settings.lease());
        this.feed = new WorkQueueFeed(claimedBatches, acknowledgements, known);
        this.undo = new UndoFeed(database, jobs);
        DryRunOwners dryRuns = new DryRunOwners(database, ledger, settings.lease());
        this.claims = new ChunkClaims(database, jobs, ledger, dryRuns, new ChunkClaims.Worker(node, settings.lease()));
        Outage outage = new Outage(maxOutage, () -> stopping.getCount() == 0, System::nanoTime, this::pause);
        ChunkExecutor executor = new ChunkExecutor(gate, new RetryPolicy(outage, this::pause));
        this.work = new ChunkWork(database, claims, executor, settings.attempts(), stopping);
        this.gate = gate;
        this.workers = workersFor(gate.maximum());
        this.working = new CountDownLatch(workers);
        this.leaseRenewer = new LeaseRenewer(settings, database, jobs, parts, claims, dryRuns);
        this.end = new JobCompletion(database, jobs, life, ledger, claims, writing, transactions);
        this.threads = Executors.newFixedThreadPool(workers + 1, threads());
    }

    private void pause(long nanos) {
        try {
            if (stopping.await(nanos, TimeUnit.NANOSECONDS)) {
                LOG.debug("The node stops, so that chunks are released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Number of workers for this number of concurrently written chunks, including one that waits at the limiter. */
    private static int workersFor(int writing) {
        return writing + 1 + writing / WRITERS_A_READER;
    }

    private static ThreadFactory threads() {
        ClassLoader loader = JobRunner.class.getClassLoader();
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "millrace-job-" + number.incrementAndGet());
            thread.setContextClassLoader(loader);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Begins to work; the tables have to be there. */
    public void start() {
        for (int i = 0; i < workers; i++) {
            int place = i;
            threads.execute(() -> {
                try {
                    work(place);
                } finally {
                    working.countDown();
                }
            });
        }
        // Chunks that are still being written keep their leases until the last worker is done.
        threads.execute(() -> leaseRenewer.keep(working, open::dryRuns));
    }

    /** Signals that there may be work, so that workers need not wait for their next poll. */
    public void wake() {
        news.release(workersFor(gate.limit()));
    }

    /** How many jobs this node works on. */
    public int openJobs() {
        return open.size();
    }

    private void work(int place) {
        while (stopping.getCount() > 0) {
            try {
                if (place >= workersFor(gate.limit())) {
                    // Not needed at present; the remaining workers poll for work.
                    if (stopping.await(NOT_NEEDED.toMillis(), TimeUnit.MILLISECONDS)) {
                        return;
                    }
                    continue;
                }
                boolean worked = round();
                if (!worked && news.tryAcquire(settings.poll().toMillis(), TimeUnit.MILLISECONDS)) {
                    LOG.trace("Woken");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (SQLException | RuntimeException | Error e) { // A worker that ends would be missed until a restart.
                if (rest(e)) {
                    return;
                }
            }
        }
    }

    /** The database may be away for minutes: this is no failure of a job. */
    private void complain(String what, Throwable e) {
        if (troubled || DatabaseFaults.isUnreachable(e)) {
            LOG.debug(what, RedactedException.of(e));
        } else {
            LOG.warn(what, RedactedException.of(e));
        }
        troubled = true;
    }

    /** Pauses after a failure; true if the node is stopping. */
    private boolean rest(Throwable e) {
        complain("Work on jobs was interrupted and will be resumed", e);
        try {
            return stopping.await(settings.poll().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** One chunk of each running job; false if there was none to be had. */
    private boolean round() throws SQLException, InterruptedException {
        List<Job> found = jobs.running();
        noteRunning(found);
        open.retain(running);
        feed.retain(running);
        acknowledgements.retain(running);
        if (found.isEmpty()) {
            claims.forgetKeys();
        }
        boolean worked = false;
        boolean trouble = false;
        acknowledgeRest();
        for (Job job : found) {
            try {
                if (stopping.getCount() > 0) {
                    worked |= workOn(job);
                }
            } catch (SQLException | RuntimeException e) {
                // The jobs behind it are not to wait for this one.
                complain("Job " + job.id() + " failed to make progress and will be retried", e);
                trouble = true;
            }
        }
        troubled = trouble;
        return worked && !trouble;
    }

    private void noteRunning(List<Job> found) {
        running = found.stream().map(Job::id).collect(Collectors.toUnmodifiableSet());
        lookedNanos = System.nanoTime();
    }

    /** Whether a job still runs: a chunk may be deferred for long, without a search for work meanwhile. */
    private boolean goesOn(String jobId) {
        try {
            if (System.nanoTime() - lookedNanos > LOOK_AGAIN.toNanos()) {
                noteRunning(jobs.running());
            }
        } catch (SQLException e) {
            LOG.debug("What a job is at is not known; its chunks will tell", RedactedException.of(e));
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
        int enough = workersFor(gate.limit());
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
            work.run(claim, at.writing(), options.dryRun(), () -> goesOn(job.id()));
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

    /** Begins nothing more. */
    public void stop() {
        stopping.countDown();
        wake();
    }

    /** Begins no further chunk, and waits for those being written; other nodes continue the jobs. */
    @Override
    public void close() {
        stop();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Chunks of jobs are still being written while the server stops; they will be done elsewhere");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        open.retain(Set.of());
    }
}
