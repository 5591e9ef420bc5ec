package org.millrace.advisor.sampler.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Statistic;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.millrace.advisor.model.Signal;
import org.millrace.advisor.model.signal.EventLoopSignals;
import org.millrace.advisor.model.signal.HttpSignals;

/** Meters of the HTTP server. */
final class HttpMeters {

    private static final String REQUESTS = "http.server.requests";

    /** Paths of the management interface. */
    private static final List<String> MANAGEMENT = List.of("/health", "/metrics", "/advisor");

    /** Keycloak's own service level: 95 % of these within this time. */
    private static final double FAST_SECONDS = 0.25;

    private HttpMeters() {}

    /** Meters of answered requests have no tag for the port, so the management interface is recognised by its paths. */
    static List<MeterSum> all(int managementPort, String managementPath) {
        String port = Integer.toString(managementPort);
        Predicate<Meter.Id> ofUsers =
                id -> MANAGEMENT.stream().noneMatch(path -> uri(id).startsWith(managementPath + path));
        Predicate<Meter.Id> usersPort = id -> !port.equals(id.getTag("server.port"));
        return List.of(
                count(HttpSignals.REQUESTS, ofUsers),
                time(HttpSignals.REQUEST_TIME, ofUsers),
                count(HttpSignals.SERVER_ERRORS, id -> ofUsers.test(id) && is(id, "outcome", "SERVER_ERROR")),
                count(HttpSignals.REFUSED, id -> ofUsers.test(id) && is(id, "status", "503")),
                count(HttpSignals.RESETS, id -> ofUsers.test(id) && is(id, "status", "RESET")),
                count(HttpSignals.AUTHENTICATIONS, HttpMeters::isAuthentication),
                time(HttpSignals.AUTHENTICATION_TIME, HttpMeters::isAuthentication),
                new MeterSum(
                        HttpSignals.FAST_AUTHENTICATIONS,
                        REQUESTS,
                        meter -> MeterFigures.countUpTo(FAST_SECONDS, meter),
                        Double::sum,
                        HttpMeters::isAuthentication),
                count(
                        HttpSignals.TOKEN_LOOK_UPS,
                        id -> uri(id).endsWith("/userinfo") || uri(id).endsWith("/introspect")),
                count(HttpSignals.DISCOVERIES, id -> uri(id).endsWith("/certs") || uri(id).contains("/.well-known")),
                time(HttpSignals.STATIC_TIME, id -> uri(id).startsWith("/resources")),
                count(
                        HttpSignals.ADMIN_WRITES,
                        id -> uri(id).startsWith("/admin") && !is(id, "method", "GET") && !is(id, "method", "OPTIONS")),
                new MeterSum(HttpSignals.CONNECTIONS, "http.server.active.connections", Statistic.VALUE, usersPort),
                new MeterSum(HttpSignals.CONNECTION_AGES, "http.server.connections", Statistic.DURATION, usersPort),
                new MeterSum(
                        EventLoopSignals.PENDING,
                        "netty.eventexecutor.tasks.pending",
                        Statistic.VALUE,
                        HttpMeters::isLoop),
                new MeterSum(
                        EventLoopSignals.MOST_PENDING,
                        "netty.eventexecutor.tasks.pending",
                        meter -> MeterFigures.of(meter, Statistic.VALUE),
                        Math::max,
                        HttpMeters::isLoop));
    }

    private static MeterSum count(Signal signal, Predicate<Meter.Id> chosen) {
        return new MeterSum(signal, REQUESTS, Statistic.COUNT, chosen);
    }

    private static MeterSum time(Signal signal, Predicate<Meter.Id> chosen) {
        return new MeterSum(signal, REQUESTS, Statistic.TOTAL_TIME, chosen);
    }

    private static boolean isAuthentication(Meter.Id id) {
        return uri(id).startsWith("/realms/{realm}/protocol/{protocol}")
                || uri(id).startsWith("/realms/{realm}/login-actions");
    }

    private static boolean isLoop(Meter.Id id) {
        return is(id, "executor", "eventLoop");
    }

    private static String uri(Meter.Id id) {
        return Objects.requireNonNullElse(id.getTag("uri"), "");
    }

    private static boolean is(Meter.Id id, String tag, String value) {
        return value.equals(id.getTag(tag));
    }
}
