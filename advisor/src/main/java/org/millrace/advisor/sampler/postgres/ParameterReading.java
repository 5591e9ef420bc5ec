package org.millrace.advisor.sampler.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.setting.PostgresSettings;
import org.millrace.advisor.model.signal.PostgresSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.advisor.sampler.postgres.connection.DatabaseSchema;
import org.millrace.advisor.sampler.postgres.connection.Statements;

/** Parameters in force, and other facts about the database that are text. */
final class ParameterReading implements Reading {

    private static final String PARAMETERS = """
            SELECT name, setting || coalesce(nullif(' ' || unit, ' '), '') AS value,
                   source || coalesce(' ' || substring(sourcefile FROM '[^/]*$'), '') AS source
              FROM pg_settings
             WHERE name IN ('archive_mode', 'autovacuum', 'autovacuum_analyze_scale_factor',
                            'autovacuum_max_workers', 'autovacuum_naptime',
                            'autovacuum_vacuum_cost_delay', 'autovacuum_vacuum_cost_limit',
                            'autovacuum_vacuum_scale_factor', 'autovacuum_work_mem', 'checkpoint_completion_target',
                            'checkpoint_timeout', 'commit_delay', 'data_checksums', 'effective_cache_size', 'effective_io_concurrency',
                            'fsync', 'full_page_writes', 'huge_pages', 'idle_in_transaction_session_timeout',
                            'maintenance_work_mem', 'max_connections', 'max_wal_size', 'min_wal_size',
                            'random_page_cost', 'server_version', 'session_replication_role', 'shared_buffers',
                            'synchronous_commit', 'synchronous_standby_names', 'track_io_timing',
                            'track_wal_io_timing', 'vacuum_cost_limit', 'wal_buffers', 'wal_level', 'work_mem')
            """;

    /**
     * At most twenty names of each kind, which suffice for a report. Unlogged tables are sorted by their references; with cyclic
     * references, twenty steps suffice.
     */
    private static final String FACTS = """
            WITH RECURSIVE own AS (
                   SELECT oid, relname, relpersistence, reloptions
                     FROM pg_class
                    WHERE relkind IN ('r', 'p') AND relnamespace = :schema_oid),
                 table_option AS (
                   SELECT relname, lower(split_part(each, '=', 1)) AS name, split_part(each, '=', 2) AS value
                     FROM own, unnest(reloptions) AS each),
                 without_log (oid, relname, depth) AS (
                   SELECT oid, relname, 0 FROM own WHERE relpersistence = 'u'
                   UNION
                   SELECT own.oid, own.relname, depth + 1
                     FROM without_log
                     JOIN pg_constraint ON confrelid = without_log.oid AND conrelid <> confrelid AND contype = 'f'
                     JOIN own ON own.oid = conrelid AND relpersistence = 'u'
                    WHERE depth < 20)
            SELECT (SELECT string_agg(relname, ', ' ORDER BY depth, relname)
                      FROM (SELECT relname, max(depth) AS depth
                              FROM without_log
                             GROUP BY oid, relname
                             ORDER BY max(depth), relname
                             LIMIT 20) AS found) AS "tables.unlogged",
                   (SELECT string_agg(relname, ', ' ORDER BY relname)
                      FROM (SELECT relname FROM table_option
                             WHERE name = 'autovacuum_enabled' AND value ~* '^(f|fa|fal|fals|false|n|no|of|off|0)$'
                             ORDER BY relname
                             LIMIT 20) AS found) AS "tables.without.autovacuum",
                   (SELECT string_agg(relname, ', ' ORDER BY relname)
                      FROM (SELECT relname FROM table_option
                             WHERE name = 'autovacuum_vacuum_cost_delay' AND value ~ '^[-+]?[0.]+$'
                             ORDER BY relname
                             LIMIT 20) AS found) AS "tables.without.vacuum.delay",
                   (SELECT string_agg(relname || '.' || name || '=' || value, ', ' ORDER BY relname, name)
                      FROM (SELECT * FROM table_option
                             WHERE name LIKE 'autovacuum%' OR name = 'fillfactor'
                             ORDER BY relname, name
                             LIMIT 100) AS found)
                     AS "tables.options",
                   (SELECT string_agg(relname, ', ' ORDER BY relname)
                      FROM (SELECT DISTINCT relname FROM own JOIN pg_trigger ON tgrelid = own.oid
                             WHERE tgenabled IN ('D', 'R')
                             ORDER BY relname
                             LIMIT 20) AS found) AS "tables.with.disabled.triggers",
                   (SELECT string_agg(conname, ', ' ORDER BY conname)
                      FROM (SELECT conname FROM own JOIN pg_constraint ON conrelid = own.oid
                             WHERE NOT convalidated
                             ORDER BY conname
                             LIMIT 20) AS found) AS "constraints.not.validated",
                   (SELECT string_agg(relname, ', ' ORDER BY relname)
                      FROM (SELECT each.relname FROM own JOIN pg_index ON indrelid = own.oid
                                                         JOIN pg_class AS each ON each.oid = indexrelid
                             WHERE NOT indisvalid AND NOT :built
                             ORDER BY each.relname
                             LIMIT 20) AS found) AS "indexes.invalid",
                   (SELECT split_part(each, '=', 2)
                      FROM pg_db_role_setting, unnest(setconfig) AS each
                     WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
                       AND setrole = 0
                       AND each LIKE 'millrace.migration\\_until=%'
                     LIMIT 1) AS "millrace.migration_until",
                   current_database() AS "database",
                   session_user::text AS "role",
                   (SELECT nspname FROM pg_namespace WHERE oid = :schema_oid) AS "schema",
                   pg_has_role('pg_monitor', 'member')::text AS "role.pg_monitor",
                   (SELECT extversion FROM pg_extension WHERE extname = 'pg_stat_statements')
                     AS "extension.pg_stat_statements",
                   (SELECT string_agg(DISTINCT own.relname, ', ' ORDER BY own.relname)
                      FROM own JOIN pg_index ON indrelid = own.oid
                     WHERE indisvalid AND pg_get_indexdef(indexrelid) LIKE '%gin_trgm_ops%')
                     AS "indexes.trigram"
            """;

    /** At work on it now; whose details are hidden may be. */
    private static final String BUILT = """
            EXISTS (SELECT 1 FROM pg_stat_progress_create_index AS build
                     WHERE build.index_relid = indexrelid
                        OR build.index_relid IS NULL AND build.datname = current_database())""";

    private static final List<String> FACT_NAMES = List.of(
            "tables.unlogged",
            "tables.without.autovacuum",
            "tables.without.vacuum.delay",
            "tables.options",
            "tables.with.disabled.triggers",
            "constraints.not.validated",
            "indexes.invalid",
            "millrace.migration_until",
            "database",
            "role",
            "schema",
            "role.pg_monitor",
            "extension.pg_stat_statements",
            "indexes.trigram");

    private final String facts;
    private final String missingIndexes;
    private volatile List<Setting> settings = List.of();
    private int times;

    ParameterReading(List<ExpectedIndex> expected, DatabaseSchema schema) {
        this.facts = schema.in(FACTS).replace(":built", BUILT);
        this.missingIndexes = schema.in(missingIndexes(expected)).replace(":built", BUILT);
    }

    @Override
    public int period() {
        return 30;
    }

    /** Number of successful readings; for the reading thread. */
    int times() {
        return times;
    }

    /** The last values. */
    List<Setting> settings() {
        return settings;
    }

    @Override
    public void read(Connection open, Readings readings) throws SQLException {
        List<Setting> read = new ArrayList<>();
        Statements.query(
                open,
                PARAMETERS,
                row -> read.add(new Setting(
                        PostgresSettings.named(row.getString("name")),
                        row.getString("value"),
                        "pg_settings, " + row.getString("source"))));
        Statements.query(open, facts, row -> {
            for (String name : FACT_NAMES) {
                read.add(new Setting(PostgresSettings.named(name), row.getString(name), "catalog"));
            }
        });
        Statements.query(open, missingIndexes, row -> {
            read.add(new Setting(PostgresSettings.MISSING_INDEXES, row.getString("missing"), "catalog"));
            read.add(new Setting(PostgresSettings.TAKEN_INDEX_NAMES, row.getString("taken"), "catalog"));
            Reading.put(readings, PostgresSignals.ROWS_WITHOUT_INDEX, row, "rows");
        });
        settings = List.copyOf(read);
        times++;
    }

    /** An index of another name on the same columns does as well. */
    private static String missingIndexes(List<ExpectedIndex> expected) {
        String values = expected.stream()
                .map(index -> "('" + index.name() + "', '" + index.table() + "', '" + index.columns() + "')")
                .collect(Collectors.joining(",\n                          "));
        return """
                SELECT string_agg(name || ' ON ' || on_table || ' (' || columns || ')', '; ' ORDER BY name) AS missing,
                       string_agg(name, ', ' ORDER BY name) FILTER (WHERE EXISTS (
                         SELECT 1
                           FROM pg_class AS other
                           LEFT JOIN pg_index ON indexrelid = other.oid
                          WHERE other.relname = name AND other.relnamespace = :schema_oid
                            AND (indisvalid IS NOT FALSE OR :built))) AS taken,
                       max(reltuples) AS rows
                  FROM (VALUES %s)
                         AS expected (name, on_table, columns)
                  JOIN pg_class ON relname = on_table AND relkind IN ('r', 'p') AND relnamespace = :schema_oid
                 WHERE NOT EXISTS (SELECT 1
                                     FROM pg_index
                                    WHERE indrelid = pg_class.oid AND indisvalid
                                      AND pg_get_indexdef(indexrelid) LIKE '%%(' || columns || '%%')
                """.formatted(values);
    }
}
