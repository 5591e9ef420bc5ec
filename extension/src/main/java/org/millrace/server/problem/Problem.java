package org.millrace.server.problem;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;

/**
 * A request that failed, as a problem document of RFC 9457. Created and sent on a request thread.
 *
 * <p>Clients often log it: it must not hold a secret or a stack trace.
 *
 * @param status the HTTP status code, 400 to 599
 * @param code stable and machine-readable, lower case with hyphens, such as {@code unknown-format}
 * @param title the same for every problem with this code, sentence case, no full stop
 * @param detail this occurrence, as a message for the user
 */
public record Problem(int status, String code, String title, String detail) {

    public static final String MEDIA_TYPE = "application/problem+json";

    /** Time after which to repeat a request that this server cannot serve now. */
    public static final Duration SOON = Duration.ofSeconds(5);

    /** An absolute URI, as the standard recommends; it identifies and is not meant to be followed. */
    private static final String TYPE_PREFIX = "urn:millrace:problem:";

    public Problem {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("status " + status + " is not an error");
        }
        if (!code.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException("code \"" + code + "\" is not lower case with hyphens");
        }
    }

    /** The answer, for those who return one; other headers can still be added. */
    public Response.ResponseBuilder response() {
        return Response.status(status)
                .type(MediaType.valueOf(MEDIA_TYPE))
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(json());
    }

    /** The answer to a request that may succeed later. */
    public Response.ResponseBuilder response(Duration retryAfter) {
        return response().header(HttpHeaders.RETRY_AFTER, retryAfter.toSeconds());
    }

    /** The answer, for those who are too deep to return one. */
    public WebApplicationException exception() {
        return new WebApplicationException(code, response().build());
    }

    /** The answer to a request that may succeed later, for those who are too deep to return one. */
    public WebApplicationException exception(Duration retryAfter) {
        return new WebApplicationException(code, response(retryAfter).build());
    }

    /** The document; text, so that no message body writer has a say in it. */
    public String json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", TYPE_PREFIX + code)
                .put("title", title)
                .put("status", status)
                .put("detail", detail)
                .put("code", code)
                .toString();
    }
}
