package org.millrace.bulk.job.run;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.ChunkExecutor;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.Outage;
import org.millrace.bulk.chunk.RetryPolicy;
import org.millrace.bulk.job.JobDatabase;
import org.millrace.bulk.job.JobStore;
import org.millrace.bulk.job.part.JobDeletion;
import org.millrace.bulk.job.queue.QueuePolicy;
import org.millrace.server.DaemonThreads;
import org.millrace.server.Transactions;

/**
 * Processes running jobs, in the same way on every node: threads of its own claim chunks and write them. After a restart, jobs
 * continue without a request. Thread-safe.
 */
public final class JobRunner implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(JobRunner.class);

    /** Delay until a worker notices a raised limit. */
    private static final Duration NOT_NEEDED = Duration.ofMillis(500);

    /** Number of writers for each additional worker that claims, reads or decompresses chunks. */
    private static final int WRITERS_A_READER = 4;

    private static final long SHUTDOWN_SECONDS = 8;

    private final JobSettings settings;
    private final JobScheduler scheduler;
    private final ConcurrencyLimiter gate;
    private final ExecutorService threads;
    private final int workers;

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch working;
    private final Semaphore news = new Semaphore(0);

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
            JobDeletion deletion,
            JobWriting writing,
            Transactions transactions,
            ConcurrencyLimiter gate,
            Duration maxOutage,
            String node) {
        this.settings = settings;
        this.gate = gate;
        this.workers = workersFor(gate.maximum());
        this.working = new CountDownLatch(workers);
        Outage outage = new Outage(maxOutage, () -> stopping.getCount() == 0, System::nanoTime, this::pause);
        this.scheduler = new JobScheduler(
                settings,
                queues,
                database,
                jobs,
                deletion,
                writing,
                transactions,
                new ChunkExecutor(gate, new RetryPolicy(outage, this::pause)),
                () -> workersFor(gate.limit()),
                stopping,
                node);
        this.threads = Executors.newFixedThreadPool(workers + 1, DaemonThreads.numbered("millrace-job-"));
    }

    private void pause(long nanos) {
        try {
            if (stopping.await(nanos, TimeUnit.NANOSECONDS)) {
                LOG.debug("The node is stopping; chunks are released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Number of workers for this number of concurrently written chunks, including one that waits at the limiter. */
    private static int workersFor(int writing) {
        return writing + 1 + writing / WRITERS_A_READER;
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
        threads.execute(() -> scheduler.keepLeases(working));
    }

    /** Signals that there may be work, so that workers need not wait for their next poll. */
    public void wake() {
        news.release(workersFor(gate.limit()));
    }

    /** How many jobs this node works on. */
    public int openJobs() {
        return scheduler.openJobs();
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
                boolean worked = scheduler.round();
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

    /** Pauses after a failure; true if the node is stopping. */
    private boolean rest(Throwable e) {
        scheduler.logFailure("Job processing failed; retrying", e);
        try {
            return stopping.await(settings.poll().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
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
                LOG.warn(
                        "Shutdown timeout: chunks of jobs are still being written; their leases expire and other nodes retry them");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scheduler.close();
    }
}
