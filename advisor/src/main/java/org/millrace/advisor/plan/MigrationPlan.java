package org.millrace.advisor.plan;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.millrace.advisor.change.Change;
import org.millrace.advisor.change.ChangeSet;
import org.millrace.advisor.change.PoolSizes;
import org.millrace.advisor.change.Step;
import org.millrace.advisor.diagnosis.ConsistentChanges;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.setting.StatedSettings;
import org.millrace.advisor.model.signal.HostSignals;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.rule.analysis.PoolBudget;
import org.millrace.advisor.rule.analysis.TableNames;

/**
 * Room for a bulk load, for a declared time: a larger write-ahead log and memory for upkeep, and autovacuum that follows on
 * the tables that are written to. Nothing of it loses data in a crash.
 */
public final class MigrationPlan {

    /** As clients ask for it. */
    public static final String NAME = "migration";

    /** Duration of a declared migration; one that lasts longer has to be declared again. */
    public static final Duration LENGTH = Duration.ofHours(24);

    /** Of a megabyte. */
    private static final double BYTES = 1024 * 1024;

    /** In megabytes. */
    private static final int GIGABYTE = 1024;

    private static final int MOST_MAINTENANCE_MEGABYTES = GIGABYTE;

    /** Of the memory: each autovacuum worker may take as much as one build of an index. */
    private static final double MEMORY_PARTS = 16;

    private static final int MOST_LOG_MEGABYTES = 8 * GIGABYTE;

    /** Of the free space: the log may become larger than max_wal_size, and the rest is for the rows that are loaded. */
    private static final double DISK_PARTS = 8;

    /** The log is not made smaller than this share of its greatest size. */
    private static final int LEAST_LOG_PARTS = 4;

    private static final Map<String, String> TABLE_OPTIONS = tableOptions();

    private static final List<String> TABLES =
            List.of("user_entity", "user_attribute", "credential", "user_role_mapping", "user_group_membership");

    private static final String TUNED =
            "A larger write-ahead log and more memory for upkeep, and autovacuum that comes at one row in a hundred.";

    private static final String DECLARED =
            "The database knows until when the migration is declared: what is left of it afterwards becomes a finding.";

    private static final String SMALLER =
            "A pool size that the database's cores sustain: more concurrent sessions make a bulk load and logins slower.";

    private MigrationPlan() {}

    /**
     * The changes for a migration, relative to the settings in force. They expire if the window has parameters of the database:
     * only then is it known that it accepts the declaration, and its previous value.
     */
    public static Plan of(Window window, Instant now) {
        Settings settings = window.settings();
        @Nullable Instant expires = null;
        List<Change> changes = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Optional<Setting> declared = settings.find(PostgresSettings.MIGRATION_UNTIL);
        if (declared.isPresent()) {
            expires = now.plus(LENGTH).truncatedTo(ChronoUnit.SECONDS);
            Step until = new Step(
                    Step.Kind.DATABASE_PARAMETER,
                    "millrace.migration_until",
                    declared.get().value(),
                    expires.toString());
            changes.add(new Change(List.of(until), false, Change.Risk.MEDIUM));
            reasons.add(DECLARED);
        } else {
            notes.add(
                    "No settings of a PostgreSQL were read, so the migration is not recorded there: no finding will remind of its end.");
        }
        List<Step> tuning = tuning(window, notes);
        if (!tuning.isEmpty()) {
            changes.add(new Change(tuning, false, Change.Risk.MEDIUM));
            reasons.add(TUNED);
        }
        PoolBudget.toCores(window).ifPresent(smaller -> {
            changes.add(ConsistentChanges.unpinned(smaller, window.settings()));
            reasons.add(SMALLER);
        });
        notes.addAll(NOTES);
        return new Plan(NAME, ChangeSet.of(changes, PoolSizes.in(window)), expires, reasons, notes);
    }

    /** Of the database and its tables, as far as it is known what was in force. */
    private static List<Step> tuning(Window window, List<String> notes) {
        List<Step> steps = new ArrayList<>();
        addLog(steps, notes, window);
        addMaintenance(steps, notes, window);
        if (window.settings().find(TableNames.OPTIONS).isPresent()) {
            TABLES.forEach(table -> TABLE_OPTIONS.forEach(
                    (option, value) -> steps.add(TableNames.option(table, option, value, window))));
        } else {
            notes.add("The tables' options are not known, so none are set: what cannot be taken back is not applied.");
        }
        return steps;
    }

    private static void addLog(List<Step> steps, List<String> notes, Window window) {
        OptionalDouble disk = window.number(StatedSettings.DATABASE_DISK);
        if (disk.isEmpty()) {
            notes.add(
                    "max_wal_size is not set: the free space of the disk that holds the WAL is not known. State it in gigabytes "
                            + "with the advisor's setting database-disk; an eighth of it, at most 8GB, makes checkpoints rare.");
            return;
        }
        int most = (int) Math.min(MOST_LOG_MEGABYTES, disk.getAsDouble() * GIGABYTE / DISK_PARTS);
        addParameter(steps, notes, window.settings(), "max_wal_size", most);
        addParameter(steps, notes, window.settings(), "min_wal_size", most / LEAST_LOG_PARTS);
    }

    private static void addMaintenance(List<Step> steps, List<String> notes, Window window) {
        OptionalDouble memory = memory(window);
        if (memory.isEmpty()) {
            notes.add(
                    "maintenance_work_mem is not set: the memory of the database server is not known. State it in gigabytes with "
                            + "the advisor's setting database-memory; a sixteenth of it, at most 1GB, makes indexes faster to build.");
            return;
        }
        int most = (int) Math.min(MOST_MAINTENANCE_MEGABYTES, memory.getAsDouble() / MEMORY_PARTS);
        addParameter(steps, notes, window.settings(), "maintenance_work_mem", most);
    }

    /** Megabytes of the database server; empty if it is another machine whose memory is not stated. */
    private static OptionalDouble memory(Window window) {
        OptionalDouble stated = window.number(StatedSettings.DATABASE_MEMORY);
        if (stated.isPresent()) {
            return OptionalDouble.of(stated.getAsDouble() * GIGABYTE);
        }
        boolean here = window.latestIfKnown(PostgresSignals.ON_THIS_MACHINE).orElse(0) > 0;
        OptionalDouble bytes = window.latestIfKnown(HostSignals.MEMORY_TOTAL);
        return here && bytes.isPresent() ? OptionalDouble.of(bytes.getAsDouble() / BYTES) : OptionalDouble.empty();
    }

    private static final List<String> NOTES = List.of(
            "synchronous_commit stays on: for the importing role alone, and only if the input is kept, ALTER ROLE importer SET "
                    + "synchronous_commit = off gains some; reset it afterwards.",
            "Switch off the storage of events in the realms that are loaded, and on again afterwards.",
            "Optional, PostgreSQL 15 and later: GRANT SET ON PARAMETER session_replication_role TO keycloak; and the setting "
                    + "foreign-key-checks=chunk of bulk-import check foreign keys once for each chunk. The privilege lets any code "
                    + "that runs as this role bypass foreign keys and triggers. Afterwards: REVOKE SET ON PARAMETER "
                    + "session_replication_role FROM keycloak;",
            "Load users with hashed passwords: hashing plain ones costs 67 ms of a processor each.",
            "Have a backup that is younger than a day.",
            "Afterwards: apply the revert set, ANALYZE the tables that were loaded, and look at the advisor's report.");

    /** What the database has more of already is left as it is; what is not known cannot be taken back, and is left out. */
    private static void addParameter(
            List<Step> steps, List<String> notes, Settings settings, String name, int megabytes) {
        Optional<Setting> now = settings.find(PostgresSettings.named(name));
        OptionalDouble bytes = now.map(PostgresSettings::bytes).orElse(OptionalDouble.empty());
        Optional<String> from = now.flatMap(PostgresSettings::amount);
        if (bytes.isEmpty() || from.isEmpty()) {
            notes.add(name + " is not known, so it is not set: what cannot be taken back is not applied.");
            return;
        }
        if (bytes.getAsDouble() / BYTES < megabytes) {
            String to = megabytes % GIGABYTE == 0 ? megabytes / GIGABYTE + "GB" : megabytes + "MB";
            steps.add(new Step(Step.Kind.POSTGRES, name, from.get(), to));
        }
    }

    private static Map<String, String> tableOptions() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("autovacuum_vacuum_scale_factor", "0.01");
        options.put("autovacuum_analyze_scale_factor", "0.02");
        options.put("autovacuum_vacuum_cost_limit", "5000");
        options.put("autovacuum_vacuum_cost_delay", "0");
        return options;
    }
}
