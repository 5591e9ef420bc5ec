package org.millrace.bulk.rest.setting;

import java.util.List;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.MatchByEmail;
import org.millrace.server.setting.ChoiceSetting;
import org.millrace.server.setting.DeclaredSetting;
import org.millrace.server.setting.NumberSetting;
import org.millrace.server.setting.TextSetting;

/** The settings of imports, see {@link ImportSettings}. */
public final class ImportDeclarations {
    static final String AUTO = "auto";

    private static final long KIBIBYTE = 1024;
    private static final long MEBIBYTE = 1024 * KIBIBYTE;
    private static final long GIBIBYTE = 1024 * MEBIBYTE;

    static final TextSetting WRITERS = new TextSetting(
            "writers",
            AUTO,
            false,
            "Concurrently written chunks on this node, 1 to 64, or auto for a limit that follows the throughput.");

    /** {@link #WRITERS} where it is not automatic. */
    static final NumberSetting FIXED_WRITERS = new NumberSetting(WRITERS.name(), 1, 1, 64, WRITERS.help());

    static final NumberSetting LOGIN_GUARD_PERCENT = new NumberSetting(
            "login-guard-percent",
            20,
            5,
            10_000,
            "Increase of the 95th percentile of login times that starts the back-off, with writers=auto.");

    static final NumberSetting CHUNK_SIZE = new NumberSetting(
            "chunk-size", 2000, 1, ImportSettings.MAX_CHUNK_SIZE, "Records per transaction unless the caller sets it.");

    static final NumberSetting MAX_IMPORTS =
            new NumberSetting("max-imports", 5, 1, 64, "Concurrent imports on this node. Each holds a request thread.");

    static final NumberSetting MAX_IMPORTS_PER_USER = new NumberSetting(
            "max-imports-per-user",
            MAX_IMPORTS.standard() - 1,
            1,
            64,
            "Concurrent imports and uploads of one user on this node. The default is max-imports less 1.");

    static final NumberSetting MAX_RECORDS =
            new NumberSetting("max-records", 25_000_000, 1, Long.MAX_VALUE, "Records of one request.");

    static final NumberSetting MAX_DECOMPRESSED_BYTES = new NumberSetting(
            "max-decompressed-bytes",
            64 * GIBIBYTE,
            MEBIBYTE,
            Long.MAX_VALUE,
            "Maximum length of a body after decompression.");

    static final NumberSetting MAX_DECOMPRESSION_RATIO = new NumberSetting(
            "max-decompression-ratio",
            200,
            0,
            2000,
            "Maximum number of decompressed bytes for each byte as sent, beyond the first MiB. 0 for no limit.");

    static final NumberSetting MAX_RECORD_BYTES =
            new NumberSetting("max-record-bytes", MEBIBYTE, KIBIBYTE, 64 * MEBIBYTE, "Maximum length of a record.");

    static final NumberSetting MAX_RECORD_NESTING =
            new NumberSetting("max-record-nesting", 32, 4, 1000, "Maximum nesting of lists and objects in a record.");

    static final NumberSetting MAX_RECORD_VALUES = new NumberSetting(
            "max-record-values", 5000, 1, 1_000_000, "Maximum number of values in all lists of a record.");

    static final NumberSetting MAX_BODY_BYTES = new NumberSetting(
            "max-body-bytes", 0, 0, Long.MAX_VALUE, "Maximum length of a body as sent. 0 for no limit.");

    static final NumberSetting MAX_SPILL_BYTES = new NumberSetting(
            "max-spill-bytes",
            GIBIBYTE,
            MEBIBYTE,
            Long.MAX_VALUE,
            "Outcomes stored on disk for a client that does not read. Beyond it, the import waits for the client.");

    static final NumberSetting MAX_DRY_RUN_BYTES = new NumberSetting(
            "max-dry-run-bytes", 64 * MEBIBYTE, MEBIBYTE, GIBIBYTE, "Memory for the state of one dry run.");

    static final NumberSetting STALLED_CLIENT_SECONDS = new NumberSetting(
            "stalled-client-seconds", 60, 1, 3600, "How long an import waits for a client that does not read.");

    static final NumberSetting IDLE_BODY_SECONDS = new NumberSetting(
            "idle-body-seconds", 60, 1, 3600, "How long an import waits for the next bytes of a body.");

    static final NumberSetting MIN_BODY_BYTES_PER_SECOND = new NumberSetting(
            "min-body-bytes-per-second",
            100,
            0,
            MEBIBYTE,
            "Minimum rate at which a client sends a body or reads outcomes. 0 for no limit.");

    static final NumberSetting DATABASE_OUTAGE_SECONDS = new NumberSetting(
            "database-outage-seconds",
            60,
            0,
            3600,
            "How long chunks are retried while the database is unreachable. Beyond it, records fail.");

    static final ChoiceSetting<ForeignKeyChecks> FOREIGN_KEY_CHECKS = new ChoiceSetting<>(
            "foreign-key-checks",
            ForeignKeyChecks.ROW,
            "How often PostgreSQL checks foreign keys of new users: for each row or once for each chunk.");

    static final ChoiceSetting<MatchByEmail> MATCH_BY_EMAIL = new ChoiceSetting<>(
            "match-by-email",
            MatchByEmail.VERIFIED,
            "Upper bound for matching records with existing users by email address.");

    static final ChoiceSetting<AdminEventLevel> MIN_EVENTS = new ChoiceSetting<>(
            "min-events", AdminEventLevel.NONE, "Admin events that are fired even if the caller requests fewer.");

    static final TextSetting SOURCE_MAPPINGS = TextSetting.optional(
            "source-mappings",
            "Directory with mappings of other systems' exports, in place of the built-in ones or in addition to them.");

    /** All settings of imports. */
    public static final List<DeclaredSetting> ALL = List.of(
            WRITERS,
            LOGIN_GUARD_PERCENT,
            CHUNK_SIZE,
            MAX_IMPORTS,
            MAX_IMPORTS_PER_USER,
            MAX_RECORDS,
            MAX_DECOMPRESSED_BYTES,
            MAX_DECOMPRESSION_RATIO,
            MAX_RECORD_BYTES,
            MAX_RECORD_NESTING,
            MAX_RECORD_VALUES,
            MAX_BODY_BYTES,
            MAX_SPILL_BYTES,
            MAX_DRY_RUN_BYTES,
            STALLED_CLIENT_SECONDS,
            IDLE_BODY_SECONDS,
            MIN_BODY_BYTES_PER_SECOND,
            DATABASE_OUTAGE_SECONDS,
            FOREIGN_KEY_CHECKS,
            MATCH_BY_EMAIL,
            MIN_EVENTS,
            SOURCE_MAPPINGS);

    private ImportDeclarations() {}
}
