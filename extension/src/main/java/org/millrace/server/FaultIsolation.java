package org.millrace.server;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.millrace.server.setting.InvalidSettingException;

/**
 * Keeps faults of Millrace from Keycloak's start and shutdown. Not for listeners whose work belongs to a transaction of Keycloak: their faults
 * roll it back. Thread-safe.
 */
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
            LOG.debug(consequence + ": " + trace(e));
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

    private static String trace(Throwable e) {
        return Stream.iterate(e, cause -> cause != null, Throwable::getCause)
                .map(cause -> name(cause) + " " + Arrays.toString(cause.getStackTrace()))
                .collect(Collectors.joining(", caused by "));
    }

    /** With the message only if it names a class or member: others may quote data. */
    private static String name(Throwable e) {
        boolean namesCode = e instanceof NoClassDefFoundError || e instanceof IncompatibleClassChangeError;
        return e.getClass().getName() + (namesCode ? " (" + e.getMessage() + ")" : "");
    }
}
