package org.millrace.server;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

/** Keycloak's own database. Safe for any thread. */
public final class Database {
    private static final Logger LOG = Logger.getLogger(Database.class);

    /**
     * Discouraged access paths have such a high cost estimate that PostgreSQL would compile the plan. Without cost of operators, the depth of
     * an index makes no difference: {@code SetQuery.lookUpUnique} depends on it.
     */
    private static final String BY_INDEX =
            "SELECT set_config('cpu_operator_cost', '0', true), set_config(name, 'off', true)"
                    + " FROM unnest(ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) AS name";

    /** {@code pg_locks} shows the locks of all database roles. */
    private static final String BLOCKED = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted"
            + " AND waitstart < clock_timestamp() - make_interval(secs => ?)"
            + " AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))";

    /** First major version of PostgreSQL with {@code pg_locks.waitstart}. */
    private static final int LOCK_WAIT_START_VERSION = 14;

    private final DataSource pool;
    private final String product;
    private final boolean postgres;
    private final boolean mariaDb;
    private final boolean upperCase;
    private final String prefix;
    private final TableStatistics statistics = new TableStatistics(this);
    private final TableCatalog catalog = new TableCatalog(this);

    private Database(DataSource pool, String product, boolean upperCase, String prefix) {
        this.pool = pool;
        this.product = product;
        String name = product.toLowerCase(Locale.ROOT);
        this.postgres = name.contains("postgresql");
        this.mariaDb = name.contains("mariadb") || name.contains("mysql");
        this.upperCase = upperCase;
        this.prefix = prefix;
    }

    /**
     * Detects the database of the server's pool.
     *
     * @throws SQLException if it is unreachable
     */
    public static Database behind(DataSource pool) throws SQLException {
        return behind(pool, ConfigProvider.getConfig().getOptionalValue("kc.db-schema", String.class));
    }

    /** @param schema of the tables; empty for the default of the connections */
    public static Database behind(DataSource pool, Optional<String> schema) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            DatabaseMetaData described = connection.getMetaData();
            String quote = described.getIdentifierQuoteString();
            return new Database(
                    pool,
                    described.getDatabaseProductName(),
                    described.supportsMixedCaseIdentifiers(),
                    schema.map(name -> quote + name.replace(quote, quote + quote) + quote + ".")
                            .orElse(""));
        }
    }

    /** The product's name as the driver states it, such as "PostgreSQL". */
    public String product() {
        return product;
    }

    /** The tables as PostgreSQL describes them. */
    public TableCatalog catalog() {
        return catalog;
    }

    /** The clause that locks rows whose keys do not change: on PostgreSQL, rows that refer to them can still be inserted. */
    public String forChange() {
        return isPostgres() ? "FOR NO KEY UPDATE" : "FOR UPDATE";
    }

    /** Whether the database is PostgreSQL, by its product name. */
    public boolean isPostgres() {
        return postgres;
    }

    /**
     * A connection of the pool. Inside a session's transaction it is the very connection that the session uses, and the
     * transaction decides over its commit.
     */
    public Connection connection() throws SQLException {
        return pool.getConnection();
    }

    /**
     * Runs work in a transaction of its own: committed on return, rolled back on an exception. Not to be called inside a
     * session's transaction.
     *
     * @throws SQLException if the database rejects a statement; after a lost connection the result of the commit is unknown
     */
    public <T> T inTransaction(SqlWork<T> work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.run(connection);
                connection.commit();
                return result;
            } catch (Throwable e) { // Also after an OutOfMemoryError: a later commit would store a part of the work.
                rollBack(connection, e);
                throw e;
            } finally {
                restore(connection);
            }
        }
    }

    private static void rollBack(Connection connection, Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** A lost connection cannot be restored, and the pool discards it; the original failure is reported elsewhere. */
    private static void restore(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            LOG.debug("Settings of a connection were not reset before its return to the pool", e);
        }
    }

    /**
     * The end of a query that keeps its rows from being removed until the transaction ends; empty where the database has only
     * exclusive row locks.
     */
    public String shareLock() {
        return postgres ? " FOR KEY SHARE" : mariaDb ? " LOCK IN SHARE MODE" : "";
    }

    /**
     * Sets the timeout after which the database terminates this transaction if its client is idle, for example suspended: its
     * locks would otherwise block the next owner. PostgreSQL only; without effect elsewhere.
     */
    public void endIfIdle(Connection connection, Duration limit) throws SQLException {
        if (!postgres) {
            return;
        }
        try (PreparedStatement set =
                connection.prepareStatement("SELECT set_config('idle_in_transaction_session_timeout', ?, true)")) {
            set.setString(1, Long.toString(limit.toMillis()));
            set.execute();
        }
    }

    /**
     * Makes PostgreSQL prefer index scans for the rest of this session's transaction. The statistics of a table that is being
     * filled still describe an empty one, and a chunk has thousands of keys to look up. Without effect elsewhere.
     *
     * @throws IllegalStateException if the database rejects the statement
     */
    public void lookUpByIndex() {
        if (!postgres) {
            return;
        }
        try (Connection connection = connection();
                PreparedStatement set = connection.prepareStatement(BY_INDEX)) {
            set.execute();
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not let its plans be chosen", e);
        }
    }

    /**
     * Whether another connection has waited for a lock of this session's transaction. Always false on other databases and before PostgreSQL 14.
     *
     * @param atLeast duration of the wait
     * @throws IllegalStateException if the database rejects the statement; the transaction is aborted then
     */
    public boolean blocksOtherConnections(Duration atLeast) {
        if (!postgres) {
            return false;
        }
        try (Connection connection = connection()) {
            return connection.getMetaData().getDatabaseMajorVersion() >= LOCK_WAIT_START_VERSION
                    && new Sql(connection, BLOCKED, atLeast.toMillis() / 1000.0)
                            .first(row -> row.getBoolean(1))
                            .orElse(false);
        } catch (SQLException e) {
            throw new IllegalStateException("the lock waits of other connections could not be read", e);
        }
    }

    /**
     * Starts ANALYZE for tables that have grown several times since their last statistics, on another thread. PostgreSQL only;
     * never fails.
     */
    public void keepStatistics() {
        if (postgres) {
            statistics.keepUp();
        }
    }

    /**
     * The time by the database's clock, the only one that all nodes share, in milliseconds since the epoch. On PostgreSQL it is that of
     * the statement, however long its transaction has run.
     */
    public static long now(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        // There, a time is a text without its zone, and the driver would take it for one of this node's zone.
        boolean zoneless = product.contains("maria") || product.contains("mysql");
        Sql query = zoneless
                ? new Sql(connection, "SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)")
                : new Sql(
                        connection,
                        product.contains("postgres") ? "SELECT clock_timestamp()" : "SELECT CURRENT_TIMESTAMP(3)");
        return query.first(
                        row -> zoneless ? row.getLong(1) : row.getTimestamp(1).getTime())
                .orElseThrow(() -> new SQLException("the database has no time"));
    }

    /**
     * A table's name for SQL, with the schema that the operator chose.
     *
     * @param name in lower case. Where case matters, as in MariaDB on Linux, tables have the names in Keycloak's change log, which
     *     are in upper case
     */
    public String table(String name) {
        return prefix + (upperCase ? name.toUpperCase(Locale.ROOT) : name);
    }
}
