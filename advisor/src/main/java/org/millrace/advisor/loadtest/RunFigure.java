package org.millrace.advisor.loadtest;

import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.LoadTestSignals;
import org.millrace.advisor.sizing.Figure;

/** What may be said of a run, by the name it has in a request. */
public enum RunFigure {
    VIRTUAL_USERS("virtualUsers", LoadTestSignals.VIRTUAL_USERS, 1, 1e7),
    THINK_SECONDS("thinkSeconds", LoadTestSignals.THINK_TIME, 3600),
    /** Its inverse is the rate that a generator could make: no generator reports less than a microsecond. */
    RESPONSE_SECONDS("responseSeconds", LoadTestSignals.RESPONSE_TIME, 1e-6, 3600),
    THROUGHPUT("throughput", LoadTestSignals.THROUGHPUT, 1e7),
    SERVER_SECONDS("serverSeconds", LoadTestSignals.SERVER_TIME, 3600),
    GENERATOR_CPU("generatorCpu", LoadTestSignals.GENERATOR_CPU, 1),
    GENERATOR_ERRORS("generatorErrors", LoadTestSignals.GENERATOR_ERRORS, 1),
    ROUTER_CPU("routerCpu", LoadTestSignals.ROUTER_CPU, 1),
    ROUTER_CORES("routerCores", LoadTestSignals.ROUTER_CORES, 4096),
    ROUTER_PROCESSES("routerProcesses", LoadTestSignals.ROUTER_PROCESSES, 4096),
    ROUTER_MAX_CONNECTIONS("routerMaxConnections", LoadTestSignals.ROUTER_MAX_CONNECTIONS, 1e7),
    SERVER_CPU("serverCpu", LoadTestSignals.SERVER_CPU, 1),
    SERVER_ERRORS("serverErrors", LoadTestSignals.SERVER_ERRORS, 1),
    THREADS("threadsUse", LoadTestSignals.THREADS, 1),
    POOL("poolUse", LoadTestSignals.POOL, 1),
    DATABASE_CPU("databaseCpu", LoadTestSignals.DATABASE_CPU, 1),
    CONNECTIONS_PER_REQUEST("connectionsPerRequest", LoadTestSignals.CONNECTIONS_PER_REQUEST, 100),
    DURATION("durationSeconds", LoadTestSignals.DURATION, 1e7),
    WARM_UP("warmUpSeconds", LoadTestSignals.WARM_UP, 1e7),
    USERS("users", LoadTestSignals.USERS, 1e10),
    ATTEMPTS("attemptedLogins", LoadTestSignals.ATTEMPTS, 1e7),
    SUCCESSES("succeededLogins", LoadTestSignals.SUCCESSES, 1e7),
    NODES("nodes", LoadTestSignals.NODES, 1000);

    private final String field;
    private final Signal signal;
    private final double least;
    private final double most;

    RunFigure(String field, Signal signal, double most) {
        this(field, signal, 0, most);
    }

    RunFigure(String field, Signal signal, double least, double most) {
        this.field = field;
        this.signal = signal;
        this.least = least;
        this.most = most;
    }

    /** Its name in a request. */
    public String field() {
        return field;
    }

    /** What rules know it as, with its unit. */
    public Signal signal() {
        return signal;
    }

    /** @throws IllegalArgumentException naming the field if the value makes no sense */
    public double require(double value) {
        return Figure.require(field, value, least, most);
    }
}
