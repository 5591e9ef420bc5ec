package org.millrace.bulk.rest;

import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.Metrics;
import io.quarkus.arc.Arc;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.UserManager;
import org.keycloak.models.UserModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.ImportThreads;
import org.millrace.bulk.chunk.Outage;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.RetryPolicy;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.entity.WritingRequest;
import org.millrace.bulk.format.OperationParser;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.source.SourceFormats;
import org.millrace.bulk.format.source.Sources;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.job.JobRunner;
import org.millrace.bulk.job.JobSettings;
import org.millrace.bulk.job.JobSupport;
import org.millrace.bulk.job.QueuePolicy;
import org.millrace.bulk.password.PasswordCounts;
import org.millrace.bulk.password.UnverifiablePasswords;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.registry.EntityWriters;
import org.millrace.bulk.registry.UndoWriting;
import org.millrace.bulk.throttle.ImportThrottle;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OrphanedRows;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.server.Caller;
import org.millrace.server.Database;
import org.millrace.server.Transactions;
import org.millrace.server.problem.Problem;

/** Shared state of all imports of this node: threads, the limiter, the database, and the permits. Thread-safe. */
public final class BulkImport implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BulkImport.class);

    private static final long SHUTDOWN_SECONDS = 8;
    private static final long IDLE_SECONDS = 60;
    private static final int RETRY_AFTER_SECONDS = 5;

    /** Records a transaction if each may be hashed: at a fifth of a second each, it ends well within five minutes. */
    static final int MAX_WRAPPED = 200;

    private final ImportSettings settings;
    private final JobSettings jobSettings;
    private final QueuePolicy queues;
    private final JobSupport jobSupport;
    private final Sources sources;
    private final KeycloakSessionFactory sessions;
    private final ImportPermits watchers;
    private final Transactions transactions;
    private final ImportThrottle pace;
    private final ExecutorService threads;
    private final ImportPermits imports;
    private final ImportMeters meters;
    private final PasswordCounts passwordCounts = new PasswordCounts();
    private final Map<String, RecordParser> parsers = new ConcurrentHashMap<>();
    private final RecordParser undoParser = UndoWriting.parser();
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
        this.sources = settings.sourceMappings().map(Sources.builtIn()::with).orElseGet(Sources::builtIn);
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
        this.threads = threads(pace.gate().maximum());
        this.imports =
                new ImportPermits(settings.maxImports(), settings.limits().maxImportsPerUser());
        this.meters = new ImportMeters(
                Metrics.globalRegistry,
                pace.gate(),
                EntityTypes.all().stream().map(EntityType::name).toList());
    }

    /** Threads up to the maximum of writers; idle ones end after a while. */
    private static ExecutorService threads(int most) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new ImportThreads(BulkImport.class.getClassLoader()));
        threads.allowCoreThreadTimeOut(true);
        return threads;
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

    /** The systems whose exports can be imported as they come. */
    Sources sources() {
        return sources;
    }

    /**
     * Checks that records of an entity can come from a source.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 400 otherwise
     */
    void requireSource(String source, String entity) {
        if (source.equals(ImportOptions.KEYCLOAK)) {
            return;
        }
        if (!sources.names().contains(source)) {
            throw invalidSource("There is no source \"" + source + "\"; sources are " + ImportOptions.KEYCLOAK + ", "
                    + String.join(", ", sources.names()));
        }
        if (!entity.equals("users")) {
            throw invalidSource(
                    "A source other than " + ImportOptions.KEYCLOAK + " has users only; import it into users");
        }
    }

    private static RuntimeException invalidSource(String detail) {
        return new Problem(400, "invalid-parameter", "A query parameter is unknown or has no such value", detail)
                .exception();
    }

    /** Readers of a source's exports; empty for Keycloak's own representations. */
    Optional<SourceFormats> source(String source, RecordParser parser) {
        return sources.formats(source, parser, settings.recordLimits());
    }

    /** Whether this server keeps jobs. */
    JobSupport jobSupport() {
        return jobSupport;
    }

    /** One place for each client that may follow jobs at the same time. */
    ImportPermits watchers() {
        return watchers;
    }

    Transactions transactions() {
        return transactions;
    }

    ConcurrencyLimiter gate() {
        return pace.gate();
    }

    ExecutorService executor() {
        return threads;
    }

    PasswordCounts passwordCounts() {
        return passwordCounts;
    }

    ImportMeters meters() {
        return meters;
    }

    boolean isStopping() {
        return stopping;
    }

    /**
     * The right to run one import.
     *
     * @param userId of the caller
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 429 if too many run, or of 503 if the server stops
     */
    Admission admit(String userId) {
        if (stopping) {
            throw later(503, "shutting-down", "The server is about to stop", "Send it to another node, or later");
        }
        return switch (imports.take(userId)) {
            case TAKEN -> new Admission(imports, userId);
            case ALL_TAKEN ->
                throw later(
                        429,
                        "too-many-imports",
                        "Too many imports are running",
                        "This node runs " + settings.maxImports() + " imports at the same time");
            case USER_HAS_ENOUGH ->
                throw later(
                        429,
                        "too-many-imports",
                        "Too many imports are running",
                        "One user can run " + settings.limits().maxImportsPerUser()
                                + " imports at the same time on this node");
        };
    }

    private static RuntimeException later(int status, String code, String title, String detail) {
        return new WebApplicationException(
                code,
                new Problem(status, code, title, detail)
                        .response()
                        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                        .build());
    }

    /** Options of a job; for matching by email, the stricter of the option and the operator's setting. */
    ImportScope scope(String realmId, Caller caller, JobOptions options) {
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
    WritingRequest request(
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

    /**
     * Reads records of an entity. Safe for any thread.
     *
     * @throws IllegalStateException if this version does not import it, as may be of a job that another one made
     */
    RecordParser parser(String entity) {
        return parsers.computeIfAbsent(
                entity,
                name -> new OperationParser(
                        settings.recordLimits(), EntityTypes.required(name).parser(settings.recordLimits())));
    }

    /** Reads the stored records of a job. Safe for use by several threads. */
    RecordParser jobParser(Job job) {
        return job.undoOf() == null ? parser(job.entity()) : undoParser;
    }

    /** How often a direct import, or all jobs of this node, repeat a transaction. */
    RetryPolicy retries() {
        return new RetryPolicy(
                new Outage(settings.outage(), this::isStopping, System::nanoTime, LockSupport::parkNanos),
                LockSupport::parkNanos);
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

    /** Deletes the jobs of a realm, in the transaction that removes it. */
    void forgetRealm(String realmId) {
        if (jobSupport != JobSupport.AVAILABLE) {
            return;
        }
        try {
            jobs().store().removeRealm(realmId);
        } catch (SQLException e) {
            throw new IllegalStateException("the jobs of a realm cannot be removed", e);
        }
    }

    /** Deletes, soon and on another thread, the rows that imports wrote for entities while they were removed. */
    void deleteOrphans(Map<ReferencedRows.Table, Set<String>> removed) {
        try {
            threads.execute(() -> {
                try {
                    OrphanedRows orphans = new OrphanedRows(database());
                    orphans.delete(removed);
                    orphans.serviceAccounts(removed.getOrDefault(ReferencedRows.Table.CLIENT, Set.of()))
                            .forEach(this::removeServiceAccount);
                } catch (SQLException | RuntimeException e) {
                    LOG.warn("Rows that refer to removed entities were not deleted", RedactedException.of(e));
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("The server is about to stop", e);
        }
    }

    /** A client may be removed while its service account is imported; Keycloak removes one with the other. */
    private void removeServiceAccount(OrphanedRows.ServiceAccount account) {
        transactions().inRealm(account.realmId(), (session, realm) -> {
            UserModel user = session.users().getUserById(realm, account.userId());
            return user != null && new UserManager(session).removeUser(realm, user);
        });
    }

    /** Begins to work on jobs and checks the tables; to be called once the database has its tables. Does not wait for the database. */
    void serverStarted() {
        threads.execute(this::checkTables);
        threads.execute(this::checkPasswords);
        if (jobSupport == JobSupport.AVAILABLE) {
            startJobs();
        } else {
            LOG.infof("Jobs are not available: %s", jobSupport.detail());
        }
    }

    /** Logs imported passwords that this version cannot verify: their users would get no reason. */
    private void checkPasswords() {
        try {
            UnverifiablePasswords.warning(database()).ifPresent(LOG::warn);
        } catch (SQLException | RuntimeException e) {
            LOG.info("Imported passwords could not be checked at the start", RedactedException.of(e));
        }
    }

    /** Logs the entities whose records do not go through COPY because a table is not as COPY needs it. */
    private void checkTables() {
        try {
            Database own = database();
            for (EntityType type : EntityTypes.all()) {
                if (EntityWriters.canCopy(type.name())) {
                    EntityWriters.schemaMismatch(type.name(), own)
                            .ifPresent(reason -> LOG.warnf(
                                    "COPY is not used for %s: %s. Imports write them through Keycloak's model, which is slower.",
                                    type.name(), reason));
                }
            }
        } catch (SQLException | RuntimeException e) {
            LOG.warn(
                    "The tables could not be checked at the start; the first import checks them",
                    RedactedException.of(e));
        }
    }

    /** Why COPY is not used for an entity because of the schema; empty also if the database is unreachable. */
    Optional<String> schemaMismatch(String entity) {
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
            LOG.error("This node does not work on jobs: the database cannot be reached", RedactedException.of(e));
        }
    }

    Database database() throws SQLException {
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
    void stop() {
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
                        "Chunks are still being written during the shutdown; the database rolls back interrupted transactions");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<JobRunner> runner() {
        return Optional.ofNullable(jobs).map(Jobs::runner);
    }
}
