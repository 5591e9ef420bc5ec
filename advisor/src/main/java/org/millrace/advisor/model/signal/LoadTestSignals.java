package org.millrace.advisor.model.signal;

import org.millrace.advisor.model.Signal;

/** One steady stretch of a load test, as the generator's report and the servers' graphs show it. */
public final class LoadTestSignals {

    public static final Signal VIRTUAL_USERS = gauge("virtual.users", "users");

    /** That a virtual user waits between two requests. */
    public static final Signal THINK_TIME = gauge("think.time", "seconds");

    /** Of a request, as the generator sees it. */
    public static final Signal RESPONSE_TIME = gauge("response.time", "seconds");

    public static final Signal THROUGHPUT = gauge("throughput", "requests per second");

    /** Of a request, as the server sees it. */
    public static final Signal SERVER_TIME = gauge("server.time", "seconds");

    /** 0 to 1 of the generator's processors, and so for the others. */
    public static final Signal GENERATOR_CPU = gauge("generator.cpu", "ratio");

    /** Requests that failed at the generator before the server saw them, such as in TLS, by all. */
    public static final Signal GENERATOR_ERRORS = gauge("generator.errors", "ratio");

    public static final Signal ROUTER_CPU = gauge("router.cpu", "ratio");

    public static final Signal ROUTER_CORES = gauge("router.cores", "cores");

    /** Processes or threads among which the router spreads connections. */
    public static final Signal ROUTER_PROCESSES = gauge("router.processes", "processes");

    /** Connections that the router serves at once; more wait for one of these to end. */
    public static final Signal ROUTER_MAX_CONNECTIONS = gauge("router.connections.max", "connections");

    public static final Signal SERVER_CPU = gauge("server.cpu", "ratio");

    /** Requests that failed at the server, by all. */
    public static final Signal SERVER_ERRORS = gauge("server.errors", "ratio");

    public static final Signal THREADS = gauge("server.threads", "ratio");

    public static final Signal POOL = gauge("server.pool", "ratio");

    public static final Signal DATABASE_CPU = gauge("database.cpu", "ratio");

    public static final Signal CONNECTIONS_PER_REQUEST = gauge("connections.per.request", "connections");

    public static final Signal DURATION = gauge("duration", "seconds");

    public static final Signal WARM_UP = gauge("warm.up", "seconds");

    /** In the realm under test. */
    public static final Signal USERS = gauge("users", "users");

    /** Logins begun a second. */
    public static final Signal ATTEMPTS = gauge("attempts", "logins per second");

    /** Logins that succeeded, a second. */
    public static final Signal SUCCESSES = gauge("successes", "logins per second");

    public static final Signal NODES = gauge("nodes", "nodes");

    private LoadTestSignals() {}

    private static Signal gauge(String name, String unit) {
        return Signal.gauge("loadtest." + name, unit);
    }
}
