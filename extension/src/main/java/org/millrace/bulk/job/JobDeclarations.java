package org.millrace.bulk.job;

import java.util.List;
import org.millrace.bulk.job.queue.QueuePolicy;
import org.millrace.bulk.job.run.JobSettings;
import org.millrace.server.setting.BooleanSetting;
import org.millrace.server.setting.DeclaredSetting;
import org.millrace.server.setting.NumberSetting;
import org.millrace.server.setting.TextSetting;

/** The settings of jobs and work queues, see {@link JobSettings}, {@link JobLimits} and {@link QueuePolicy}. */
public final class JobDeclarations {
    private static final long MEBIBYTE = 1024 * 1024;

    public static final BooleanSetting JOBS =
            new BooleanSetting("jobs", true, "Whether Keycloak creates the tables of jobs, and jobs can be created.");

    public static final NumberSetting LEASE_SECONDS = new NumberSetting(
            "job-lease-seconds",
            30,
            5,
            600,
            "Time without a renewal of the lease after which chunks of a node go to other nodes.");

    public static final NumberSetting POLL_MILLIS = new NumberSetting(
            "job-poll-millis", 1000, 100, 60_000, "Interval at which an idle node polls for jobs of other nodes.");

    public static final NumberSetting ATTEMPTS =
            new NumberSetting("job-attempts", 10, 1, 100, "Attempts for a chunk before its records fail.");

    public static final NumberSetting RETENTION_DAYS = new NumberSetting(
            "job-retention-days", 30, 0, 3650, "Days that a job is kept after its end, or open. 0 for no limit.");

    public static final NumberSetting UNDO_DAYS = new NumberSetting(
            "undo-days", 7, 0, 365, "Days after its end in which a job can be undone. 0 stores no earlier states.");

    public static final NumberSetting MAX_PARTS =
            new NumberSetting("max-job-parts", 10_000, 1, 1_000_000, "Parts of a job.");

    public static final NumberSetting MAX_WATCHERS = new NumberSetting(
            "max-job-watchers",
            8,
            0,
            64,
            "Concurrent clients of a job's events on this node. Each holds a request thread.");

    public static final NumberSetting MAX_WATCHERS_PER_USER = new NumberSetting(
            "max-job-watchers-per-user",
            perUser(MAX_WATCHERS.standard()),
            0,
            64,
            "Of these, clients of one user. The default is half of max-job-watchers, rounded up.");

    public static final NumberSetting MAX_RECORDS =
            new NumberSetting("max-job-records", 100_000_000, 1, Long.MAX_VALUE, "Records of all parts of a job.");

    public static final NumberSetting MAX_OPEN_PER_REALM =
            new NumberSetting("max-open-jobs-per-realm", 1000, 1, 1_000_000, "Unfinished jobs of a realm.");

    public static final NumberSetting MAX_OPEN_PER_USER =
            new NumberSetting("max-open-jobs-per-user", 200, 1, 1_000_000, "Unfinished jobs of a user in a realm.");

    public static final NumberSetting MAX_PARTS_PER_USER = new NumberSetting(
            "max-job-parts-per-user", 20_000, 1, 10_000_000, "Parts of all unfinished jobs of a user.");

    public static final NumberSetting MAX_BYTES_PER_USER = new NumberSetting(
            "max-job-bytes-per-user",
            64 * 1024 * MEBIBYTE,
            MEBIBYTE,
            Long.MAX_VALUE,
            "Bytes of these parts and of finished parts with records for a retry file, as stored (compressed).");

    public static final TextSetting QUEUES =
            TextSetting.optional("work-queues", "Names of work queues, separated by commas: a-z, 0-9 and -.");

    public static final TextSetting QUEUE_URL = TextSetting.optional(
            "work-queue-<name>-url", "Address of the queue's database: jdbc:postgresql://host[:port]/database.");

    public static final TextSetting QUEUE_USERNAME =
            TextSetting.optional("work-queue-<name>-username", "Name of the database role for the queue.");

    public static final TextSetting QUEUE_PASSWORD =
            TextSetting.secret("work-queue-<name>-password", "Password of the database role for the queue.");

    public static final TextSetting QUEUE_REALM = TextSetting.optional(
            "work-queue-<name>-realm", "Name of the realm whose jobs may claim from the queue, or * for every realm.");

    public static final TextSetting QUEUE_ENTITY = TextSetting.optional(
            "work-queue-<name>-entity",
            "Entity of the jobs that can be created for the queue, such as users; any if not set.");

    public static final NumberSetting QUEUE_ATTEMPTS =
            new NumberSetting("work-queue-attempts", 5, 1, 100, "Attempts for a row that fails and may succeed later.");

    public static final NumberSetting QUEUE_BACKOFF_SECONDS = new NumberSetting(
            "work-queue-backoff-seconds",
            10,
            1,
            3600,
            "Delay after a row's first failure. It doubles after each further failure, up to ten times.");

    /** Every setting of this class. */
    public static final List<DeclaredSetting> ALL = List.of(
            JOBS,
            LEASE_SECONDS,
            POLL_MILLIS,
            ATTEMPTS,
            RETENTION_DAYS,
            UNDO_DAYS,
            MAX_PARTS,
            MAX_WATCHERS,
            MAX_WATCHERS_PER_USER,
            MAX_RECORDS,
            MAX_OPEN_PER_REALM,
            MAX_OPEN_PER_USER,
            MAX_PARTS_PER_USER,
            MAX_BYTES_PER_USER,
            QUEUES,
            QUEUE_URL,
            QUEUE_USERNAME,
            QUEUE_PASSWORD,
            QUEUE_REALM,
            QUEUE_ENTITY,
            QUEUE_ATTEMPTS,
            QUEUE_BACKOFF_SECONDS);

    private JobDeclarations() {}

    /** The default of {@link #MAX_WATCHERS_PER_USER}. */
    public static long perUser(long maxWatchers) {
        return (maxWatchers + 1) / 2;
    }
}
