package org.millrace.bulk.job.queue;

import java.sql.Connection;
import java.sql.SQLException;

/** The work queues that are configured on this node. Thread-safe. */
public final class WorkQueues {
    private final QueuePolicy policy;

    /** Work queues that this policy allows. */
    public WorkQueues(QueuePolicy policy) {
        this.policy = policy;
    }

    /** What operators set about them. */
    QueuePolicy policy() {
        return policy;
    }

    /** Something to do in a queue. */
    @FunctionalInterface
    interface Work<T> {
        T run(WorkQueue queue) throws SQLException;
    }

    /** As {@link Work}, without a result. */
    @FunctionalInterface
    interface Change {
        void make(WorkQueue queue) throws SQLException;
    }

    /**
     * Runs work in a transaction of its own.
     *
     * @throws SQLException if the queue is unreachable or rejects a statement, or is not configured on this node
     */
    <T> T in(String source, Work<T> work) throws SQLException {
        // Closed without a commit, a transaction is rolled back.
        try (Connection connection = connect(source)) {
            T result = work.run(new WorkQueue(connection));
            connection.commit();
            return result;
        }
    }

    private Connection connect(String source) throws SQLException {
        WorkQueueSource known = policy.sources().get(source);
        if (known == null) {
            throw new SQLException("work queue " + source + " is not configured on this node", "08001");
        }
        return known.connect();
    }

    /** Changes something in a transaction of its own, as above. */
    void change(String source, Change change) throws SQLException {
        try (Connection connection = connect(source)) {
            change.make(new WorkQueue(connection));
            connection.commit();
        }
    }

    /** Gives the rows back that are under a lease. */
    void giveBack(String source, String lease) throws SQLException {
        change(source, queue -> queue.release(lease));
    }
}
