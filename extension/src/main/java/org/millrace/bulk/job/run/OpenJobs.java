package org.millrace.bulk.job.run;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.millrace.bulk.job.Job;
import org.millrace.bulk.job.JobOptions;
import org.millrace.bulk.record.field.Violation;
import org.millrace.server.Transactions;
import org.millrace.server.caller.Caller;

/** The jobs that this node works on, with their state and the permissions of their owners. Thread-safe. */
final class OpenJobs {
    private static final Logger LOG = Logger.getLogger(OpenJobs.class);

    /** A right may be taken away while a job runs for hours. */
    private static final Duration RIGHTS_HOLD = Duration.ofSeconds(10);

    private final JobLifecycle life;
    private final JobWriting writing;
    private final Transactions transactions;
    private final Map<String, OpenJob> open = new ConcurrentHashMap<>();

    OpenJobs(JobLifecycle life, JobWriting writing, Transactions transactions) {
        this.life = life;
        this.writing = writing;
        this.transactions = transactions;
    }

    /** What this node has at hand of a job that runs. */
    static final class OpenJob {
        private final String caller;
        private final Caller actor;
        private final boolean dryRun;
        private final JobWriting.Opened writing;
        private final String dryRunOwner = UUID.randomUUID().toString();
        private long checkedNanos = System.nanoTime();

        private OpenJob(String caller, Caller actor, boolean dryRun, JobWriting.Opened writing) {
            this.caller = caller;
            this.actor = actor;
            this.dryRun = dryRun;
            this.writing = writing;
        }

        JobWriting.Opened writing() {
            return writing;
        }

        /** Owner of a dry run's state. */
        String dryRunOwner() {
            return dryRunOwner;
        }
    }

    int size() {
        return open.size();
    }

    /** Closes all others. */
    synchronized void retain(Set<String> jobIds) {
        open.entrySet().removeIf(job -> {
            boolean forgotten = !jobIds.contains(job.getKey());
            if (forgotten) {
                job.getValue().writing.closing().run();
            }
            return forgotten;
        });
    }

    /**
     * The state of a running job; empty if it must not continue, and has failed.
     *
     * @throws SQLException if the database is unreachable
     */
    synchronized Optional<OpenJob> of(Job job) throws SQLException {
        OpenJob known = open.get(job.id());
        if (known != null && known.caller.equals(job.caller())) {
            if (System.nanoTime() - known.checkedNanos < RIGHTS_HOLD.toNanos()) {
                return Optional.of(known);
            }
            if (isForbidden(job, known.actor)) {
                return Optional.empty();
            }
            known.checkedNanos = System.nanoTime();
            return Optional.of(known);
        }
        Caller caller = Caller.of(job.caller());
        if (isForbidden(job, caller)) {
            return Optional.empty();
        }
        JobOptions options = JobOptions.read(job.options());
        OpenJob fresh = new OpenJob(job.caller(), caller, options.dryRun(), writing.open(job, options, caller));
        OpenJob before = open.put(job.id(), fresh);
        if (before != null) {
            before.writing.closing().run();
        }
        LOG.infof("Job %s: this node joined", job.id());
        return Optional.of(fresh);
    }

    /**
     * Checks the permissions of the owner again before a chunk is retried: records fail without an owner. If the result is false,
     * the job has failed.
     *
     * @throws SQLException if the database is unreachable
     */
    synchronized boolean mayRepeat(Job job) throws SQLException {
        return !isForbidden(job, Caller.of(job.caller()));
    }

    private boolean isForbidden(Job job, Caller caller) throws SQLException {
        Optional<Violation> missing =
                transactions.inRealm(job.realmId(), (session, realm) -> JobRights.missing(session, realm, job, caller));
        if (missing.isPresent()) {
            life.fail(
                    job.realmId(), job.id(), missing.get().code(), missing.get().detail());
            LOG.warnf("Job %s failed: %s", job.id(), missing.get().detail());
        }
        return missing.isPresent();
    }

    /** The dry runs whose state this node holds. */
    List<String> dryRuns() {
        return open.values().stream()
                .filter(job -> job.dryRun)
                .map(job -> job.dryRunOwner)
                .toList();
    }
}
