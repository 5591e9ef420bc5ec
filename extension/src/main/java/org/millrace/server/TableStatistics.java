package org.millrace.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Runs ANALYZE on tables that have grown several times since the last one, in pages or in rows, as PostgreSQL's <a
 * href="https://www.postgresql.org/docs/current/populate.html#POPULATE-ANALYZE">manual</a> recommends after a load. Autovacuum
 * does so too, up to a minute later. Until then, PostgreSQL may choose any index on the realm instead of the one on realm and
 * user name for Keycloak's own lookups, and read all users of the realm for each. Thread-safe.
 */
final class TableStatistics {
    private static final Logger LOG = Logger.getLogger(TableStatistics.class);
    private static final DaemonThreads LOOKS = DaemonThreads.named("millrace-statistics");

    /** What chunks are looked up in. */
    private static final List<String> TABLES = List.of(
            "user_entity",
            "user_attribute",
            "credential",
            "user_role_mapping",
            "user_group_membership",
            "user_required_action",
            "federated_identity",
            "keycloak_group",
            "group_attribute",
            "keycloak_role",
            "composite_role",
            "client",
            "org",
            "resource_server_resource",
            "resource_server_scope");

    private static final long LOOK_AGAIN = TimeUnit.SECONDS.toNanos(1);

    /** Growth factor of a table that triggers a new sample; a sample takes some tenths of a second. */
    private static final int GROWN = 8;

    /** About a page of rows. */
    private static final int FEW_ROWS = 100;

    /**
     * A table of less than eight pages can be read as well as looked up in. Rows that take the place of deleted ones need no new pages: a table
     * that was sampled when it was almost empty is then still almost empty to the planner. PostgreSQL would log a warning for each table of
     * another owner.
     */
    private static final String LAGGING = """
            SELECT name FROM (
              SELECT c.oid::regclass::text AS name, c.relpages, c.reltuples,
                     pg_relation_size(c.oid) / current_setting('block_size')::int AS pages,
                     pg_stat_get_live_tuples(c.oid) AS live
              FROM unnest(string_to_array(?, E'\\n')) AS t(name) JOIN pg_class c ON c.oid = to_regclass(t.name)
              WHERE pg_has_role(c.relowner, 'USAGE')) AS tables
            WHERE pages > %1$d * greatest(relpages, 1) OR live > %1$d * greatest(reltuples, %2$d)""".formatted(GROWN, FEW_ROWS);

    private final Database database;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long next = System.nanoTime();

    TableStatistics(Database database) {
        this.database = database;
    }

    /** Checks at most once a second, on a thread of its own, so that writers of chunks do not wait. */
    void keepUp() {
        if (System.nanoTime() - next >= 0 && looking.compareAndSet(false, true)) {
            try {
                LOOKS.newThread(this::look).start();
            } catch (OutOfMemoryError e) {
                // Including thread creation failures: they must not fail a chunk.
                looking.set(false);
                LOG.debug("No thread available for ANALYZE", e);
            }
        }
    }

    private void look() {
        try {
            sampleLagging();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("ANALYZE failed", e);
        } finally {
            next = System.nanoTime() + LOOK_AGAIN;
            looking.set(false);
        }
    }

    /**
     * In separate transactions: ANALYZE holds its locks until the end of the transaction, and reading a size waits for DDL on the
     * table, which may in turn wait for those locks.
     */
    private void sampleLagging() throws SQLException {
        List<String> lagging = database.inTransaction(this::lagging);
        if (!lagging.isEmpty()) {
            LOG.debugf("ANALYZE of %s", lagging);
            // ANALYZE skips locked tables, so it never waits while it holds locks.
            String analyze = "ANALYZE (SKIP_LOCKED) " + String.join(", ", lagging);
            database.inTransaction(connection -> new Sql(connection, analyze).update());
        }
    }

    private List<String> lagging(Connection connection) throws SQLException {
        String names = TABLES.stream().map(database::table).collect(Collectors.joining("\n"));
        return new Sql(connection, LAGGING, names).all(row -> row.getString(1));
    }
}
