package org.millrace.bulk.rest;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.millrace.server.problem.Problem;

/** What the headers say of a request's body. */
final class RequestBody {
    private static final MediaType NDJSON = new MediaType("application", "x-ndjson");

    private RequestBody() {}

    /** How the body was packed. */
    enum Encoding {
        IDENTITY,
        GZIP;

        /**
         * The body's own bytes.
         *
         * @throws IOException if they are not packed so
         */
        InputStream decode(InputStream body) throws IOException {
            return this == GZIP ? new GzipBody(body) : body;
        }
    }

    /**
     * Checks the media type, and tells the encoding.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 415 if one of them cannot be read
     */
    static Encoding encoding(HttpHeaders headers) {
        MediaType type = headers.getMediaType();
        if (type == null || !NDJSON.isCompatible(type) || type.isWildcardSubtype()) {
            throw unsupported("Content-Type is " + type + "; records can be sent as " + NDJSON);
        }
        String charset = type.getParameters().getOrDefault(MediaType.CHARSET_PARAMETER, "utf-8");
        if (!charset.equalsIgnoreCase("utf-8")) {
            throw unsupported("JSON is sent in UTF-8, not in " + charset);
        }
        String encoding = headers.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        return switch (encoding == null ? "identity" : encoding.toLowerCase(Locale.ROOT)) {
            case "identity" -> Encoding.IDENTITY;
            case "gzip" -> Encoding.GZIP;
            default -> throw unsupported("Content-Encoding can be gzip, or none");
        };
    }

    private static RuntimeException unsupported(String detail) {
        return new Problem(415, "unsupported-media-type", "The body's type or encoding cannot be read", detail)
                .exception();
    }
}
