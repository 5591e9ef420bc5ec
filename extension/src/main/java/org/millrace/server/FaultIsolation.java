package org.millrace.server;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.millrace.server.setting.InvalidSettingException;

/** Keeps faults of Millrace from Keycloak's start, events and shutdown. Thread-safe. */
public final class FaultIsolation {
    private static final Logger LOG = Logger.getLogger(FaultIsolation.class);

    private FaultIsolation() {}

    /**
     * Runs an action. If it throws, writes one line to the log, with the types of the exception and its causes, and without their messages, which
     * may quote data. The stack trace is written at level {@code DEBUG}.
     *
     * @param consequence begins the line, such as {@code The advisor is disabled}
     * @return whether the action did not throw
     * @throws InvalidSettingException if the action throws it: the server must not start with this setting
     */
    public static boolean run(String consequence, Runnable action) {
        return test(consequence, () -> {
            action.run();
            return true;
        });
    }

    /** As {@link #run}; returns what the condition returns, and false if it throws. */
    public static boolean test(String consequence, BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (InvalidSettingException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            LOG.errorf("%s: %s", consequence, summary(e));
            LOG.debug(consequence + ": " + Arrays.toString(e.getStackTrace()));
            return false;
        }
    }

    private static String summary(Throwable e) {
        String causes = Stream.iterate(e, cause -> cause != null, Throwable::getCause)
                .map(FaultIsolation::name)
                .collect(Collectors.joining(", caused by "));
        StackTraceElement[] trace = e.getStackTrace();
        return causes + (trace.length == 0 ? "" : " at " + trace[0]);
    }

    /** The message of a linkage error names a class or member, and is no data. */
    private static String name(Throwable e) {
        return e.getClass().getName() + (e instanceof LinkageError ? " (" + e.getMessage() + ")" : "");
    }
}
