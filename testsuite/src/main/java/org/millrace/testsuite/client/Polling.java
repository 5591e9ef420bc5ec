package org.millrace.testsuite.client;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Asks again until something is so. */
public final class Polling {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private Polling() {}

    /** Something that may be so, asked of a database or a server. */
    @FunctionalInterface
    public interface Question {
        boolean isSo() throws SQLException;
    }

    /** The same for what throws nothing checked. */
    public static void await(String what, BooleanSupplier isSo) {
        try {
            until(what, isSo::getAsBoolean);
        } catch (SQLException e) {
            throw new IllegalStateException("thrown by what cannot throw it", e);
        }
    }

    /**
     * Returns as soon as it is so.
     *
     * @throws AssertionError if it is not in two minutes, with what was waited for
     */
    public static void until(String what, Question question) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!question.isSo()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("in " + PATIENCE + " not so: " + what);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
