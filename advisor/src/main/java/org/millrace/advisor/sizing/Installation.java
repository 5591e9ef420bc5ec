package org.millrace.advisor.sizing;

import java.util.OptionalDouble;

/**
 * The existing installation. An unknown value is empty, and its constraint is omitted.
 *
 * @param requestCores of one pod
 * @param limitCores of one pod
 * @param databaseUse share of the database's processors that may be used, 0.7 in normal times, 0.9 at most
 * @param poolSize of one pod, and so are the threads
 * @param holdSeconds for which one request holds a connection
 * @param requestSeconds for which one request holds a thread
 */
public record Installation(
        int pods,
        OptionalDouble requestCores,
        OptionalDouble limitCores,
        OptionalDouble databaseCores,
        double databaseUse,
        OptionalDouble databaseWrites,
        OptionalDouble maxConnections,
        OptionalDouble poolSize,
        OptionalDouble requestThreads,
        double holdSeconds,
        double requestSeconds) {

    /** Ten milliseconds of work and five round trips of two. */
    public static final double HOLD_SECONDS = 0.02;

    public static final double REQUEST_SECONDS = 0.06;

    public static final double DATABASE_USE = 0.9;

    /** Of anything that is known: of less than a thousandth nothing can be said. */
    public static final double LEAST = 0.001;

    public Installation {
        Figure.require("pods", pods, 1, 1000);
        Figure.require("databaseUse", databaseUse, 0.01, 1);
        Figure.require("holdSeconds", holdSeconds, 0.0001, 600);
        Figure.require("requestSeconds", requestSeconds, 0.0001, 600);
        require("cpuRequest", requestCores, 1024);
        require("cpuLimit", limitCores, 1024);
        require("databaseCores", databaseCores, 4096);
        require("databaseWrites", databaseWrites, 1e8);
        require("maxConnections", maxConnections, 1e6);
        require("poolSize", poolSize, 1e6);
        require("requestThreads", requestThreads, 1e6);
    }

    private static void require(String name, OptionalDouble value, double most) {
        value.ifPresent(present -> Figure.require(name, present, LEAST, most));
    }
}
