package org.millrace.server.advisor.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.Advisor;
import org.millrace.advisor.effect.Changes;
import org.millrace.advisor.effect.Effects;
import org.millrace.advisor.effect.Fingerprint;
import org.millrace.advisor.effect.ObservedChange;
import org.millrace.advisor.report.Incident;
import org.millrace.advisor.report.IncidentEntry;
import org.millrace.advisor.report.ReportFormat;
import org.millrace.server.Database;
import org.millrace.server.advisor.sampler.SecretMask;

/**
 * Stores the advisor's incidents and changes in Keycloak's database, on a dedicated thread: the sampling thread never waits for the
 * database, a request at most {@link #PATIENCE}; then its query is removed from the queue unless it runs. While the database is
 * unavailable, incidents and changes stay in memory. Thread-safe.
 */
public final class AdvisorStore implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(AdvisorStore.class);

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(15);

    private static final Duration BETWEEN_PURGES = Duration.ofHours(1);

    /** Interval at which applied changes of other nodes and runs are read for the reports. */
    private static final Duration BETWEEN_READS = Duration.ofMinutes(5);

    /** Maximum number of applied changes in a report. */
    private static final int MOST_APPLIED = 5;

    /** Maximum time that a request waits for stored rows. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Advisor advisor;
    private final Changes changes;
    private final @Nullable Source source;
    private final IncidentTable incidentTable;
    private final ChangeTables changeTables;
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, AdvisorStore::thread);

    /** Used by the thread of this store only. */
    private @Nullable Database database;

    private boolean failing;
    private Instant next = Instant.MIN;
    private Instant purged = Instant.MIN;
    private Instant wasRead = Instant.MIN;

    private volatile Stored stored = new Stored(List.of(), List.of(), List.of());

    /** Opens the database and detects its product. */
    @FunctionalInterface
    public interface Source {
        Database open() throws SQLException;
    }

    private record Stored(
            List<IncidentEntry> incidents, List<ObservedChange> changes, List<Fingerprint> fingerprints) {}

    @FunctionalInterface
    private interface Query<T> {
        T from(Database database) throws SQLException;
    }

    /**
     * @param source null to keep everything in memory
     * @param server the same before and after a restart
     */
    public AdvisorStore(Advisor advisor, Changes changes, StoreLimits limits, String server, @Nullable Source source) {
        this.advisor = advisor;
        this.changes = changes;
        this.source = source;
        this.incidentTable = new IncidentTable(limits);
        this.changeTables = new ChangeTables(changes, server, limits);
        executor.setRemoveOnCancelPolicy(true);
    }

    /** Starts the thread; to be called when the tables exist. */
    public void begin() {
        if (source != null) {
            var unused = executor.scheduleWithFixedDelay(this::pass, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void pass() {
        Instant now = Instant.now();
        if (now.isBefore(next)) {
            return;
        }
        next = Instant.MIN;
        try {
            List<Incident> incidents = advisor.incidents().all();
            boolean purge = purged.plus(BETWEEN_PURGES).isBefore(now);
            if (!purge && !incidentTable.isDue(incidents, now) && !changeTables.isDue(now)) {
                return;
            }
            Database open = open();
            incidentTable.write(open, incidents, now);
            changeTables.write(open, now);
            if (purge) {
                incidentTable.purge(open, now);
                changeTables.purge(open, now);
                purged = now;
            }
            if (wasRead.plus(BETWEEN_READS).isBefore(now)) {
                stored = read(open);
                wasRead = now;
            }
            if (failing) {
                failing = false;
                LOG.info("The advisor stores incidents and changes in the database again");
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            next = now.plus(AFTER_FAILURE);
            failed(e);
        }
    }

    private void failed(Throwable e) {
        if (!failing) {
            failing = true;
            LOG.infof(
                    "Incidents and changes of the advisor are kept in memory only; writing to the database failed: %s",
                    SecretMask.mask("failure", String.valueOf(e.getMessage())));
        }
    }

    private Database open() throws SQLException {
        Database known = database;
        if (known != null) {
            return known;
        }
        if (source == null) {
            throw new SQLException("the advisor has no tables");
        }
        Database opened = source.open();
        database = opened;
        return opened;
    }

    private Stored read(Database from) throws SQLException {
        return new Stored(
                IncidentTable.read(from, Instant.now()),
                ChangeTables.readChanges(from),
                changeTables.readFingerprints(from));
    }

    /** Stored ones of all nodes, and those of this node; the latest first. */
    public List<IncidentEntry> incidents() {
        Map<String, IncidentEntry> all = new LinkedHashMap<>();
        current().incidents().forEach(incident -> all.put(incident.id(), incident));
        advisor.incidents().all().forEach(incident -> all.put(incident.id(), incident.entry()));
        return all.values().stream()
                .sorted(Comparator.comparing(IncidentEntry::since).reversed())
                .toList();
    }

    /** The report of an incident of any node; empty if there is none, or it was too large to be stored. */
    public Optional<String> report(String id, ReportFormat format) {
        Optional<Incident> own = advisor.incidents().find(id);
        if (own.isPresent()) {
            return own.map(incident -> format.write(incident.report()));
        }
        return ask(from -> IncidentTable.report(from, id))
                .flatMap(found -> found)
                .flatMap(compressed -> StoredReport.unpack(compressed, format));
    }

    /** Stored ones of all nodes, and those of this node; the latest first. */
    public List<Effects.Effect> changes() {
        Stored known = current();
        return Effects.of(changes(known), fingerprints(known));
    }

    /** Changes that follow a proposal, the latest first. Does not block: those of other nodes may be minutes old. */
    public List<Effects.Effect> applied() {
        Stored known = stored;
        return Effects.applied(changes(known), fingerprints(known), MOST_APPLIED);
    }

    private Collection<ObservedChange> changes(Stored known) {
        Map<String, ObservedChange> all = new LinkedHashMap<>();
        known.changes().forEach(change -> all.put(change.id(), change));
        changes.all().forEach(change -> all.put(change.id(), change));
        return all.values();
    }

    private List<Fingerprint> fingerprints(Stored known) {
        List<Fingerprint> fingerprints = new ArrayList<>(known.fingerprints());
        fingerprints.addAll(changes.fingerprints());
        return fingerprints;
    }

    /** Records a change that an administrator marks. */
    public ObservedChange mark(String label) {
        return changes.mark(label, Instant.now());
    }

    /** The stored rows; those of the last successful read while the database does not respond in time. */
    private Stored current() {
        ask(this::read).ifPresent(read -> stored = read);
        return stored;
    }

    /** The result of a query; empty if the database does not respond in time. */
    private <T> Optional<T> ask(Query<T> query) {
        if (source == null) {
            return Optional.empty();
        }
        try {
            return result(executor.submit(() -> query.from(open())));
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("Stored incidents or changes of the advisor cannot be read", e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A query that has no result in time is not run later: queries do not pile up behind a slow database. */
    private static <T> Optional<T> result(Future<T> query)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return Optional.of(query.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } finally {
            query.cancel(false);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "advisor-store");
        thread.setDaemon(true);
        return thread;
    }

    /** Writes pending rows, if the database responds in time. */
    @Override
    public void close() throws InterruptedException {
        if (source != null) {
            ask(from -> {
                incidentTable.write(from, advisor.incidents().all(), Instant.now());
                changeTables.write(from, Instant.now());
                return true;
            });
        }
        executor.shutdownNow();
    }
}
