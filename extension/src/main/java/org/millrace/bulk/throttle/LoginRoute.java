package org.millrace.bulk.throttle;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.regex.Pattern;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;
import org.millrace.server.RelativePath;

/**
 * Takes the time of requests to the token and login endpoints, from their arrival to the end of the answer, time in the queue
 * included. The server's own meters have no percentiles unless an operator wants them, and may be off.
 */
@ApplicationScoped
public class LoginRoute {
    /** Before everything that could wait. */
    private static final int FIRST = -1000;

    /** Settings and limiters reach the provider's factory, not this bean. */
    private static final LoginTimes TIMES = new LoginTimes();

    static LoginTimes times() {
        return TIMES;
    }

    void addRoute(@Observes Router router) {
        if (!Compatibility.isSupported()) {
            return;
        }
        FaultIsolation.run("Login times are not measured", () -> {
            Pattern logins = pattern(RelativePath.of("kc.http-relative-path"));
            router.route().order(FIRST).handler(context -> follow(context, logins));
        });
    }

    /** Matches the requests of a login, in every realm. */
    static Pattern pattern(String relativePath) {
        String prefix =
                relativePath.endsWith("/") ? relativePath.substring(0, relativePath.length() - 1) : relativePath;
        return Pattern.compile(Pattern.quote(prefix)
                + "/realms/[^/]+/(?:protocol/openid-connect/(?:token|auth)|login-actions/authenticate)");
    }

    private static void follow(RoutingContext context, Pattern logins) {
        if (logins.matcher(context.normalizedPath()).matches()) {
            long begun = System.nanoTime();
            context.addEndHandler(ended -> {
                long now = System.nanoTime();
                TIMES.add(now, now - begun);
            });
        }
        context.next();
    }
}
