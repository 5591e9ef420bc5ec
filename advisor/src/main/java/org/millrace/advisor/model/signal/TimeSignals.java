package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.TimeCategory;

/** Inputs of the time model, in addition to {@link TimeCategory}. */
public final class TimeSignals {

    /** Threads of this process that were ready to run and had no processor, on average since the reading before. */
    public static final Signal WAITING_FOR_PROCESSOR = Signal.gauge("process.threads.waiting.for.processor", "threads");

    /** Processors that a PostgreSQL on this machine uses; absent where its processes cannot be seen. */
    public static final Signal DATABASE_PROCESSORS = Signal.gauge("postgres.processes.cpu", "cores");

    /** Requests that have arrived and are not answered, counted by the provider itself. */
    public static final Signal IN_FLIGHT = Signal.gauge("requests.in.flight", "requests");

    /** 1 while the advisor's own connection to the database works, 0 while it cannot be opened or used. */
    public static final Signal DATABASE_REACHABLE = Signal.gauge("postgres.reachable", "ratio");

    /** Rows that the most expensive statement of the database reads per second, by any access path. */
    public static final Signal STATEMENT_ROWS_READ = Signal.gauge("postgres.statement.rows.read", "rows per second");

    /** Of the same statement, for each execution; estimated without pg_stat_statements. */
    public static final Signal STATEMENT_ROWS_PER_CALL = Signal.gauge("postgres.statement.rows.read.per.call", "rows");

    /** Of the same statement; absent without pg_stat_statements. */
    public static final Signal STATEMENT_ROWS_RETURNED =
            Signal.gauge("postgres.statement.rows.returned.per.call", "rows");

    /** Of the same statement: sessions that execute it. */
    public static final Signal STATEMENT_SESSIONS = Signal.gauge("postgres.statement.sessions", "sessions");

    /** Sessions of the database server that are not of this server's pool. */
    public static final Signal OTHER_SESSIONS = Signal.gauge("postgres.sessions.others", "sessions");

    /** All sessions that take a connection slot. */
    public static final Signal SLOTS_USED = Signal.gauge("postgres.slots.used", "connections");

    private TimeSignals() {}

    /** Requests of a kind that were answered. */
    public static Signal answered(RequestKind kind) {
        return Signal.counter("requests.answered." + kind.label(), "requests");
    }

    /** Time from arrival to the end of the answer, of all requests of a kind. */
    public static Signal time(RequestKind kind) {
        return Signal.counter("requests.time." + kind.label(), "seconds");
    }
}
