package org.millrace.advisor.rule.loadtest;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.Window;
import org.millrace.advisor.model.signal.LoadTestSignals;

/** Utilisation of the stations of a request in a load test. */
public final class Stations {

    /** From the server on, downstream last. */
    private static final Map<Signal, String> SERVER = server();

    private static final List<Signal> PROCESSORS = List.of(LoadTestSignals.SERVER_CPU, LoadTestSignals.DATABASE_CPU);

    /**
     * A saturated resource comes before an occupied one: a thread or a connection is held while its request waits downstream, but
     * a busy processor does work.
     */
    private static final List<List<Signal>> BINDING =
            List.of(PROCESSORS, List.of(LoadTestSignals.POOL), List.of(LoadTestSignals.THREADS));

    private Stations() {}

    /** The station behind the router that binds, if it is used to so much, else the busiest one; empty if none is known. */
    static Optional<Map.Entry<Signal, Double>> binding(Window window, double used) {
        return BINDING.stream()
                .map(stations -> busiest(window, stations))
                .flatMap(Optional::stream)
                .filter(station -> station.getValue() >= used)
                .findFirst()
                .or(() -> busiest(window));
    }

    /** The busiest station behind the router with its use; empty if none is known. The more downstream of equals. */
    static Optional<Map.Entry<Signal, Double>> busiest(Window window) {
        return busiest(window, SERVER.keySet());
    }

    private static Optional<Map.Entry<Signal, Double>> busiest(Window window, Collection<Signal> stations) {
        return stations.stream()
                .filter(window::has)
                .map(signal -> Map.entry(signal, window.latest(signal)))
                .reduce((one, next) -> next.getValue() >= one.getValue() ? next : one);
    }

    /** The other processors if they are used nearly as much as a station: within a share of that. */
    static Optional<Signal> near(Window window, Signal station, double share) {
        return PROCESSORS.stream()
                .filter(other -> !other.equals(station) && window.has(other))
                .filter(other -> window.latest(other) >= (1 - share) * window.latest(station))
                .findFirst();
    }

    /** Whether the router, which may end TLS too, is used more than the server's processors. */
    public static boolean isRouterBusier(Window window) {
        return router(window).orElse(0)
                > window.latestIfKnown(LoadTestSignals.SERVER_CPU).orElse(0);
    }

    /** The name for a message. */
    static String name(Signal station) {
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

    /** Upper bound for the requests per second of this number of virtual users, by the interactive response-time law. */
    static double possible(Window window) {
        double think = window.latestIfKnown(LoadTestSignals.THINK_TIME).orElse(0);
        return window.latest(LoadTestSignals.VIRTUAL_USERS) / (window.latest(LoadTestSignals.RESPONSE_TIME) + think);
    }

    private static Map<Signal, String> server() {
        Map<Signal, String> stations = new LinkedHashMap<>();
        stations.put(LoadTestSignals.THREADS, "the request threads");
        stations.put(LoadTestSignals.SERVER_CPU, "the server's processors");
        stations.put(LoadTestSignals.POOL, "the connections of the pool");
        stations.put(LoadTestSignals.DATABASE_CPU, "the database's processors");
        return stations;
    }
}
