package org.millrace.bulk.rest;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.EntityType;
import org.millrace.bulk.format.CsvReader;
import org.millrace.bulk.format.ExportReader;
import org.millrace.bulk.format.JsonReader;
import org.millrace.bulk.format.NdjsonReader;
import org.millrace.bulk.format.RecordParser;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.record.Violation;
import org.millrace.server.problem.Problem;

/** What the headers say of a request's body. */
record RequestBody(Format format, Encoding encoding) {

    /** The media types that records come in. */
    enum Format {
        NDJSON("application", "x-ndjson") {
            @Override
            RecordReader reader(InputStream body, EntityType type, RecordParser parser, ImportSettings settings) {
                return new NdjsonReader(body, parser, settings.recordLimits().maxBytes());
            }
        },
        JSON("application", "json") {
            @Override
            RecordReader reader(InputStream body, EntityType type, RecordParser parser, ImportSettings settings) {
                return type.takesExports()
                        ? new ExportReader(body, parser, settings.recordLimits(), settings.maxSpillBytes())
                        : new JsonReader(body, parser, settings.recordLimits(), Set.of(type.name()));
            }
        },
        CSV("text", "csv") {
            @Override
            RecordReader reader(InputStream body, EntityType type, RecordParser parser, ImportSettings settings) {
                return new CsvReader(body, parser, settings.recordLimits());
            }
        };

        private final MediaType type;

        Format(String type, String subtype) {
            this.type = new MediaType(type, subtype);
        }

        /** Reads records from a body's own bytes. */
        abstract RecordReader reader(InputStream body, EntityType type, RecordParser parser, ImportSettings settings);
    }

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
     * Reads the headers.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 415 if the body cannot be read
     */
    static RequestBody of(HttpHeaders headers) {
        return new RequestBody(format(mediaType(headers)), encoding(headers));
    }

    /**
     * Checks that the format can hold records of an entity.
     *
     * @throws jakarta.ws.rs.WebApplicationException with a problem of status 415 if it cannot
     */
    void require(EntityType type) {
        if (format == Format.CSV && !type.hasCsv()) {
            throw unsupported("CSV cannot hold " + type.name() + "; send them as JSON");
        }
    }

    private static @Nullable MediaType mediaType(HttpHeaders headers) {
        try {
            return headers.getMediaType();
        } catch (IllegalArgumentException e) {
            String given = headers.getHeaderString(HttpHeaders.CONTENT_TYPE);
            throw unsupported("Content-Type \"" + Violation.shortened(String.valueOf(given), 100)
                    + "\" is not a media type; records can be sent as " + known());
        }
    }

    private static Format format(@Nullable MediaType type) {
        if (type == null || type.isWildcardType() || type.isWildcardSubtype()) {
            throw unsupported("Content-Type is " + type + "; records can be sent as " + known());
        }
        Format format = Arrays.stream(Format.values())
                .filter(each -> each.type.isCompatible(type))
                .findFirst()
                .orElseThrow(() -> unsupported("Content-Type is " + type + "; records can be sent as " + known()));
        String charset = type.getParameters().getOrDefault(MediaType.CHARSET_PARAMETER, "utf-8");
        if (!charset.equalsIgnoreCase("utf-8")) {
            throw unsupported("Records are sent in UTF-8, not in " + charset);
        }
        if (format == Format.CSV
                && "absent".equalsIgnoreCase(type.getParameters().get("header"))) {
            throw unsupported("Without a header row nobody knows what the columns are");
        }
        return format;
    }

    private static String known() {
        return Arrays.stream(Format.values())
                .map(format -> format.type.toString())
                .collect(Collectors.joining(", "));
    }

    private static Encoding encoding(HttpHeaders headers) {
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
