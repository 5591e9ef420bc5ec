package org.millrace.advisor.rule.loadtest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.LoadTestSignals;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;

/** How busy what a request passes was in a load test. */
public final class Stations {

    /** From the server on, downstream last. */
    private static final Map<Signal, String> SERVER = server();

    private Stations() {}

    /** The busiest station behind the router with its use; empty if none is known. The more downstream of equals. */
    public static Optional<Map.Entry<Signal, Double>> busiest(Window window) {
        return SERVER.keySet().stream()
                .filter(window::has)
                .map(signal -> Map.entry(signal, window.latest(signal)))
                .reduce((one, next) -> next.getValue() >= one.getValue() ? next : one);
    }

    /** In words. */
    public static String name(Signal station) {
        return SERVER.getOrDefault(station, station.name());
    }

    /** The share that is used of the router's processes, or of its processors if those are not known. */
    static OptionalDouble router(Window window) {
        OptionalDouble cpu = window.latestIfKnown(LoadTestSignals.ROUTER_CPU);
        OptionalDouble cores = window.latestIfKnown(LoadTestSignals.ROUTER_CORES);
        OptionalDouble processes = window.latestIfKnown(LoadTestSignals.ROUTER_PROCESSES);
        return cpu.isPresent() && cores.isPresent() && processes.isPresent()
                ? OptionalDouble.of(cpu.getAsDouble() * cores.getAsDouble() / processes.getAsDouble())
                : cpu;
    }

    /** The use of the busiest station from the router on; empty if none is known. */
    static OptionalDouble any(Window window) {
        OptionalDouble router = router(window);
        return busiest(window)
                .map(station -> OptionalDouble.of(Math.max(router.orElse(0), station.getValue())))
                .orElse(router);
    }

    /** The requests a second that so many virtual users can make at most, by the interactive response-time law. */
    static double possible(Window window) {
        double think = window.latestIfKnown(LoadTestSignals.THINK_TIME).orElse(0);
        return window.latest(LoadTestSignals.VIRTUAL_USERS) / (window.latest(LoadTestSignals.RESPONSE_TIME) + think);
    }

    private static Map<Signal, String> server() {
        Map<Signal, String> stations = new LinkedHashMap<>();
        stations.put(LoadTestSignals.THREADS, "the request threads");
        stations.put(LoadTestSignals.SERVER_CPU, "the server's processors");
        stations.put(LoadTestSignals.POOL, "the connection pool");
        stations.put(LoadTestSignals.DATABASE_CPU, "the database's processors");
        return stations;
    }
}
