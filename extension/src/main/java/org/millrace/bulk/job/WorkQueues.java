package org.millrace.bulk.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** The work queues that this node was told of. Safe for any thread. */
final class WorkQueues {
    private final Map<String, WorkQueueSource> sources;

    /** @param sources by their names */
    WorkQueues(Map<String, WorkQueueSource> sources) {
        this.sources = sources;
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
     * Does something in a transaction of its own.
     *
     * @throws SQLException if the queue cannot be reached or refuses, or this node was not told of it
     */
    <T> T in(String source, Work<T> work) throws SQLException {
        WorkQueueSource known = sources.get(source);
        if (known == null) {
            throw new SQLException("this node was not told where work queue " + source + " is", "08001");
        }
        // Closed without a commit, a transaction is rolled back.
        try (Connection connection = known.connect()) {
            T result = work.run(new WorkQueue(connection));
            connection.commit();
            return result;
        }
    }

    /** Changes something in a transaction of its own, as above. */
    void change(String source, Change change) throws SQLException {
        in(source, queue -> {
            change.make(queue);
            return source;
        });
    }

    /** Gives the rows back that are under a lease. */
    void giveBack(String source, String lease) throws SQLException {
        change(source, queue -> queue.release(lease));
    }
}
