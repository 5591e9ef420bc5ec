package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** What holds vacuum back, and what replicates. */
public final class HorizonSignals {

    /** Age of the oldest transaction in this database that may still read deleted rows. */
    public static final Signal OLDEST_TRANSACTION = Signal.gauge("postgres.horizon.transaction", "seconds");

    /** Sessions of other roles in this database that are in a transaction, whose age a role without {@code pg_monitor} is not shown. */
    public static final Signal HIDDEN = Signal.gauge("postgres.horizon.hidden", "sessions");

    /** Of transactions of this database that are prepared and neither committed nor rolled back; zero if there is none. */
    public static final Signal OLDEST_PREPARED = Signal.gauge("postgres.horizon.prepared", "seconds");

    /** Of the oldest replication slot; zero if there is none. */
    public static final Signal OLDEST_SLOT = Signal.gauge("postgres.horizon.slot", "transactions");

    public static final Signal INACTIVE_SLOTS = Signal.gauge("postgres.slots.inactive", "slots");

    /** WAL that the server retains for inactive replication slots. */
    public static final Signal RETAINED_WAL = Signal.gauge("postgres.slots.retained", "bytes");

    /** Slots for which the server has no longer all they need. */
    public static final Signal LOST_SLOTS = Signal.gauge("postgres.slots.lost", "slots");

    /** Slots for which it will not have all they need after the next checkpoint, unless they are read before. */
    public static final Signal UNRESERVED_SLOTS = Signal.gauge("postgres.slots.unreserved", "slots");

    /** Transactions since the oldest row version that is not frozen: at two billion the server stops. */
    public static final Signal TRANSACTION_AGE = Signal.gauge("postgres.transaction.age", "transactions");

    /** That replay the log: no backups, and no subscribers. Absent if there is a reader that the role may not see. */
    public static final Signal STANDBYS = Signal.gauge("postgres.standbys", "standbys");

    /** The most of the last day, as far as the advisor has run; absent like {@link #STANDBYS}. */
    public static final Signal MOST_STANDBYS = Signal.gauge("postgres.standbys.most", "standbys");

    /** That commits wait for; absent if the role may not see it. */
    public static final Signal SYNCHRONOUS_STANDBYS = Signal.gauge("postgres.standbys.synchronous", "standbys");

    /** Of the slowest standby; absent if there is none, or the role may not see it. */
    public static final Signal REPLAY_LAG = Signal.gauge("postgres.standbys.replay.lag", "seconds");

    /** 1 if the server is a standby itself. */
    public static final Signal IN_RECOVERY = Signal.gauge("postgres.in.recovery", "ratio");

    private HorizonSignals() {}
}
