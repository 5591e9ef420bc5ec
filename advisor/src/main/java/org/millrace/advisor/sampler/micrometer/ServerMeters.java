package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.millrace.advisor.model.CacheSignals;
import org.millrace.advisor.model.ClusterSignals;
import org.millrace.advisor.model.HttpSignals;
import org.millrace.advisor.model.LoadSignals;
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
        addLoad(meters);
        meters.add(new MeterSum(ClusterSignals.SIZE, "vendor.cluster.size", Statistic.VALUE, id -> true));
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

    private static void addLoad(List<MeterSum> meters) {
        String passwords = "keycloak.credentials.password.hashing";
        meters.add(new MeterSum(LoadSignals.PASSWORD_VALIDATIONS, passwords, Statistic.COUNT, id -> true));
        meters.add(new MeterSum(
                LoadSignals.WRONG_PASSWORDS, passwords, Statistic.COUNT, id -> "invalid".equals(id.getTag("outcome"))));
        meters.add(event(LoadSignals.LOGINS, "login"));
        meters.add(event(LoadSignals.LOGOUTS, "logout"));
        meters.add(event(LoadSignals.CLIENT_LOGINS, "client_login"));
        meters.add(event(LoadSignals.REFRESHES, "refresh_token"));
    }

    private static MeterSum event(Signal signal, String event) {
        return new MeterSum(signal, "keycloak.user", Statistic.COUNT, id -> event.equals(id.getTag("event")));
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
