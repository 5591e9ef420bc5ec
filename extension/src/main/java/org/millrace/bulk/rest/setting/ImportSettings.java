package org.millrace.bulk.rest.setting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.keycloak.Config;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.source.Sources;
import org.millrace.bulk.job.JobDeclarations;
import org.millrace.bulk.job.JobLimits;
import org.millrace.bulk.job.queue.QueuePolicy;
import org.millrace.bulk.job.queue.WorkQueueSource;
import org.millrace.bulk.job.run.JobSettings;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.registry.EntityTypes;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.MatchByEmail;
import org.millrace.server.setting.InvalidSettingException;
import org.millrace.server.setting.TextSetting;

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
 * @param sources systems whose exports can be imported: the built-in ones, and those of the directory {@code source-mappings}
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
        Sources sources) {
    /** The largest chunk that a caller or operator can ask for: beyond it, nothing gets faster and memory grows. */
    public static final int MAX_CHUNK_SIZE = 10_000;

    private static final Pattern QUEUE_NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    /**
     * Reads the settings.
     *
     * @throws InvalidSettingException if a value is out of its range
     */
    public static ImportSettings of(Config.Scope config) {
        int maxImports = ImportDeclarations.MAX_IMPORTS.readInt(config);
        return new ImportSettings(
                writers(config),
                ImportDeclarations.LOGIN_GUARD_PERCENT.readInt(config),
                ImportDeclarations.CHUNK_SIZE.readInt(config),
                maxImports,
                requestLimits(config, maxImports),
                recordLimits(config),
                ImportDeclarations.MAX_BODY_BYTES.read(config),
                ImportDeclarations.MAX_SPILL_BYTES.read(config),
                ImportDeclarations.MAX_DRY_RUN_BYTES.read(config),
                Duration.ofSeconds(ImportDeclarations.STALLED_CLIENT_SECONDS.read(config)),
                Duration.ofSeconds(ImportDeclarations.IDLE_BODY_SECONDS.read(config)),
                Duration.ofSeconds(ImportDeclarations.DATABASE_OUTAGE_SECONDS.read(config)),
                ImportDeclarations.FOREIGN_KEY_CHECKS.read(config),
                ImportDeclarations.MATCH_BY_EMAIL.read(config),
                ImportDeclarations.MIN_EVENTS.read(config),
                ImportDeclarations.SOURCE_MAPPINGS
                        .read(config)
                        .filter(directory -> !directory.isBlank())
                        .map(ImportSettings::sources)
                        .orElseGet(Sources::builtIn));
    }

    private static Sources sources(String directory) {
        try {
            return Sources.builtIn().with(Path.of(directory));
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException("bulk-import setting source-mappings: " + e.getMessage());
        }
    }

    /**
     * Reads the settings of jobs.
     *
     * @throws InvalidSettingException if a value is out of its range
     */
    public static JobSettings jobs(Config.Scope config) {
        int maxWatchers = JobDeclarations.MAX_WATCHERS.readInt(config);
        return new JobSettings(
                Duration.ofSeconds(JobDeclarations.LEASE_SECONDS.read(config)),
                Duration.ofMillis(JobDeclarations.POLL_MILLIS.read(config)),
                JobDeclarations.ATTEMPTS.readInt(config),
                Duration.ofDays(JobDeclarations.RETENTION_DAYS.read(config)),
                Duration.ofDays(JobDeclarations.UNDO_DAYS.read(config)),
                JobDeclarations.MAX_PARTS.readInt(config),
                maxWatchers,
                jobLimits(config, maxWatchers));
    }

    /**
     * Reads where work queues are.
     *
     * @throws InvalidSettingException if a value is missing or out of its range; it says neither address nor password
     */
    public static QueuePolicy queues(Config.Scope config) {
        Map<String, WorkQueueSource> sources = new HashMap<>();
        for (String each : JobDeclarations.QUEUES.read(config).orElse("").split(",")) {
            String name = each.strip();
            if (!name.isEmpty()) {
                sources.put(name, queue(config, name));
            }
        }
        return new QueuePolicy(
                sources,
                JobDeclarations.QUEUE_ATTEMPTS.readInt(config),
                Duration.ofSeconds(JobDeclarations.QUEUE_BACKOFF_SECONDS.read(config)),
                recordLimits(config).maxBytes());
    }

    private static WorkQueueSource queue(Config.Scope config, String name) {
        if (!QUEUE_NAME.matcher(name).matches()) {
            throw new InvalidSettingException(
                    "bulk-import setting work-queues names '" + name + "'; a name has a-z, 0-9 and -, 64 at most");
        }
        TextSetting url = JobDeclarations.QUEUE_URL.of(name);
        String address = url.read(config).orElse("");
        if (!WorkQueueSource.isAddress(address)) {
            throw new InvalidSettingException("bulk-import setting " + url.name()
                    + " is missing, or not jdbc:postgresql://host[:port]/database without a password in it");
        }
        TextSetting reserved = JobDeclarations.QUEUE_REALM.of(name);
        String realm = reserved.read(config).orElse("").strip();
        if (realm.isEmpty()) {
            throw new InvalidSettingException("bulk-import setting " + reserved.name()
                    + " is missing; it names the realm whose jobs may use the queue, or is * for every realm");
        }
        return new WorkQueueSource(
                name,
                address,
                JobDeclarations.QUEUE_USERNAME.of(name).read(config).orElse(""),
                JobDeclarations.QUEUE_PASSWORD.of(name).read(config).orElse(""),
                realm,
                queueEntity(config, name));
    }

    private static Optional<String> queueEntity(Config.Scope config, String name) {
        TextSetting setting = JobDeclarations.QUEUE_ENTITY.of(name);
        Optional<String> entity = setting.read(config).map(String::strip).filter(word -> !word.isEmpty());
        if (entity.isPresent() && EntityTypes.named(entity.get()).isEmpty()) {
            throw new InvalidSettingException("bulk-import setting " + setting.name() + " has the value \""
                    + Violation.shortened(entity.get(), 100) + "\", which is no entity such as users or groups");
        }
        return entity;
    }

    private static RequestLimits requestLimits(Config.Scope config, int maxImports) {
        return new RequestLimits(
                ImportDeclarations.MAX_DECOMPRESSED_BYTES.read(config),
                ImportDeclarations.MAX_DECOMPRESSION_RATIO.readInt(config),
                ImportDeclarations.MAX_RECORDS.read(config),
                (int) ImportDeclarations.MAX_IMPORTS_PER_USER.read(config, Math.max(1, maxImports - 1)),
                ImportDeclarations.MIN_BODY_BYTES_PER_SECOND.readInt(config));
    }

    private static JobLimits jobLimits(Config.Scope config, int maxWatchers) {
        return new JobLimits(
                JobDeclarations.MAX_RECORDS.read(config),
                JobDeclarations.MAX_OPEN_PER_REALM.readInt(config),
                JobDeclarations.MAX_OPEN_PER_USER.readInt(config),
                JobDeclarations.MAX_PARTS_PER_USER.readInt(config),
                JobDeclarations.MAX_BYTES_PER_USER.read(config),
                (int) JobDeclarations.MAX_WATCHERS_PER_USER.read(config, JobDeclarations.perUser(maxWatchers)));
    }

    private static RecordLimits recordLimits(Config.Scope config) {
        return new RecordLimits(
                ImportDeclarations.MAX_RECORD_BYTES.readInt(config),
                ImportDeclarations.MAX_RECORD_NESTING.readInt(config),
                ImportDeclarations.MAX_RECORD_VALUES.readInt(config));
    }

    private static OptionalInt writers(Config.Scope config) {
        return ImportDeclarations.WRITERS.read(config).equals(Optional.of(ImportDeclarations.AUTO))
                ? OptionalInt.empty()
                : OptionalInt.of(ImportDeclarations.FIXED_WRITERS.readInt(config));
    }
}
