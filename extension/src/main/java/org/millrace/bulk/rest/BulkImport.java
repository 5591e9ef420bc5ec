package org.millrace.bulk.rest;

import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.Metrics;
import io.quarkus.arc.Arc;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSessionFactory;
import org.millrace.bulk.chunk.ChunkGate;
import org.millrace.bulk.chunk.ChunkWriter;
import org.millrace.bulk.chunk.FixedChunkGate;
import org.millrace.bulk.chunk.Outage;
import org.millrace.bulk.chunk.StoredIds;
import org.millrace.bulk.writer.ImportScope;
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

    private final ImportSettings settings;
    private final Transactions transactions;
    private final ChunkGate gate;
    private final ExecutorService threads;
    private final Semaphore imports;
    private final ImportMeters meters;
    private volatile boolean stopping;
    private volatile @Nullable Database database;

    /** Starts the import's threads. */
    public BulkImport(ImportSettings settings, KeycloakSessionFactory sessions) {
        this.settings = settings;
        this.transactions = new Transactions(sessions);
        this.gate = new FixedChunkGate(settings.writers());
        this.threads = Executors.newFixedThreadPool(settings.writers(), threads());
        this.imports = new Semaphore(settings.maxImports());
        this.meters = new ImportMeters(Metrics.globalRegistry, gate);
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

    Transactions transactions() {
        return transactions;
    }

    ChunkGate gate() {
        return gate;
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
        Rehearsal rehearsal =
                dryRun ? Rehearsal.of(scope.onConflict().isChanging(), settings.maxDryRunBytes()) : Rehearsal.none();
        StoredIds stored = new StoredUserIds(transactions, target, scope.realmId());
        // What is changed of users from other stores has to be changed there too, which only the model does.
        if (target.isPostgres()
                && listener.isEmpty()
                && !(federated && scope.onConflict().isChanging())) {
            return new UserWriting(
                    new CopyUserWriter(transactions, target, scope, rehearsal, InstantSource.system()),
                    stored,
                    settings.chunkSize());
        }
        UserListener told = dryRun ? UserListener.NONE : listener.orElse(UserListener.NONE);
        return new UserWriting(
                new ModelUserWriter(transactions, target, scope, rehearsal, told, InstantSource.system()),
                stored,
                Math.min(MODEL_CHUNK_SIZE, settings.chunkSize()));
    }

    /**
     * How users are written.
     *
     * @param chunkSize records a transaction where nobody asked for a number
     */
    record UserWriting(ChunkWriter writer, StoredIds stored, int chunkSize) {}

    /** An outage of the database that an import may come to see. */
    Outage outage() {
        return new Outage(settings.outage(), this::isStopping, System::nanoTime, LockSupport::parkNanos);
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
}
