package org.millrace.bulk.rest.body;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.MediaType;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.millrace.server.Compatibility;
import org.millrace.server.FaultIsolation;
import org.millrace.server.RelativePath;
import org.millrace.server.problem.Problem;

/**
 * Lets bodies of any length through to the import's own paths, while the server's limit stays in force for all others. Forms on these
 * paths get a media type of their own: Keycloak reads a form before it calls the resource, in memory and within its limit.
 *
 * <p>The server enforces its limit in a route of order -2, by the Content-Length header. Around that route, for our paths only,
 * one route takes the header away and one brings it back. Framing was decided before and is not touched. Should the server
 * change its ways, the default limit is back, which is safe. Bodies of unknown length are counted as they are read, by
 * {@link ReceivedBody} instead of the server's own stream.
 */
@ApplicationScoped
public class BodyLimit {
    private static final int BEFORE_SERVER_LIMIT = -3;
    private static final int AFTER_SERVER_LIMIT = -1;

    private static final String FORM = "multipart/form-data";

    /** Placeholder for {@code multipart/form-data} in a request whose form Keycloak leaves unread. */
    static final String UNREAD_FORM = "application/vnd.millrace.form-data";

    private static final String HIDDEN_LENGTH_KEY = BodyLimit.class.getName() + ".length";

    private static final Logger LOG = Logger.getLogger(BodyLimit.class);

    private static volatile long maxBodyBytes;

    /** Sets the limit for the import's own paths; 0 for none. Settings reach the provider's factory, not this bean. */
    public static void set(long bytes) {
        maxBodyBytes = bytes;
    }

    void addRoutes(@Observes Router router) {
        if (!Compatibility.isSupported()) {
            return;
        }
        FaultIsolation.run("The server's limit of bodies is in force for bulk imports", () -> addRoutesTo(router));
    }

    private static void addRoutesTo(Router router) {
        String prefix = RelativePath.of("kc.http-relative-path");
        Pattern ours = pattern(prefix);
        Pattern below = below(prefix);
        router.route().order(BEFORE_SERVER_LIMIT).handler(context -> requireMediaType(context, below));
        router.route().order(BEFORE_SERVER_LIMIT).handler(context -> hideLength(context, ours));
        router.route().order(AFTER_SERVER_LIMIT).handler(context -> restoreLength(context, ours));
    }

    /** Keycloak's filter of responses fails on a media type that cannot be parsed, so such a request ends here. */
    private static void requireMediaType(RoutingContext context, Pattern below) {
        String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null && below.matcher(context.normalizedPath()).matches() && !isMediaType(type)) {
            refuse(context, RequestBody.noMediaType(type));
        } else {
            context.next();
        }
    }

    private static boolean isMediaType(String text) {
        try {
            return MediaType.valueOf(text) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Matches every path of the import. */
    private static Pattern below(String relativePath) {
        String prefix =
                relativePath.endsWith("/") ? relativePath.substring(0, relativePath.length() - 1) : relativePath;
        return Pattern.compile(Pattern.quote(prefix) + "/admin/realms/[^/]+/bulk-import(?:/.*)?", Pattern.DOTALL);
    }

    /**
     * Matches exactly the calls that take records, {@code POST …/bulk-import/{entity}} and
     * {@code PUT …/bulk-import/jobs/{id}/parts/{n}}.
     */
    static Pattern pattern(String relativePath) {
        String prefix =
                relativePath.endsWith("/") ? relativePath.substring(0, relativePath.length() - 1) : relativePath;
        return Pattern.compile(
                Pattern.quote(prefix) + "/admin/realms/[^/]+/bulk-import/(?:(?!jobs$)[^/]+|jobs/[^/]+/parts/[^/]+)");
    }

    private static boolean isOurs(RoutingContext context, Pattern ours) {
        HttpMethod method = context.request().method();
        return (method == HttpMethod.POST || method == HttpMethod.PUT)
                && ours.matcher(context.normalizedPath()).matches();
    }

    private static void hideLength(RoutingContext context, Pattern ours) {
        if (isOurs(context, ours)) {
            String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
            if (type != null && type.regionMatches(true, 0, FORM, 0, FORM.length())) {
                context.request().headers().set(HttpHeaders.CONTENT_TYPE, UNREAD_FORM + type.substring(FORM.length()));
            }
            String length = context.request().getHeader(HttpHeaders.CONTENT_LENGTH);
            if (length != null && !isWithinLimit(length)) {
                refuse(context, tooLarge(maxBodyBytes));
                return;
            }
            if (length != null) {
                context.put(HIDDEN_LENGTH_KEY, length);
                context.request().headers().remove(HttpHeaders.CONTENT_LENGTH);
            }
        }
        context.next();
    }

    private static void restoreLength(RoutingContext context, Pattern ours) {
        if (isOurs(context, ours)) {
            String length = context.remove(HIDDEN_LENGTH_KEY);
            if (length != null) {
                context.request().headers().set(HttpHeaders.CONTENT_LENGTH, length);
            }
        }
        context.next();
    }

    /** The problem for a body above the size limit. */
    static Problem tooLarge(long maxBytes) {
        String detail = "At most " + maxBytes + " bytes are allowed (setting max-body-bytes)";
        return new Problem(413, "body-too-large", "The body is too large", detail);
    }

    private static void refuse(RoutingContext context, Problem problem) {
        context.response()
                .setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end(problem.json())
                .onFailure(e -> LOG.debugf(e, "The client disconnected before the response"));
    }

    private static boolean isWithinLimit(String length) {
        try {
            return maxBodyBytes == 0 || Long.parseLong(length) <= maxBodyBytes;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
