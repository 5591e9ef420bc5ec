package org.millrace.bulk.rest;

import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.Metrics;
import io.quarkus.arc.Arc;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSessionFactory;
import org.millrace.bulk.chunk.ChunkGate;
import org.millrace.bulk.chunk.Outage;
import org.millrace.bulk.chunk.StoredIds;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobSettings;
import org.millrace.bulk.job.QueuePolicy;
import org.millrace.bulk.pace.Pace;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.Rehearsal;
import org.millrace.bulk.writer.StoredUserIds;
import org.millrace.bulk.writer.copy.CopyUserWriter;
import org.millrace.bulk.writer.model.ModelUserWriter;
import org.millrace.bulk.writer.model.UserListener;
import org.millrace.server.Database;
import org.millrace.server.Transactions;

/** What all imports of this node share: threads, the gate, the database, and how many there may be. Safe for any thread. */
public final class BulkImport implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BulkImport.class);

    /** Through the model, a chunk keeps its entities in memory and its transaction open: smaller is better there. */
    private static final int MODEL_CHUNK_SIZE = 100;

    private static final long SHUTDOWN_SECONDS = 8;
    private static final long IDLE_SECONDS = 60;

    private final ImportSettings settings;
    private final JobSettings jobSettings;
    private final QueuePolicy queues;
    private final KeycloakSessionFactory sessions;
    private final Semaphore watchers;
    private final Transactions transactions;
    private final Pace pace;
    private final ExecutorService threads;
    private final Semaphore imports;
    private final ImportMeters meters;
    private volatile boolean stopping;
    private volatile @Nullable Database database;
    private @Nullable Jobs jobs;

    /** Starts the import's threads. */
    public BulkImport(
            ImportSettings settings, JobSettings jobSettings, QueuePolicy queues, KeycloakSessionFactory sessions) {
        this.settings = settings;
        this.jobSettings = jobSettings;
        this.queues = queues;
        this.sessions = sessions;
        this.watchers = new Semaphore(jobSettings.maxWatchers());
        this.transactions = new Transactions(sessions);
        this.pace = settings.writers().isPresent()
                ? Pace.fixed(settings.writers().getAsInt())
                : Pace.adaptive(Arc.container().instance(AgroalDataSource.class).get());
        this.threads = threads(pace.gate().ceiling());
        this.imports = new Semaphore(settings.maxImports());
        this.meters = new ImportMeters(Metrics.globalRegistry, pace.gate());
    }

    /** As many as may ever write; those that have had nothing to do for a while end. */
    private static ExecutorService threads(int most) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static ThreadFactory threads() {
        ClassLoader loader = BulkImport.class.getClassLoader();
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "millrace-import-" + number.incrementAndGet());
            thread.setContextClassLoader(loader);
            thread.setDaemon(true);
            return thread;
        };
    }

    ImportSettings settings() {
        return settings;
    }

    JobSettings jobSettings() {
        return jobSettings;
    }

    QueuePolicy queues() {
        return queues;
    }

    /** One permit for each client that may follow jobs at once. */
    Semaphore watchers() {
        return watchers;
    }

    Transactions transactions() {
        return transactions;
    }

    ChunkGate gate() {
        return pace.gate();
    }

    ExecutorService executor() {
        return threads;
    }

    ImportMeters meters() {
        return meters;
    }

    boolean isStopping() {
        return stopping;
    }

    /** The right to run one import; empty if there are too many. */
    Optional<Admission> admit() {
        return imports.tryAcquire() ? Optional.of(new Admission(imports)) : Optional.empty();
    }

    /**
     * The writer that suits the database, and what may be done to users who exist.
     *
     * @param federated whether the realm has users in other stores
     * @param dryRun whether all is rolled back
     * @param listener if users are to be written one by one, so that somebody can be told of each
     */
    UserWriting userWriting(ImportScope scope, boolean federated, boolean dryRun, Optional<UserListener> listener)
            throws SQLException {
        Database target = database();
        boolean throughModel = isThroughModel(scope.onConflict(), federated, listener.isPresent());
        Rehearsal rehearsal =
                dryRun ? Rehearsal.of(scope.onConflict().isChanging(), settings.maxDryRunBytes()) : Rehearsal.none();
        StoredIds stored = new StoredUserIds(transactions, target, scope.realmId());
        if (!throughModel) {
            return new UserWriting(
                    new CopyUserWriter(transactions, target, scope, rehearsal, InstantSource.system()),
                    stored,
                    settings.chunkSize(),
                    false);
        }
        UserListener told = dryRun ? UserListener.NONE : listener.orElse(UserListener.NONE);
        return new UserWriting(
                new ModelUserWriter(transactions, target, scope, rehearsal, told, InstantSource.system()),
                stored,
                modelChunkSize(),
                scope.onConflict().isChanging());
    }

    /** Whether users go one by one through Keycloak's model. */
    private boolean isThroughModel(OnConflict onConflict, boolean federated, boolean listened) throws SQLException {
        // What is changed of users from other stores has to be changed there too, which only the model does.
        return !database().isPostgres() || listened || federated && onConflict.isChanging();
    }

    private int modelChunkSize() {
        return Math.min(MODEL_CHUNK_SIZE, settings.chunkSize());
    }

    /** Records a chunk of a job where nobody asked for a number. */
    int chunkSize(JobOptions options, boolean federated) throws SQLException {
        boolean listened = options.events() == JobOptions.Events.EACH;
        return isThroughModel(options.onConflict(), federated, listened) ? modelChunkSize() : settings.chunkSize();
    }

    /**
     * How users are written.
     *
     * @param chunkSize records a transaction where nobody asked for a number
     * @param oneByOne whether chunks must be written one after the other, as the writer does it on its node
     */
    record UserWriting(TransactionalWriter writer, StoredIds stored, int chunkSize, boolean oneByOne) {}

    /** An outage of the database that an import may come to see. */
    Outage outage() {
        return new Outage(settings.outage(), this::isStopping, System::nanoTime, LockSupport::parkNanos);
    }

    /** What keeps jobs and works on them. */
    synchronized Jobs jobs() throws SQLException {
        Jobs known = jobs;
        if (known == null) {
            known = Jobs.of(this, jobSettings, database(), sessions);
            jobs = known;
        }
        return known;
    }

    /** Forgets the jobs of a realm, in the transaction that removes it. */
    void forgetRealm(String realmId) {
        try {
            jobs().store().removeRealm(realmId);
        } catch (SQLException e) {
            throw new IllegalStateException("the jobs of a realm cannot be removed", e);
        }
    }

    /** Begins to work on jobs; to be called once the database has its tables. */
    void startJobs() {
        try {
            jobs().runner().start();
            meters.countJobs(jobs().runner()::openJobs);
        } catch (SQLException e) {
            LOG.error("This node does not work on jobs: the database cannot be reached", e);
        }
    }

    private Database database() throws SQLException {
        Database known = database;
        if (known == null) {
            known = Database.behind(
                    Arc.container().instance(AgroalDataSource.class).get());
            database = known;
        }
        return known;
    }

    /** Begins no further chunk, and waits for those that are being written. */
    @Override
    public void close() {
        stopping = true;
        pace.close();
        closeJobs();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "Chunks are still being written while the server stops; the database rolls back what is cut off");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void closeJobs() {
        if (jobs != null) {
            jobs.runner().close();
        }
    }
}
