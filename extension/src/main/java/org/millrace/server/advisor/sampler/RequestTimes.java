package org.millrace.server.advisor.sampler;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.keycloak.Config;
import org.millrace.advisor.model.RequestKind;
import org.millrace.advisor.model.signal.TimeSignals;
import org.millrace.advisor.sampler.Readings;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;

/**
 * Counts requests and takes their time by kind, from arrival to the end of the answer, queue included. It works without metrics, and
 * costs a request two increments.
 */
@Singleton
public final class RequestTimes {

    /** Before everything that could wait. */
    private static final int FIRST = -1001;

    private static final Map<RequestKind, Counts> COUNTS = counts();

    private static final LongAdder IN_FLIGHT = new LongAdder();

    private record Counts(LongAdder answered, LongAdder nanos) {}

    private static volatile boolean counting;

    void addRoute(@Observes Router router) {
        if (Compatibility.isSupported()) {
            counting = FaultIsolation.test("Request times are not measured", () -> addRouteTo(router));
        }
    }

    private static boolean addRouteTo(Router router) {
        if (!isAdvisorEnabled()) {
            return false;
        }
        router.route().order(FIRST).handler(RequestTimes::follow);
        return true;
    }

    /** Settings reach the provider's factory, not this bean; the advisor itself rejects another value than a boolean. */
    private static boolean isAdvisorEnabled() {
        return !"false"
                .equals(Config.scope("admin-realm-restapi-extension", "advisor").get("enabled"));
    }

    private static void follow(RoutingContext context) {
        RequestKind kind = kind(context.request().path());
        long begun = System.nanoTime();
        IN_FLIGHT.increment();
        context.addEndHandler(ended -> {
            IN_FLIGHT.decrement();
            Counts counts = Objects.requireNonNull(COUNTS.get(kind), "counts of every kind");
            counts.nanos().add(System.nanoTime() - begun);
            counts.answered().increment();
        });
        context.next();
    }

    /** False where no route could be added: then the count is not known. */
    static boolean isCounting() {
        return counting;
    }

    static RequestKind kind(@Nullable String path) {
        if (path == null) {
            return RequestKind.OTHER;
        }
        if (path.contains("/bulk-import")) {
            return RequestKind.IMPORT;
        }
        if (path.contains("/admin/realms")) {
            return RequestKind.ADMIN;
        }
        if (path.endsWith("/protocol/openid-connect/token")) {
            return RequestKind.TOKEN;
        }
        if (path.contains("/login-actions/") || path.endsWith("/protocol/openid-connect/auth")) {
            return RequestKind.LOGIN_PAGE;
        }
        return RequestKind.OTHER;
    }

    static void read(Readings readings) {
        readings.put(TimeSignals.IN_FLIGHT, Math.max(0, IN_FLIGHT.sum()));
        COUNTS.forEach((kind, counts) -> {
            readings.put(TimeSignals.answered(kind), counts.answered().sum());
            readings.put(TimeSignals.time(kind), counts.nanos().sum() / 1e9);
        });
    }

    private static Map<RequestKind, Counts> counts() {
        Map<RequestKind, Counts> counts = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            counts.put(kind, new Counts(new LongAdder(), new LongAdder()));
        }
        return counts;
    }
}
