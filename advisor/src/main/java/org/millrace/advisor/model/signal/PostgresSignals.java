package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** PostgreSQL, seen through the advisor's own connection, which is not counted. */
public final class PostgresSignals {

    public static final Signal SESSIONS = Signal.gauge("postgres.sessions", "sessions");

    public static final Signal ACTIVE = Signal.gauge("postgres.sessions.active", "sessions");

    /** Active and waiting for nothing that the database knows of, so most likely on a processor. */
    public static final Signal RUNNING = Signal.gauge("postgres.sessions.running", "sessions");

    public static final Signal IDLE_IN_TRANSACTION = Signal.gauge("postgres.sessions.idle.in.transaction", "sessions");

    /** Those of this node in this database; behind a proxy, those of all its clients. */
    public static final Signal OWN_IDLE_IN_TRANSACTION =
            Signal.gauge("postgres.sessions.own.idle.in.transaction", "sessions");

    /** Of other roles, whose state a role without {@code pg_monitor} is not shown. */
    public static final Signal HIDDEN = Signal.gauge("postgres.sessions.hidden", "sessions");

    /** In this database. */
    public static final Signal WAITING_FOR_LOCK = Signal.gauge("postgres.sessions.waiting.for.lock", "sessions");

    public static final Signal WAITING_FOR_LATCH = Signal.gauge("postgres.sessions.waiting.for.lwlock", "sessions");

    public static final Signal WAITING_FOR_IO = Signal.gauge("postgres.sessions.waiting.for.io", "sessions");

    /** For the right to change a page that others change too: latches of single pages. */
    public static final Signal WAITING_FOR_PAGE = Signal.gauge("postgres.sessions.waiting.for.page", "sessions");

    /** For the write-ahead log to be on disk, in this database. */
    public static final Signal WAITING_FOR_WAL = Signal.gauge("postgres.sessions.waiting.for.wal", "sessions");

    /** In this database. */
    public static final Signal WAITING_FOR_STANDBY = Signal.gauge("postgres.sessions.waiting.for.standby", "sessions");

    /**
     * How long the commits of this database that wait for the log or a standby at this moment have done so, on average; absent if
     * none does.
     */
    public static final Signal COMMIT_WAIT = Signal.gauge("postgres.commits.waiting.time", "milliseconds");

    public static final Signal WAITING_FOR_DATA_FILE =
            Signal.gauge("postgres.sessions.waiting.for.data.file", "sessions");

    /** Of this node in this database. */
    public static final Signal OWN_LONGEST_TRANSACTION = Signal.gauge("postgres.transactions.own.longest", "seconds");

    public static final Signal LONGEST_TRANSACTION = Signal.gauge("postgres.transactions.longest", "seconds");

    /** Zero if no session waits. */
    public static final Signal LONGEST_LOCK_WAIT = Signal.gauge("postgres.locks.longest.wait", "seconds");

    /** The process that most sessions wait for and that waits for no lock itself; absent if no session waits. */
    public static final Signal BLOCKER = Signal.gauge("postgres.locks.blocker", "process id");

    /** The value of {@link #BLOCKER} if that is a prepared transaction, which no process has. */
    public static final int PREPARED = 0;

    /** Absent if it is in none or prepared, or if the role may not see it. */
    public static final Signal BLOCKER_TRANSACTION = Signal.gauge("postgres.locks.blocker.transaction", "seconds");

    /** 1 if the blocker waits for its client to say something, 0 if it is at work; absent if it is prepared, or if the role may not see it. */
    public static final Signal BLOCKER_IDLE = Signal.gauge("postgres.locks.blocker.idle", "ratio");

    public static final Signal MAX_CONNECTIONS = Signal.gauge("postgres.max.connections", "connections");

    /** Part of {@link #MAX_CONNECTIONS} that is reserved for other roles. */
    public static final Signal RESERVED_CONNECTIONS = Signal.gauge("postgres.reserved.connections", "connections");

    /** Of the database server; absent unless it is on this machine or an operator has said so. */
    public static final Signal CORES = Signal.gauge("postgres.cores", "cores");

    public static final Signal COMMITS = Signal.counter("postgres.commits", "transactions");

    public static final Signal ROLLBACKS = Signal.counter("postgres.rollbacks", "transactions");

    public static final Signal DEADLOCKS = Signal.counter("postgres.deadlocks", "deadlocks");

    public static final Signal BLOCKS_HIT = Signal.counter("postgres.blocks.hit", "blocks");

    public static final Signal BLOCKS_READ = Signal.counter("postgres.blocks.read", "blocks");

    public static final Signal TEMPORARY_BYTES = Signal.counter("postgres.temporary.bytes", "bytes");

    public static final Signal LIVE_TUPLES = Signal.gauge("postgres.tuples.live", "tuples");

    public static final Signal DEAD_TUPLES = Signal.gauge("postgres.tuples.dead", "tuples");

    /** Tables with more dead tuples than autovacuum is set to leave. */
    public static final Signal TABLES_DUE = Signal.gauge("postgres.tables.due.for.vacuum", "tables");

    /** 1 while the database accepts no writes of a session that has default settings: a standby, or set so. */
    public static final Signal READ_ONLY = Signal.gauge("postgres.read.only", "ratio");

    /** By hand or automatic. */
    public static final Signal RUNNING_VACUUMS = Signal.gauge("postgres.vacuums.running", "vacuums");

    /** Of the largest table that lacks an index which Keycloak has made elsewhere; absent if none does. */
    public static final Signal ROWS_WITHOUT_INDEX = Signal.gauge("postgres.rows.without.index", "rows");

    public static final Signal DATABASE_SIZE = Signal.gauge("postgres.database.size", "bytes");

    public static final Signal TEMPORARY_FILES = Signal.counter("postgres.temporary.files", "files");

    public static final Signal ROUND_TRIP = Signal.gauge("postgres.round.trip", "milliseconds");

    /** 1 if the database runs on this machine, so that it shares the processors and no network lies between. */
    public static final Signal ON_THIS_MACHINE = Signal.gauge("postgres.on.this.machine", "ratio");

    private PostgresSignals() {}
}
