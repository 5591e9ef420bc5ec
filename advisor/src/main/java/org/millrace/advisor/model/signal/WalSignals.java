package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** PostgreSQL's write-ahead log, its checkpoints, and its consumers. */
public final class WalSignals {

    public static final Signal BYTES = Signal.counter("postgres.wal.bytes", "bytes");

    /** Pages written whole, because they changed for the first time after a checkpoint. */
    public static final Signal FULL_PAGES = Signal.counter("postgres.wal.full.pages", "pages");

    public static final Signal SYNCS = Signal.counter("postgres.wal.syncs", "syncs");

    /** Absent unless the server measures it. */
    public static final Signal SYNC_TIME = Signal.counter("postgres.wal.sync.time", "milliseconds");

    public static final Signal TIMED_CHECKPOINTS = Signal.counter("postgres.checkpoints.timed", "checkpoints");

    /** Before their time, because so much was written, or on demand. */
    public static final Signal FORCED_CHECKPOINTS = Signal.counter("postgres.checkpoints.requested", "checkpoints");

    /** Writes and syncs of any kind; absent before PostgreSQL 16. */
    public static final Signal WRITES = Signal.counter("postgres.io.writes", "writes");

    /** For how long archiving was seen to fail, and only to fail; zero while it works, absent if there is none. */
    public static final Signal ARCHIVE_FAILING = Signal.gauge("postgres.archive.failing", "seconds");

    private WalSignals() {}
}
