package org.millrace.bulk.rest;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.keycloak.Config;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.job.JobLimits;
import org.millrace.bulk.job.JobSettings;
import org.millrace.bulk.job.QueuePolicy;
import org.millrace.bulk.job.WorkQueueSource;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.MatchByEmail;

/**
 * What an operator can set, as {@code spi-admin-realm-restapi-extension--bulk-import--<name>}. A value out of range prevents the
 * start of the server.
 *
 * @param writers concurrently written chunks on this node, 1 to 64; empty for an automatic limit
 * @param loginGuardPercent slowdown of logins that starts the back-off, 5 to 10000; only with an automatic limit
 * @param chunkSize default number of records of a transaction, 1 to 10000
 * @param maxImports concurrent imports on this node, 1 to 64; each holds a request thread
 * @param limits limits of one request, and of one user
 * @param recordLimits longest record, 1 KiB to 64 MiB; nesting, 4 to 1000; values of its lists, 1 to 1000000
 * @param maxBodyBytes longest body as sent, 0 for any length
 * @param maxSpillBytes maximum size of pending outcomes on disk for a client that does not read
 * @param maxDryRunBytes memory for the state of one dry run
 * @param stalledClient how long a finished import waits for a client that does not read
 * @param idleBody how long an import waits for the next bytes of a body
 * @param outage how long chunks are retried while the database is unreachable
 * @param foreignKeyChecks how often PostgreSQL's foreign keys are checked for new users of a chunk: row or chunk
 * @param matchByEmail upper bound for matching records with existing users by email: never, verified or any
 * @param sourceMappings directory with mappings of other systems' exports in place of the built-in ones or in addition to them
 * @param minEvents admin events that are fired even if the caller requests fewer: none, summary or each
 */
public record ImportSettings(
        OptionalInt writers,
        int loginGuardPercent,
        int chunkSize,
        int maxImports,
        RequestLimits limits,
        RecordLimits recordLimits,
        long maxBodyBytes,
        long maxSpillBytes,
        long maxDryRunBytes,
        Duration stalledClient,
        Duration idleBody,
        Duration outage,
        ForeignKeyChecks foreignKeyChecks,
        MatchByEmail matchByEmail,
        AdminEventLevel minEvents,
        Optional<Path> sourceMappings) {
    /** The largest chunk that a caller or operator can ask for: beyond it, nothing gets faster and memory grows. */
    public static final int MAX_CHUNK_SIZE = 10_000;

    private static final Pattern QUEUE_NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    private static final String WRITERS = "writers";
    private static final String AUTO = "auto";

    private static final int KIBIBYTE = 1024;
    private static final int MEBIBYTE = 1024 * KIBIBYTE;
    private static final long GIBIBYTE = 1024L * MEBIBYTE;

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static ImportSettings of(Config.Scope config) {
        int maxImports = (int) inRange(config, "max-imports", 5, 1, 64);
        return new ImportSettings(
                writers(config),
                (int) inRange(config, "login-guard-percent", 25, 5, 10_000),
                (int) inRange(config, "chunk-size", 2000, 1, MAX_CHUNK_SIZE),
                maxImports,
                requestLimits(config, maxImports),
                recordLimits(config),
                inRange(config, "max-body-bytes", 0, 0, Long.MAX_VALUE),
                inRange(config, "max-spill-bytes", 1024L * MEBIBYTE, MEBIBYTE, Long.MAX_VALUE),
                inRange(config, "max-dry-run-bytes", 64L * MEBIBYTE, MEBIBYTE, 1024L * MEBIBYTE),
                Duration.ofSeconds(inRange(config, "stalled-client-seconds", 60, 1, 3600)),
                Duration.ofSeconds(inRange(config, "idle-body-seconds", 60, 1, 3600)),
                Duration.ofSeconds(inRange(config, "database-outage-seconds", 60, 0, 3600)),
                oneOf(config, "foreign-key-checks", ForeignKeyChecks.ROW, ForeignKeyChecks.class),
                oneOf(config, "match-by-email", MatchByEmail.VERIFIED, MatchByEmail.class),
                oneOf(config, "min-events", AdminEventLevel.NONE, AdminEventLevel.class),
                Optional.of(config.get("source-mappings", ""))
                        .filter(directory -> !directory.isBlank())
                        .map(Path::of));
    }

    /**
     * Reads the settings of jobs.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static JobSettings jobs(Config.Scope config) {
        int maxWatchers = (int) inRange(config, "max-job-watchers", 8, 0, 64);
        return new JobSettings(
                Duration.ofSeconds(inRange(config, "job-lease-seconds", 30, 5, 600)),
                Duration.ofMillis(inRange(config, "job-poll-millis", 1000, 100, 60_000)),
                (int) inRange(config, "job-attempts", 10, 1, 100),
                Duration.ofDays(inRange(config, "job-retention-days", 30, 0, 3650)),
                Duration.ofDays(inRange(config, "undo-days", 7, 0, 365)),
                (int) inRange(config, "max-job-parts", 10_000, 1, 1_000_000),
                maxWatchers,
                jobLimits(config, maxWatchers));
    }

    /**
     * Reads where work queues are.
     *
     * @throws IllegalArgumentException if a value is missing or out of its range; it says neither address nor password
     */
    public static QueuePolicy queues(Config.Scope config) {
        Map<String, WorkQueueSource> sources = new HashMap<>();
        for (String each : config.get("work-queues", "").split(",")) {
            String name = each.strip();
            if (!name.isEmpty()) {
                sources.put(name, queue(config, name));
            }
        }
        return new QueuePolicy(
                sources,
                (int) inRange(config, "work-queue-attempts", 5, 1, 100),
                Duration.ofSeconds(inRange(config, "work-queue-backoff-seconds", 10, 1, 3600)),
                recordLimits(config).maxBytes());
    }

    private static WorkQueueSource queue(Config.Scope config, String name) {
        if (!QUEUE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "bulk-import setting work-queues names '" + name + "'; a name has a-z, 0-9 and -, 64 at most");
        }
        String url = config.get("work-queue-" + name + "-url", "");
        if (!WorkQueueSource.isAddress(url)) {
            throw new IllegalArgumentException("bulk-import setting work-queue-" + name
                    + "-url is missing, or not jdbc:postgresql://host[:port]/database without a password in it");
        }
        String realm = config.get("work-queue-" + name + "-realm", "").strip();
        if (realm.isEmpty()) {
            throw new IllegalArgumentException("bulk-import setting work-queue-" + name
                    + "-realm is missing; it names the realm whose jobs may use the queue, or is * for every realm");
        }
        return new WorkQueueSource(
                name,
                url,
                config.get("work-queue-" + name + "-username", ""),
                config.get("work-queue-" + name + "-password", ""),
                realm);
    }

    private static RequestLimits requestLimits(Config.Scope config, int maxImports) {
        return new RequestLimits(
                inRange(config, "max-decompressed-bytes", 64 * GIBIBYTE, MEBIBYTE, Long.MAX_VALUE),
                (int) inRange(config, "max-decompression-ratio", 200, 0, 2000),
                inRange(config, "max-records", 25_000_000, 1, Long.MAX_VALUE),
                (int) inRange(config, "max-imports-per-user", Math.max(1, maxImports - 1), 1, 64),
                (int) inRange(config, "min-body-bytes-per-second", 100, 0, MEBIBYTE));
    }

    private static JobLimits jobLimits(Config.Scope config, int maxWatchers) {
        return new JobLimits(
                inRange(config, "max-job-records", 100_000_000, 1, Long.MAX_VALUE),
                (int) inRange(config, "max-open-jobs-per-realm", 1000, 1, 1_000_000),
                (int) inRange(config, "max-open-jobs-per-user", 200, 1, 1_000_000),
                (int) inRange(config, "max-job-parts-per-user", 20_000, 1, 10_000_000),
                inRange(config, "max-job-bytes-per-user", 64 * GIBIBYTE, MEBIBYTE, Long.MAX_VALUE),
                (int) inRange(config, "max-job-watchers-per-user", (maxWatchers + 1) / 2, 0, 64));
    }

    private static RecordLimits recordLimits(Config.Scope config) {
        int maxBytes = (int) inRange(config, "max-record-bytes", MEBIBYTE, KIBIBYTE, 64L * MEBIBYTE);
        int maxNesting = (int) inRange(config, "max-record-nesting", 32, 4, 1000);
        int maxValues = (int) inRange(config, "max-record-values", 5000, 1, 1_000_000);
        return new RecordLimits(maxBytes, maxNesting, maxValues);
    }

    private static OptionalInt writers(Config.Scope config) {
        return AUTO.equals(config.get(WRITERS, AUTO))
                ? OptionalInt.empty()
                : OptionalInt.of((int) inRange(config, WRITERS, 0, 1, 64));
    }

    private static <E extends Enum<E>> E oneOf(Config.Scope config, String name, E fallback, Class<E> type) {
        String value = config.get(name, fallback.name().toLowerCase(Locale.ROOT));
        List<String> words = Stream.of(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!words.contains(value)) {
            throw new IllegalArgumentException(
                    "bulk-import setting " + name + " is '" + value + "'; it must be one of " + words);
        }
        return Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
    }

    private static long inRange(Config.Scope config, String name, long fallback, long least, long greatest) {
        Long value = config.getLong(name, fallback);
        if (value == null || value < least || value > greatest) {
            throw new IllegalArgumentException(
                    "bulk-import setting " + name + " is " + value + "; it must be " + least + " to " + greatest);
        }
        return value;
    }
}
