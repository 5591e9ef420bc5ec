package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.millrace.server.Database;
import org.millrace.server.Sql;
import org.millrace.server.SqlWork;

/** Tables of jobs in Keycloak's database: their names, and transactions on them. Thread-safe. */
public final class JobDatabase {
    /** Idle-in-transaction timeout of a chunk, long enough for the slowest password hashes. */
    private static final Duration PAUSE_IN_A_CHUNK = Duration.ofMinutes(2);

    /** Idle-in-transaction timeout of bookkeeping, which is short because all nodes wait for the locks. */
    private static final Duration PAUSE_IN_THE_BOOKS = Duration.ofSeconds(15);

    private final Database database;

    /** Jobs in Keycloak's own database. */
    public JobDatabase(Database database) {
        this.database = database;
    }

    /** Keycloak's realms. */
    String realm() {
        return database.table("realm");
    }

    /** The clause that locks rows whose keys do not change. */
    String forChange() {
        return database.forChange();
    }

    /** The name of one of Keycloak's tables in SQL. */
    public String table(String name) {
        return database.table(name);
    }

    /** The table of jobs. */
    public String job() {
        return database.table("millrace_job");
    }

    /** The table of the parts of jobs. */
    public String part() {
        return database.table("millrace_job_part");
    }

    /** The table of the chunks of parts. */
    public String chunk() {
        return database.table("millrace_job_chunk");
    }

    /** The table of the records of chunks. */
    public String block() {
        return database.table("millrace_job_block");
    }

    /** The table of the outcomes of records, see {@code Ledger}. */
    public String ledger() {
        return database.table("millrace_job_ledger");
    }

    /** The table of the states of entities before an import. */
    public String image() {
        return database.table("millrace_job_image");
    }

    /** The table of password hashes from parts that contain only hashes, which are stored until the job starts. */
    public String hash() {
        return database.table("millrace_job_hash");
    }

    /** The table of the numbers of problems and warnings by code. */
    public String code() {
        return database.table("millrace_job_code");
    }

    /**
     * Runs work in a transaction of its own, which a suspended node cannot keep open.
     *
     * @throws SQLException if the database rejects a statement; after a lost connection the result of the commit is unknown
     */
    public <T> T inTransaction(SqlWork<T> work) throws SQLException {
        return database.inTransaction(connection -> {
            database.endIfIdle(connection, PAUSE_IN_THE_BOOKS);
            return work.run(connection);
        });
    }

    /** One statement in a transaction of its own; returns how many rows were changed. */
    public int update(String sql, @Nullable Object... parameters) throws SQLException {
        return inTransaction(connection -> new Sql(connection, sql, parameters).update());
    }

    /** Reads something; nothing is locked. */
    public <T> T read(SqlWork<T> work) throws SQLException {
        return database.inTransaction(work);
    }

    /** Makes the database end the transaction of a chunk if its node is suspended. */
    public void guard(Connection connection) throws SQLException {
        database.endIfIdle(connection, PAUSE_IN_A_CHUNK);
    }

    /** A connection of the session's transaction on this thread. */
    public Connection joined() throws SQLException {
        return database.connection();
    }
}
