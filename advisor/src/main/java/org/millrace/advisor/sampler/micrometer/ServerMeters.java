package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.millrace.advisor.model.CacheSignals;
import org.millrace.advisor.model.HttpSignals;
import org.millrace.advisor.model.Signal;

/** The meters of a Keycloak server that the advisor reads: a short list, for reading all of them would cost too much. */
public final class ServerMeters {

    private ServerMeters() {}

    /** @param managementPort whose requests are not the users' */
    public static List<MeterSum> chosen(int managementPort) {
        List<MeterSum> meters = new ArrayList<>();
        meters.add(activeRequests(managementPort));
        meters.add(new MeterSum(
                HttpSignals.REQUESTS, "http.server.requests", Statistic.COUNT, ServerMeters::isUserRequest));
        meters.add(new MeterSum(
                HttpSignals.REQUEST_TIME, "http.server.requests", Statistic.TOTAL_TIME, ServerMeters::isUserRequest));
        for (String cache : CacheSignals.ENTITY_CACHES) {
            meters.add(cacheStatistic(CacheSignals.hits(cache), "vendor.statistics_hits", cache));
            meters.add(cacheStatistic(CacheSignals.misses(cache), "vendor.statistics_misses", cache));
            meters.add(cacheStatistic(CacheSignals.evictions(cache), "vendor.statistics_evictions", cache));
        }
        return meters;
    }

    public static MeterSum activeRequests(int managementPort) {
        String port = Integer.toString(managementPort);
        return new MeterSum(
                HttpSignals.ACTIVE_REQUESTS,
                "http.server.active.requests",
                Statistic.VALUE,
                id -> !port.equals(id.getTag("server.port")));
    }

    private static boolean isUserRequest(Meter.Id id) {
        String uri = Objects.requireNonNullElse(id.getTag("uri"), "");
        return !uri.startsWith("/health") && !uri.startsWith("/metrics");
    }

    private static MeterSum cacheStatistic(Signal signal, String meter, String cache) {
        Predicate<Meter.Id> ofCache = id -> cache.equals(id.getTag("cache"));
        return new MeterSum(signal, meter, Statistic.VALUE, ofCache);
    }
}
