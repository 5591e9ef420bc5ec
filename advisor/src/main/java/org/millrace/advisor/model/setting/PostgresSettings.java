package org.millrace.advisor.model.setting;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;

/** PostgreSQL's parameters that rules read, by their own names behind {@code postgres.}. */
public final class PostgresSettings {

    public static final String PREFIX = "postgres.";

    private static final double KIBIBYTE = 1024;

    public static final SettingName FSYNC = named("fsync");

    public static final SettingName FULL_PAGE_WRITES = named("full_page_writes");

    public static final SettingName SYNCHRONOUS_COMMIT = named("synchronous_commit");

    public static final SettingName SYNCHRONOUS_STANDBY_NAMES = named("synchronous_standby_names");

    public static final SettingName AUTOVACUUM = named("autovacuum");

    public static final SettingName MAX_WAL_SIZE = named("max_wal_size");

    public static final SettingName SHARED_BUFFERS = named("shared_buffers");

    public static final SettingName WORK_MEM = named("work_mem");

    public static final SettingName MAINTENANCE_WORK_MEM = named("maintenance_work_mem");

    /** Of Keycloak's connections. */
    public static final SettingName ROLE = named("role");

    /** The one of Keycloak's tables. */
    public static final SettingName SCHEMA = named("schema");

    /**
     * Tables that a crash empties, by name, each after those that it refers to; without a value if there are none, like the other
     * settings here.
     */
    public static final SettingName UNLOGGED_TABLES = named("tables.unlogged");

    public static final SettingName TABLES_WITHOUT_AUTOVACUUM = named("tables.without.autovacuum");

    /** Tables that autovacuum works on without any pause. */
    public static final SettingName TABLES_WITHOUT_VACUUM_DELAY = named("tables.without.vacuum.delay");

    public static final SettingName DISABLED_TRIGGERS = named("tables.with.disabled.triggers");

    public static final SettingName UNVALIDATED_CONSTRAINTS = named("constraints.not.validated");

    public static final SettingName INVALID_INDEXES = named("indexes.invalid");

    /** Indexes that Keycloak makes and that are not there: {@code name ON table (columns)}, separated by semicolons. */
    public static final SettingName MISSING_INDEXES = named("indexes.missing");

    /** Those of them whose name another index has, or one that is being made now. */
    public static final SettingName TAKEN_INDEX_NAMES = named("indexes.taken");

    /** End of a declared migration, as an instant. */
    public static final SettingName MIGRATION_UNTIL = named("millrace.migration_until");

    /** Whether the advisor may see what others do. */
    public static final SettingName MONITOR_ROLE = named("role.pg_monitor");

    /** Of the statistics of statements, if that is installed. */
    public static final SettingName STATEMENT_STATISTICS = named("extension.pg_stat_statements");

    public static final SettingName TRACK_IO_TIMING = named("track_io_timing");

    public static final SettingName SERVER_VERSION = named("server_version");

    public static final SettingName DATABASE = named("database");

    /** Results of other work, such as on an index or an upgrade, that cannot be set to a value or back. */
    private static final Set<SettingName> FACTS = Set.of(
            UNVALIDATED_CONSTRAINTS,
            INVALID_INDEXES,
            MISSING_INDEXES,
            MONITOR_ROLE,
            STATEMENT_STATISTICS,
            TAKEN_INDEX_NAMES,
            SERVER_VERSION,
            DATABASE,
            ROLE,
            SCHEMA);

    /** When a declared migration ends; empty if none is declared, or if its end cannot be read: one without an end is none. */
    public static Optional<Instant> migrationEnd(Setting declared) {
        try {
            return declared.text().map(Instant::parse);
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }

    /** In bytes, of a value such as {@code 16384 8kB}; empty if it is no amount of memory. */
    public static OptionalDouble bytes(Setting setting) {
        String[] words = setting.text().orElse("").split(" ");
        OptionalDouble number = setting.number();
        if (words.length != 2 || number.isEmpty()) {
            return OptionalDouble.empty();
        }
        double unit = switch (words[1]) {
            case "B" -> 1;
            case "kB" -> KIBIBYTE;
            case "8kB" -> 8 * KIBIBYTE;
            case "16kB" -> 16 * KIBIBYTE;
            case "MB" -> KIBIBYTE * KIBIBYTE;
            default -> Double.NaN;
        };
        return Double.isNaN(unit) ? OptionalDouble.empty() : OptionalDouble.of(number.getAsDouble() * unit);
    }

    /**
     * As a statement can set it, with nothing rounded off: {@code 128MB} for {@code 16384 8kB}, {@code 100000kB} for
     * {@code 100000 kB}; empty if it is no amount of memory.
     */
    public static Optional<String> amount(Setting setting) {
        OptionalDouble bytes = bytes(setting);
        return bytes.isPresent() ? Optional.of(written((long) bytes.getAsDouble())) : Optional.empty();
    }

    private static String written(long bytes) {
        long kibibyte = (long) KIBIBYTE;
        if (bytes % (kibibyte * kibibyte) == 0) {
            return bytes / (kibibyte * kibibyte) + "MB";
        }
        return bytes % kibibyte == 0 ? bytes / kibibyte + "kB" : bytes + "B";
    }

    /** Whether the value is a result that can only be read. All others can be set: parameters and table properties. */
    public static boolean isFact(SettingName name) {
        return FACTS.contains(name) || StatementFacts.isFact(name);
    }

    public static SettingName named(String parameter) {
        return new SettingName(PREFIX + parameter);
    }

    /** The name by which PostgreSQL knows it. */
    public static String parameter(Setting setting) {
        return setting.name().name().substring(PREFIX.length());
    }

    private PostgresSettings() {}
}
