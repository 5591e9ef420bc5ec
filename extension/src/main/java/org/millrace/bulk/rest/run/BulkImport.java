package org.millrace.bulk.rest.run;

import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.Metrics;
import io.quarkus.arc.Arc;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.Outage;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.RetryPolicy;
import org.millrace.bulk.chunk.run.ImportThreads;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.source.SourceFormats;
import org.millrace.bulk.format.source.Sources;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobSupport;
import org.millrace.bulk.job.queue.QueuePolicy;
import org.millrace.bulk.job.run.JobRunner;
import org.millrace.bulk.job.run.JobSettings;
import org.millrace.bulk.password.HashFormats;
import org.millrace.bulk.password.PasswordCounts;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.registry.EntityWriters;
import org.millrace.bulk.rest.setting.ImportSettings;
import org.millrace.bulk.throttle.ImportThrottle;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.server.Database;
import org.millrace.server.Transactions;
import org.millrace.server.caller.Caller;

/**
 * Shared state of all imports of this node: threads, the limiter, the database, and the permits. Thread-safe.
 *
 * <p>One long class: what one node shares has one owner, which starts and ends it.
 */
public final class BulkImport implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BulkImport.class);

    private static final long SHUTDOWN_SECONDS = 8;

    /** Records a transaction if each may be hashed: at a fifth of a second each, it ends well within five minutes. */
    public static final int MAX_WRAPPED = 200;

    private final ImportSettings settings;
    private final JobSettings jobSettings;
    private final QueuePolicy queues;
    private final JobSupport jobSupport;
    private final KeycloakSessionFactory sessions;
    private final ImportPermits watchers;
    private final Transactions transactions;
    private final ImportThrottle pace;
    private final ExecutorService threads;
    private final AdmissionControl admissions;
    private final ImportMeters meters;
    private final PasswordCounts passwordCounts = new PasswordCounts();
    private final RecordParsers parsers;
    private volatile boolean stopping;
    private volatile @Nullable Database database;
    private @Nullable Jobs jobs;

    /** Starts the import's threads. */
    public BulkImport(
            ImportSettings settings, JobSettings jobSettings, QueuePolicy queues, KeycloakSessionFactory sessions) {
        this.settings = settings;
        this.jobSettings = jobSettings;
        this.queues = queues;
        this.jobSupport = JobSupport.ofServer();
        this.parsers = new RecordParsers(settings.recordLimits());
        this.sessions = sessions;
        this.watchers = new ImportPermits(
                jobSettings.maxWatchers(), jobSettings.limits().maxWatchersPerUser());
        this.transactions = new Transactions(sessions);
        this.pace = settings.writers().isPresent()
                ? ImportThrottle.fixed(settings.writers().getAsInt())
                : ImportThrottle.adaptive(
                        Arc.container().instance(AgroalDataSource.class).get(),
                        this::database,
                        jobSupport == JobSupport.AVAILABLE,
                        1 + settings.loginGuardPercent() / 100.0);
        this.threads = ImportThreads.pool(pace.gate().maximum());
        this.admissions = new AdmissionControl(settings, this::isStopping);
        this.meters = new ImportMeters(
                Metrics.globalRegistry,
                pace.gate(),
                EntityTypes.all().stream().map(EntityType::name).toList());
    }

    /** The operator's settings of imports. */
    public ImportSettings settings() {
        return settings;
    }

    /** The operator's settings of jobs. */
    public JobSettings jobSettings() {
        return jobSettings;
    }

    /** The work queues that the operator allows. */
    public QueuePolicy queues() {
        return queues;
    }

    /** The systems whose exports can be imported as they come. */
    public Sources sources() {
        return settings.sources();
    }

    /** Readers of a source's exports; empty for Keycloak's own representations. */
    public Optional<SourceFormats> source(String source, RecordParser parser) {
        return settings.sources().formats(source, parser, settings.recordLimits(), HashFormats::isSupported);
    }

    /** Whether this server keeps jobs. */
    public JobSupport jobSupport() {
        return jobSupport;
    }

    /** One place for each client that may follow jobs at the same time. */
    public ImportPermits watchers() {
        return watchers;
    }

    /** Transactions in sessions of their own. */
    public Transactions transactions() {
        return transactions;
    }

    /** The limit on transactions that import at the same time. */
    public ConcurrencyLimiter gate() {
        return pace.gate();
    }

    /** The threads of imports. */
    public ExecutorService executor() {
        return threads;
    }

    /** Counts of passwords that are still imported hashes. */
    public PasswordCounts passwordCounts() {
        return passwordCounts;
    }

    /** Limits the imports that run at the same time. */
    public AdmissionControl admissions() {
        return admissions;
    }

    /** Parsers of records, for requests and for jobs. */
    public RecordParsers parsers() {
        return parsers;
    }

    /** The meters of imports. */
    public ImportMeters meters() {
        return meters;
    }

    /** Whether the server is being stopped. */
    public boolean isStopping() {
        return stopping;
    }

    /** Options of a job; for matching by email, the stricter of the option and the operator's setting. */
    public ImportScope scope(String realmId, Caller caller, JobOptions options) {
        return new ImportScope(realmId, caller, options.onConflict(), options.validation())
                .wrappingWeakHashes(options.wrapWeakHashes())
                .ofUsers(options.matchByEmail().and(settings.matchByEmail()), options.defaults());
    }

    /**
     * Parameters of an import for its writers.
     *
     * @param federated whether the realm has user federation
     * @param dryRun whether all is rolled back
     * @param events begins an admin event, if each record has one
     */
    public WritingRequest request(
            ImportScope scope,
            boolean federated,
            boolean dryRun,
            Optional<Function<KeycloakSession, AdminEventBuilder>> events)
            throws SQLException {
        return new WritingRequest(
                transactions,
                database(),
                scope.checkingForeignKeys(settings.foreignKeyChecks()),
                federated,
                dryRun,
                events,
                scope.wrapsWeakHashes() ? Math.min(settings.chunkSize(), MAX_WRAPPED) : settings.chunkSize(),
                settings.maxDryRunBytes());
    }

    /** How often a direct import, or all jobs of this node, repeat a transaction. */
    public RetryPolicy retries() {
        return new RetryPolicy(
                new Outage(settings.outage(), this::isStopping, System::nanoTime, LockSupport::parkNanos),
                LockSupport::parkNanos);
    }

    /** What keeps jobs and works on them. */
    public synchronized Jobs jobs() throws SQLException {
        Jobs known = jobs;
        if (known == null) {
            known = Jobs.of(this, jobSettings, database(), sessions);
            jobs = known;
        }
        return known;
    }

    /** Deletes the jobs of a realm, in the transaction that removes it. */
    public void forgetRealm(String realmId) {
        if (jobSupport != JobSupport.AVAILABLE) {
            return;
        }
        try {
            jobs().deletion().removeRealm(realmId);
        } catch (SQLException e) {
            throw new IllegalStateException("the jobs of a realm cannot be removed", e);
        }
    }

    /** Begins to work on jobs and checks the tables; to be called once the database has its tables. Does not wait for the database. */
    public void serverStarted() {
        StartupChecks checks = new StartupChecks(this);
        checks.version();
        threads.execute(checks::tables);
        threads.execute(checks::passwords);
        if (jobSupport == JobSupport.AVAILABLE) {
            startJobs();
        } else {
            LOG.infof("Jobs are not available: %s", jobSupport.detail());
        }
    }

    /** Why COPY is not used for an entity because of the schema; empty also if the database is unreachable. */
    public Optional<String> schemaMismatch(String entity) {
        try {
            return EntityWriters.schemaMismatch(entity, database());
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The tables cannot be checked now", RedactedException.of(e));
            return Optional.empty();
        }
    }

    private void startJobs() {
        try {
            jobs().runner().start();
            meters.countJobs(jobs().runner()::openJobs);
        } catch (SQLException e) {
            LOG.error("Jobs are not processed on this node: the database cannot be reached", RedactedException.of(e));
        }
    }

    /** Keycloak's database, connected on first use. */
    public Database database() throws SQLException {
        Database known = database;
        if (known == null) {
            known = Database.behind(
                    Arc.container().instance(AgroalDataSource.class).get());
            database = known;
        }
        return known;
    }

    /**
     * Starts no further chunk, while the server still has all services that running chunks need: its caches stop before
     * {@link #close()}.
     */
    public void stop() {
        stopping = true;
        Optional<JobRunner> runner = runner();
        runner.ifPresent(JobRunner::stop);
        pace.close();
        runner.ifPresent(JobRunner::close);
    }

    /** Starts no further chunk, and waits for the running ones. */
    @Override
    public void close() {
        stop();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "Shutdown timeout: chunks are still being written; the database rolls back interrupted transactions");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<JobRunner> runner() {
        return Optional.ofNullable(jobs).map(Jobs::runner);
    }
}
